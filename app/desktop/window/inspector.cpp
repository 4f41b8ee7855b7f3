// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the workbench: a derivation shown stays current while the plan is edited.
#include "app/desktop/window/inspector.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/details/slice_details.h"
#include "app/desktop/timeline/details/slice_link_list.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/recommender/recommender_study.h"
#include "app/session/simulate/derived_arguments.h"
#include "app/session/simulate/simulation_words.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {

QString derivationTitle(const QString& path)
{
    const QString beforeClass = path.section(QLatin1Char('@'), 0, 0);
    const QStringList parts = beforeClass.split(QLatin1Char('.'));
    if (parts.value(0) == QLatin1String("memory") && parts.size() == 3) {
        const auto tier = core::fromName<core::Tier>(parts[1].toStdString());
        QString title = tier ? Inspector::tr("%1 memory").arg(tierName(*tier)) : parts[1];
        for (const core::Purpose purpose : memoryPurposes()) {
            if (parts[2] == QString::fromUtf8(core::nameOf(purpose).data()))
                title = Inspector::tr("%1 in %2").arg(purposeName(purpose), title);
        }
        const QString rankClass = path.section(QLatin1Char('@'), 1);
        return rankClass.isEmpty()
                   ? title
                   : QStringLiteral("%1, %2").arg(title, rankClassName(rankClass.toStdString()));
    }
    if (parts.value(0) == QLatin1String("step")) {
        for (int index = 0; index <= static_cast<int>(core::StepPart::Streaming); ++index) {
            const auto part = static_cast<core::StepPart>(index);
            if (parts.value(1) == QString::fromUtf8(core::nameOf(part).data()))
                return Inspector::tr("Time of a step: %1").arg(stepPartName(part));
        }
        return Inspector::tr("Time of a step");
    }
    if (parts.value(0) == QLatin1String("communication") && parts.size() >= 3) {
        const QString what = QStringLiteral("%1, %2").arg(collectiveText(parts[2]), groupText(parts[1]));
        return parts.value(3) == QLatin1String("bytes") ? Inspector::tr("Payload: %1").arg(what) : what;
    }
    if (path == QLatin1String("throughput.samples_per_second"))
        return Inspector::tr("Samples a second");
    if (path == QLatin1String("throughput.tokens_per_second"))
        return Inspector::tr("Tokens a second");
    if (path == QLatin1String("devices"))
        return Inspector::tr("Devices");
    if (parts.value(0) == QLatin1String("part"))
        return recommenderPartName(parts.value(1).toStdString());
    if (parts.value(0) == QLatin1String("system"))
        return Inspector::tr("Rate of %1").arg(systemName(parts.value(1).toStdString()));
    if (parts.value(0) == QLatin1String("role") && parts.size() == 3)
        return Inspector::tr("What %1 could do, %2")
            .arg(boundName(parts[2].toStdString()), systemName(parts[1].toStdString()));
    if (parts.value(0) == QLatin1String("shard"))
        return Inspector::tr("Time of a shard");
    return path;
}

Inspector::Inspector(Workbench& workbench, QWidget* parent)
    : QStackedWidget(parent)
    , m_workbench(workbench)
    , m_hint(new QLabel(this))
    , m_derivation(new DerivationPanel(this))
    , m_derivationVeil(new StaleVeil(*m_derivation))
    , m_slicePanel(new QWidget(this))
    , m_sliceName(new QLabel(m_slicePanel))
    , m_sliceLinks(new SliceLinkList(m_slicePanel))
    , m_sliceFacts(new TableView(m_slicePanel))
    , m_arguments(new TableView(m_slicePanel))
    , m_why(new QPushButton(m_slicePanel))
{
    m_hint->setWordWrap(true);
    m_hint->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_hint->setMargin(metrics::kGrid * 2);
    setRole(*m_hint, Role::Dim);
    auto* column = new QVBoxLayout(m_slicePanel);
    column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid);
    wrapText(m_sliceName, Role::Heading);
    m_sliceName->setTextFormat(Qt::PlainText);
    m_sliceName->setMaximumHeight(120);
    m_sliceFacts->setRowsShown(14);
    column->addWidget(m_sliceName);
    column->addWidget(m_sliceLinks);
    column->addWidget(m_sliceFacts);
    column->addWidget(m_why, 0, Qt::AlignLeft);
    column->addWidget(m_arguments, 1);
    column->addStretch(0);
    addWidget(m_hint);
    addWidget(m_derivation);
    addWidget(m_slicePanel);
    connect(&m_workbench, &Workbench::evaluationChanged, this, &Inspector::refreshDerivation);
    connect(&m_workbench, &Workbench::studyChanged, this, &Inspector::refreshDerivation);
    connect(&m_workbench, &Workbench::runChanged, this, [this] {
        m_slice = {};
        if (currentWidget() == m_slicePanel)
            setCurrentWidget(m_hint);
    });
    connect(m_sliceLinks, &SliceLinkList::wanted, this, &Inspector::sliceWanted);
    connect(m_why, &QPushButton::clicked, this, [this] { explain(m_whyTitle, m_sliceWhy); });
    keepTranslated(*this, [this] { retranslate(); });
}

void Inspector::explain(const QString& path)
{
    m_path = path;
    m_pathIsNew = true;
    refreshDerivation();
}

void Inspector::explain(const QString& title, const core::DerivationPtr& derivation)
{
    m_path.clear();
    m_derivationVeil->setStale(false);
    m_derivation->show(title, derivation);
    setCurrentWidget(m_derivation);
}

void Inspector::refreshDerivation()
{
    const Evaluated& evaluated = m_workbench.evaluated();
    if (m_path.isEmpty())
        return;
    core::DerivationPtr found;
    if (m_workbench.study())
        found = derivationOf(*m_workbench.study(), m_path.toStdString());
    if (!found) {
        m_derivationVeil->setStale(!evaluated.explained && !m_pathIsNew);
        if (!evaluated.explained)
            return; // it comes in a moment, see Workbench::evaluate
        if (const auto path = findDerivation(*evaluated.value, m_path.toStdString()); path.ok())
            found = *path;
    }
    if (!found) {
        if (currentWidget() == m_derivation)
            setCurrentWidget(m_hint);
        return;
    }
    m_derivationVeil->setStale(false);
    if (m_pathIsNew)
        m_derivation->show(derivationTitle(m_path), found);
    else
        m_derivation->update(found);
    if (m_pathIsNew)
        setCurrentWidget(m_derivation);
    m_pathIsNew = false;
}

void Inspector::showSlice(core::SliceId slice)
{
    m_slice = slice;
    const RunViewPtr run = m_workbench.run();
    if (!run || !slice.valid()) {
        if (currentWidget() == m_slicePanel)
            setCurrentWidget(m_hint);
        return;
    }
    m_sliceName->setText(fullName(*run, run->timeline().name()[slice.index()]));
    m_sliceLinks->show(*run, slice);
    m_sliceFacts->setTable(sliceTable(*run, slice));
    m_arguments->setTable(nullptr);
    m_arguments->hide(); // until there are some
    m_why->hide();
    setCurrentWidget(m_slicePanel);
    const std::uint64_t where = run->timeline().args()[slice.index()];
    if (where == core::kNoArgs || !run->run->arguments)
        return;
    m_workbench.jobs().start(
        QStringLiteral("arguments"), tr("Reading the arguments of a slice"),
        [run, where](const core::Task&) { return run->run->arguments->arguments(where); },
        [this, run](const std::string& json) { showArguments(*run, json); });
}

void Inspector::showArguments(const RunView& run, const std::string& json)
{
    m_arguments->setTable(argumentTable(json));
    m_arguments->setVisible(m_arguments->model()->rowCount() > 0);
    const auto* derived = dynamic_cast<const DerivedArguments*>(run.run->arguments.get());
    if (derived == nullptr)
        return;
    const std::string key = derivationKeyIn(json);
    m_sliceWhy = derivationNamed(derived->derivations(), key);
    m_whyTitle = derivedTitle(key, m_sliceName->text());
    m_why->setVisible(m_sliceWhy != nullptr);
}

void Inspector::retranslate()
{
    m_hint->setText(
        tr("Click a number to see how it came to be, or a slice of the timeline to see what it is."));
    m_sliceFacts->setAccessibleName(tr("Properties of the slice"));
    m_arguments->setAccessibleName(tr("Arguments of the slice"));
    m_why->setText(tr("How long it takes, and why"));
    if (m_slice.valid() && currentWidget() == m_slicePanel)
        showSlice(m_slice);
    if (!m_path.isEmpty() && currentWidget() == m_derivation)
        explain(m_path);
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/study/job_bar.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/pickers/picker_entries.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/search/search_numbers.h"
#include "app/session/text/messages.h"
#include "core/model/dtype.h"
#include "core/units/plain_number.h"

#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

/// "15T" of 15e12: as a search takes it.
QString countText(double count)
{
    if (count <= 0)
        return {};
    for (const auto& [unit, factor] : {std::pair('T', 1e12), std::pair('B', 1e9), std::pair('M', 1e6)}) {
        if (count >= factor)
            return QString::fromStdString(core::shortestText(count / factor)) + QLatin1Char(unit);
    }
    return QString::fromStdString(core::shortestText(count));
}

std::string jobText(const StudyJob& job) { return core::jsonText(studyDocument({{}, job, {}}), 0); }

constexpr core::Dtype kPrecisions[]{core::Dtype::Bf16, core::Dtype::Fp16, core::Dtype::Fp8,
                                    core::Dtype::Mxfp8, core::Dtype::Nvfp4};

} // namespace

JobBar::JobBar(Workbench& workbench, QWidget* parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_model(new CataloguePicker)
    , m_precision(new QComboBox)
{
    setRole(*this, Role::Head);
    auto* flow = new FlowLayout(2 * metrics::kGrid, metrics::kGrid);
    flow->setContentsMargins(metrics::kPageMargin, metrics::kGrid, metrics::kPageMargin, metrics::kGrid);
    setLayout(flow);
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_model->setMinimumContentsLength(1);
    m_model->setEntries([this] { return pickerEntries(m_workbench, *m_model); });
    m_precision->addItem(QString());
    for (const core::Dtype dtype : kPrecisions)
        m_precision->addItem(QString::fromUtf8(core::nameOf(dtype).data()),
                             QString::fromUtf8(core::nameOf(dtype).data()));
    flow->addWidget(field(m_model, 210));
    m_tokens = line(84);
    m_batch = line(104);
    m_sequence = line(92);
    flow->addWidget(field(m_precision, 104));
    m_deadline = line(84);
    m_budget = line(96);
    m_carbon = line(96);
    connect(m_model, &QComboBox::activated, this, &JobBar::take);
    connect(m_precision, &QComboBox::activated, this, &JobBar::take);
    keepTranslated(*this, [this] { retranslate(); });
}

QWidget* JobBar::field(QWidget* control, int width)
{
    auto* box = new QWidget;
    auto* column = columnIn(box, 2);
    auto* name = new QLabel;
    setRole(*name, Role::SmallDim);
    name->setBuddy(control);
    m_names.push_back(name);
    control->setFixedWidth(width);
    column->addWidget(name);
    column->addWidget(control);
    return box;
}

QLineEdit* JobBar::line(int width)
{
    auto* edit = new QLineEdit;
    connect(edit, &QLineEdit::editingFinished, this, &JobBar::take);
    layout()->addWidget(field(edit, width));
    return edit;
}

void JobBar::take()
{
    StudyJob job = m_job;
    QString wrong;
    const auto count = [&](const QLineEdit& edit) -> double {
        const QString text = edit.text().remove(QLatin1Char(' ')).remove(QLatin1Char(','));
        if (text.isEmpty())
            return 0;
        const auto number = countOf(text.toStdString(), {});
        if (!number.ok())
            wrong = edit.accessibleName() + QStringLiteral(": ") + errorText(number.error());
        return number.ok() ? *number : 0;
    };
    job.model = m_model->currentData().toString().toStdString();
    job.tokens = count(*m_tokens);
    job.sequenceLength = static_cast<std::int64_t>(count(*m_sequence));
    const QString batch = m_batch->text().remove(QLatin1Char(' ')).remove(QLatin1Char(','));
    if (const auto range = batch.isEmpty() ? core::Result<planner::WholeRange>(planner::WholeRange{})
                                           : rangeOf(batch.toStdString(), {});
        !range.ok())
        wrong = m_batch->accessibleName() + QStringLiteral(": ") + errorText(range.error());
    job.globalBatch = batch.toStdString();
    job.precision = m_precision->currentData().toString().toStdString();
    const double days = count(*m_deadline);
    job.deadline = days > 0 ? std::optional(days * kStudyDay) : std::nullopt;
    const double budget = count(*m_budget);
    job.budget = budget > 0 ? std::optional(budget) : std::nullopt;
    const double carbon = count(*m_carbon);
    job.carbonPerKwh = carbon > 0 ? std::optional(carbon) : std::nullopt;
    emit refused(wrong);
    if (!wrong.isEmpty() || jobText(job) == jobText(m_job))
        return;
    m_job = job;
    emit changed();
}

void JobBar::say(const StudyJob& job)
{
    m_job = job;
    fillModels();
    const auto text = [](const std::optional<double>& number) {
        return number ? QString::fromStdString(core::shortestText(*number)) : QString();
    };
    m_tokens->setText(countText(job.tokens));
    m_batch->setText(QString::fromStdString(job.globalBatch));
    m_sequence->setText(job.sequenceLength > 0 ? QString::number(job.sequenceLength) : QString());
    m_precision->setCurrentIndex(std::max(0, m_precision->findData(QString::fromStdString(job.precision))));
    m_deadline->setText(text(job.deadline ? std::optional(*job.deadline / kStudyDay) : std::nullopt));
    m_budget->setText(countText(job.budget.value_or(0)));
    m_carbon->setText(text(job.carbonPerKwh));
    emit refused(QString());
}

/// The catalogue's, and a file where the job names one.
void JobBar::fillModels()
{
    const QSignalBlocker quiet(m_model);
    const QString wanted = QString::fromStdString(m_job.model);
    m_model->clear();
    for (const CatalogEntry& entry : m_workbench.models())
        m_model->addItem(entry.title, QString::fromStdString(entry.name));
    if (!wanted.isEmpty() && m_model->findData(wanted) < 0)
        m_model->addItem(QFileInfo(wanted).fileName(), wanted);
    m_model->setCurrentIndex(m_model->findData(wanted));
}

void JobBar::retranslate()
{
    const QStringList names{tr("Model"),     tr("Tokens"),           tr("Global batch"),  tr("Sequence"),
                            tr("Precision"), tr("Deadline in days"), tr("Budget in USD"), tr("g CO2e/kWh")};
    // The fields in the order in which they were made.
    const std::vector<QWidget*> fields{m_model,     m_tokens,   m_batch,  m_sequence,
                                       m_precision, m_deadline, m_budget, m_carbon};
    for (std::size_t at = 0; at < fields.size(); ++at) {
        fields[at]->setAccessibleName(names[static_cast<qsizetype>(at)]);
        m_names[at]->setText(names[static_cast<qsizetype>(at)]);
    }
    m_tokens->setPlaceholderText(tr("15T"));
    m_batch->setPlaceholderText(tr("any"));
    m_sequence->setPlaceholderText(tr("the model's"));
    m_deadline->setPlaceholderText(tr("none"));
    m_budget->setPlaceholderText(tr("none"));
    m_carbon->setPlaceholderText(tr("not said"));
    m_carbon->setToolTip(tr("What the grid emits: then carbon is told. There is no default."));
    m_precision->setItemText(0, tr("any"));
    fillModels();
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/learn_card.h"

#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/calibrate/calibrated_machine.h"
#include "app/session/compare/difference_views.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"

#include <QLabel>
#include <QPushButton>

#include <limits>
#include <utility>

namespace shardscope::app {
namespace {

const QString kSlot = QStringLiteral("calibrate with run");

} // namespace

LearnCard::LearnCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new TableView, nullptr, parent)
    , m_workbench(workbench)
    , m_table(figure<TableView>())
    , m_told(new QLabel)
    , m_calibrate(new QPushButton)
{
    m_table->setRowsShown(std::numeric_limits<int>::max());
    wrapText(m_told, Role::Dim);
    m_told->hide();
    setRole(*m_calibrate, Role::Primary);
    addRow(m_told);
    addControl(m_calibrate);
    connect(m_calibrate, &QPushButton::clicked, this, &LearnCard::start);
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        if (slot == kSlot)
            m_calibrate->setEnabled(m_run != nullptr);
    });
    retranslate();
}

QString LearnCard::told() const { return m_told->text(); }

void LearnCard::setShown(const ShownDifferencePtr& shown, const ComparedSource* plan,
                         const ComparedSource* run)
{
    core::Table lessons = shown ? lessonsTable(shown->difference) : core::Table{};
    const bool any = !lessons.rows.empty();
    // Both columns say it, so a narrow card leaves out by how much.
    if (any) {
        lessons.columns.pop_back();
        for (std::vector<core::Cell>& row : lessons.rows)
            row.pop_back();
    }
    m_table->setTable(std::move(lessons));
    m_run = any && plan && run && plan->kind == ComparedSource::Kind::OpenPlan && run->isWhole() ? run->run
                                                                                                 : nullptr;
    m_calibrate->setVisible(m_run != nullptr);
    m_calibrate->setEnabled(!m_workbench.jobs().running(kSlot));
    setVisible(any);
}

void LearnCard::start()
{
    if (!m_run || !m_workbench.state().complete())
        return;
    m_calibrate->setEnabled(false);
    m_told->setText(tr("Calibrating…"));
    m_told->show();
    m_workbench.jobs().start(
        kSlot, tr("Calibrating with a run"),
        [state = m_workbench.state(), run = m_run->run,
         catalog = m_workbench.catalog()](const core::Task& task) {
            return calibratedMachine(catalog, *state.model, *state.hardware, state.plan, run, task);
        },
        [this](core::Result<CalibratedMachine> answer) {
            if (!answer.ok()) {
                m_told->setText(errorText(answer.error()));
                return;
            }
            QString told = runCalibrationText(answer->made);
            if (answer->made.accepted()) {
                const std::string name = answer->made.calibration.name;
                told += QLatin1Char(' ') + tr("The plan was made again with the calibration \"%1\".")
                                               .arg(QString::fromStdString(name));
                PlanState next = m_workbench.state();
                next.hardware = std::make_shared<const core::HardwareSpec>(std::move(answer->hardware));
                m_workbench.edit(std::move(next), {N_("Calibrate with %1"), {name}});
            }
            m_told->setText(told);
        });
}

void LearnCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("What the plan can learn"));
    m_calibrate->setText(tr("Calibrate with this run"));
    m_calibrate->setToolTip(tr("Fits the machine's rates to the recording, takes them over where they agree "
                               "with it, and plans again"));
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Saving a plan, asking before an edited one is lost, and opening what was open.
#include "app/desktop/window/exchange/launch_dialog.h"
#include "app/desktop/window/main_window.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace shardscope::app {

bool MainWindow::savePlan()
{
    QString file = QFileDialog::getSaveFileName(this, tr("Save the plan"), QStringLiteral("plan.json"),
                                                tr("Plans (*.json)"));
    if (file.isEmpty())
        return false;
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".json");
    const auto written = m_kept.save(file);
    return written.ok() || m_workbench.fail(written.error());
}

void MainWindow::showLaunchFiles()
{
    const PlanState& state = m_workbench.state();
    const auto& evaluation = m_workbench.evaluated().value;
    if (!state.complete() || evaluation == nullptr)
        return;
    auto* dialog = new LaunchDialog({*state.model, *state.hardware, *evaluation}, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

bool MainWindow::agreesToClose()
{
    if (!m_kept.edited())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Shardscope"), tr("The plan was edited. Save it?"),
                    QMessageBox::NoButton, this);
    const QAbstractButton* save = box.addButton(tr("Save…"), QMessageBox::AcceptRole);
    const QAbstractButton* discard = box.addButton(tr("Don't save"), QMessageBox::DestructiveRole);
    QPushButton* stay = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setEscapeButton(stay);
    box.exec();
    return box.clickedButton() == discard || (box.clickedButton() == save && savePlan());
}

void MainWindow::openLast()
{
    const KeptPlan::Remembered last = KeptPlan::remembered();
    QStringList files = last.traces;
    if (!last.plan.isEmpty())
        files << last.plan;
    // A window that has nothing open yet begins with a question.
    comeBack(files, last.page.isEmpty() ? QStringLiteral("home") : last.page);
}

void MainWindow::comeBack(const QStringList& traces, const QString& page)
{
    openFiles(traces);
    m_planInFront = true; // the page that was in front comes in front again
    showPage(page.toLatin1().constData());
}

} // namespace shardscope::app

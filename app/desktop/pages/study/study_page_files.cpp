// SPDX-License-Identifier: GPL-3.0-or-later
// The study's files and its memo.
#include "app/desktop/memo/memo.h"
#include "app/desktop/pages/study/study_page.h"
#include "core/io/text_file.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>

namespace shardscope::app {

bool StudyPage::openFile(const QString& file)
{
    auto study = readStudy(file.toStdString());
    if (!study.ok())
        return m_workbench.fail(study.error());
    study->file = QFileInfo(file).fileName().toStdString();
    take(*study);
    return true;
}

void StudyPage::askForStudy()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open a study"), QString(), tr("Studies (*.json *.yaml *.yml *.toml);;All files (*)"));
    if (!file.isEmpty())
        openFile(file);
}

void StudyPage::askToSave()
{
    QString file = QFileDialog::getSaveFileName(this, tr("Save the study"), QStringLiteral("study.json"),
                                                tr("Studies (*.json)"));
    if (!file.isEmpty())
        saveAs(QFileInfo(file).suffix().isEmpty() ? file + QStringLiteral(".json") : file);
}

void StudyPage::saveAs(const QString& file)
{
    m_workbench.jobs().write(file, tr("Writing the study"),
                             [file, text = core::jsonText(studyDocument(m_study)) + "\n"](const core::Task&) {
                                 return core::writeTextFile(file.toStdString(), text);
                             });
}

void StudyPage::askForMemo()
{
    QString kind;
    QString file = QFileDialog::getSaveFileName(this, tr("Save the memo"), QStringLiteral("memo.pdf"),
                                                tr("PDF, two pages (*.pdf);;One HTML file (*.html)"), &kind);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += kind.contains(QLatin1String("html")) ? QStringLiteral(".html") : QStringLiteral(".pdf");
    writeMemoTo(file);
}

void StudyPage::writeMemoTo(const QString& file)
{
    if (!m_solved)
        return;
    const QString language =
        QLocale().language() == QLocale::Japanese ? QStringLiteral("ja") : QStringLiteral("en");
    m_workbench.jobs().write(file, tr("Writing the memo"),
                             [solved = m_solved, file, language](const core::Task& task) {
                                 return writeMemo(solved, file, language, task);
                             });
}

} // namespace shardscope::app

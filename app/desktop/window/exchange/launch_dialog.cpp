// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/exchange/launch_dialog.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/exchange/launch_files.h"
#include "app/session/text/messages.h"
#include "core/io/files.h"
#include "core/io/output_file.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace shardscope::app {

LaunchDialog::LaunchDialog(PlanResult planned, QWidget* parent)
    : QDialog(parent)
    , m_planned(std::move(planned))
    , m_kinds(new QListWidget(this))
    , m_message(new QLabel(this))
    , m_preview(new QPlainTextEdit(this))
{
    setWindowTitle(tr("Launch files"));
    resize(900, 620);
    m_kinds->setAccessibleName(tr("What to write"));
    m_kinds->setFixedWidth(240);
    wrap(m_message);
    m_preview->setAccessibleName(tr("The file"));
    m_preview->setReadOnly(true);
    m_preview->setFont(codeFont());
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_save = buttons->addButton(tr("Save…"), QDialogButtonBox::ActionRole);
    setRole(*m_save, Role::Primary);
    auto* right = new QVBoxLayout;
    right->addWidget(m_message);
    right->addWidget(m_preview, 1);
    auto* sides = new QHBoxLayout;
    sides->addWidget(m_kinds);
    sides->addLayout(right, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(sides, 1);
    column->addWidget(buttons);
    for (const std::string& what : planExports())
        m_kinds->addItem(planExportTitle(what));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &LaunchDialog::save);
    connect(m_kinds, &QListWidget::currentRowChanged, this, &LaunchDialog::show);
    m_kinds->setCurrentRow(0);
}

void LaunchDialog::show(int row)
{
    m_exported.reset();
    m_preview->clear();
    if (row >= 0) {
        auto exported = exportPlan(planExports()[static_cast<std::size_t>(row)], m_planned);
        if (exported.ok())
            m_exported = std::move(exported).value();
        else
            m_message->setText(sentence(exported.error()));
    }
    m_save->setEnabled(m_exported.has_value());
    setRole(*m_message, m_exported ? Role::Plain : Role::Bad);
    if (!m_exported)
        return;
    QStringList lost;
    for (const LostKey& key : m_exported->lost)
        lost << QString::fromStdString(key.value.empty() ? key.key : key.key + " = " + key.value);
    m_message->setText(lost.isEmpty() ? tr("Everything that the plan says is in it.")
                                      : tr("Not in it: %1").arg(lost.join(QStringLiteral(", "))));
    QString text;
    for (const ExportedFile& file : m_exported->files) {
        if (!file.name.empty())
            text += (text.isEmpty() ? "== %1 ==\n" : "\n== %1 ==\n");
        if (!file.name.empty())
            text = text.arg(QString::fromStdString(file.name));
        text += QString::fromStdString(file.text);
    }
    m_preview->setPlainText(text);
}

bool LaunchDialog::inFolder() const
{
    return m_exported && std::ranges::any_of(m_exported->files,
                                             [](const ExportedFile& file) { return !file.name.empty(); });
}

core::Result<core::Done> LaunchDialog::write(const QString& out) const
{
    const std::filesystem::path path(out.toStdString());
    if (inFolder())
        SHARDSCOPE_TRY_DONE(core::files::makeFolders(path));
    return core::writeFiles(exportedPaths(*m_exported, path));
}

void LaunchDialog::save()
{
    const QString name = QString::fromStdString(jobName(m_planned));
    const QString out = inFolder() ? QFileDialog::getExistingDirectory(this, tr("A folder for the files"))
                                   : QFileDialog::getSaveFileName(this, tr("Save the file"), name);
    if (out.isEmpty())
        return;
    const auto written = write(out);
    setRole(*m_message, written.ok() ? Role::Good : Role::Bad);
    m_message->setText(written.ok() ? tr("Written to %1").arg(out) : sentence(written.error()));
}

} // namespace shardscope::app

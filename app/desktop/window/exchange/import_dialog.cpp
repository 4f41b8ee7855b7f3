// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/exchange/import_dialog.h"

#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr int kMostDevices = 1'000'000;
constexpr int kRows = 10;

} // namespace

QString importFormatName(const std::string& format)
{
    if (format == "megatron-arguments")
        return ImportDialog::tr("Arguments of Megatron-LM");
    if (format == "megatron-log")
        return ImportDialog::tr("Arguments in a log of Megatron-LM");
    if (format == "ds_config")
        return ImportDialog::tr("DeepSpeed's ds_config.json");
    if (format == "nemo")
        return ImportDialog::tr("NeMo's YAML");
    if (format == "automodel")
        return ImportDialog::tr("Recipe of NeMo AutoModel");
    if (format == "config")
        return ImportDialog::tr("A model's config.json");
    if (format == "torchtitan")
        return ImportDialog::tr("Job of torchtitan");
    if (format == "accelerate")
        return ImportDialog::tr("Configuration of accelerate");
    return QString::fromStdString(format);
}

ImportDialog::ImportDialog(std::string text, const QString& file, QWidget* parent)
    : QDialog(parent)
    , m_text(std::move(text))
    , m_file(file)
    , m_devices(new QSpinBox(this))
    , m_message(new QLabel(this))
    , m_ignoredTitle(new QLabel(this))
    , m_read(new TableView(this))
    , m_ignored(new TableView(this))
{
    setWindowTitle(tr("Import a plan"));
    resize(640, 620);
    auto* column = new QVBoxLayout(this);
    auto* title = new QLabel(this);
    wrap(title, Role::Heading);
    auto* form = new QFormLayout;
    m_devices->setRange(0, kMostDevices);
    m_devices->setGroupSeparatorShown(true);
    m_devices->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_devices->setSpecialValueText(tr("as the file says"));
    m_devices->setAccessibleName(tr("Devices"));
    form->addRow(tr("Devices"), m_devices);
    wrap(m_message, Role::TitleBad);
    for (TableView* table : {m_read, m_ignored})
        table->setRowsShown(kRows);
    auto* readTitle = new QLabel(tr("Read"), this);
    for (QLabel* label : {readTitle, m_ignoredTitle})
        setRole(*label, Role::Section);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_use = buttons->addButton(tr("Use this plan"), QDialogButtonBox::AcceptRole);
    setRole(*m_use, Role::Primary);
    column->addWidget(title);
    column->addLayout(form);
    column->addWidget(m_message);
    column->addWidget(readTitle);
    column->addWidget(m_read);
    column->addWidget(m_ignoredTitle);
    column->addWidget(m_ignored);
    column->addStretch();
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_devices, &QSpinBox::valueChanged, this, &ImportDialog::read);
    read();
    title->setText(tr("%1: %2").arg(m_imported ? importFormatName(m_imported->format) : QString(),
                                    QFileInfo(m_file).fileName()));
}

void ImportDialog::read()
{
    const std::optional<std::int64_t> devices =
        m_devices->value() > 0 ? std::optional<std::int64_t>(m_devices->value()) : std::nullopt;
    const auto imported = importPlan(m_text, m_file.toStdString(), devices);
    m_imported.reset();
    m_message->setVisible(!imported.ok());
    m_use->setEnabled(imported.ok());
    if (!imported.ok()) {
        m_message->setText(sentence(imported.error()));
        return;
    }
    m_imported = *imported;
    std::vector<core::Table> tables = importTables(*imported);
    const auto ignored = static_cast<int>(tables[1].rows.size());
    m_ignoredTitle->setText(ignored == 0
                                ? tr("Nothing was ignored")
                                : tr("Ignored: %n key(s) that say nothing a plan knows", nullptr, ignored));
    m_ignored->setVisible(ignored > 0);
    m_read->setTable(std::move(tables[0]));
    m_ignored->setTable(std::move(tables[1]));
}

} // namespace shardscope::app

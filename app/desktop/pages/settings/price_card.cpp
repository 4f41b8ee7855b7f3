// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/settings/price_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/pickers/picker_entries.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace shardscope::app {

PriceCard::PriceCard(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_machine(new CataloguePicker(this))
    , m_price(new QLineEdit(this))
    , m_power(new QLineEdit(this))
    , m_priceName(new QLabel(this))
    , m_powerName(new QLabel(this))
    , m_said(new QLabel(this))
{
    constexpr int kFieldWidth = 120;
    m_machine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const std::string& name : m_workbench.catalog().hardwareNames())
        m_machine->addItem(m_workbench.catalogTitle(name), QString::fromStdString(name));
    m_machine->setEntries([this] { return pickerEntries(m_workbench, *m_machine); });
    m_priceName->setBuddy(m_price);
    m_powerName->setBuddy(m_power);
    wrapText(m_said, Role::Dim);
    auto* column = columnIn(this, metrics::kGrid);
    column->addWidget(m_machine);
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kGrid);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_priceName, m_price, m_powerName, m_power})
        row->addWidget(widget);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(m_said);
    for (QLineEdit* edit : {m_price, m_power}) {
        edit->setFixedWidth(kFieldWidth);
        edit->setClearButtonEnabled(true);
        connect(edit, &QLineEdit::editingFinished, this, &PriceCard::enter);
    }
    connect(m_machine, &QComboBox::currentIndexChanged, this, &PriceCard::refresh);
    connect(&m_workbench, &Workbench::stateChanged, this, &PriceCard::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

QString PriceCard::picked() const { return m_machine->currentData().toString(); }

void PriceCard::enter()
{
    m_workbench.enterCostsOf(picked(), m_price->text().toDouble(), m_power->text().toDouble());
    refresh(); // what is no number goes
}

void PriceCard::refresh()
{
    m_price->setText(m_workbench.prices().of({picked()}));
    m_power->setText(m_workbench.powers().of({picked()}));
    QStringList said;
    for (int item = 0; item < m_machine->count(); ++item) {
        const QString name = m_machine->itemData(item).toString();
        const QString price = m_workbench.prices().of({name});
        const QString power = m_workbench.powers().of({name});
        QStringList of;
        if (!price.isEmpty())
            of << tr("%1 USD an hour").arg(price);
        if (!power.isEmpty())
            of << quantityString(power.toDouble(), core::kWatt);
        if (!of.isEmpty())
            said << QStringLiteral("%1: %2").arg(m_machine->itemText(item), of.join(QStringLiteral(", ")));
    }
    m_said->setText(said.isEmpty()
                        ? tr("Nothing was entered yet: each machine has what its description says.")
                        : said.join(QLatin1Char('\n')));
}

void PriceCard::retranslate()
{
    {
        const QSignalBlocker quiet(m_machine);
        for (int item = 0; item < m_machine->count(); ++item)
            m_machine->setItemText(
                item, m_workbench.catalogTitle(m_machine->itemData(item).toString().toStdString()));
    }
    m_machine->setAccessibleName(tr("Machine whose price and power are entered"));
    m_priceName->setText(tr("USD a device and hour"));
    m_powerName->setText(tr("W a device"));
    m_price->setAccessibleName(tr("Price of a device and hour"));
    m_power->setAccessibleName(tr("Power of a device, W"));
    for (QLineEdit* edit : {m_price, m_power})
        edit->setPlaceholderText(tr("as described"));
    refresh();
}

} // namespace shardscope::app

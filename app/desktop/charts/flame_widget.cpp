// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/flame_widget.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/session/text/messages.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace shardscope::app {

FlameWidget::FlameWidget(std::shared_ptr<const core::Table> table, QWidget* parent)
    : QWidget(parent)
    , m_table(std::move(table))
    , m_weight(new QComboBox)
    , m_order(new QComboBox)
    , m_calls(new QComboBox)
    , m_figure(new SceneFigure)
{
    for (const std::string& weight : flameWeights(*m_table))
        m_weight->addItem(QString(), QString::fromStdString(weight));
    for (const FlameOrder order : {FlameOrder::CallersFirst, FlameOrder::CalleesFirst})
        m_order->addItem(QString(), static_cast<int>(order));
    m_calls->addItem(QString());
    if (namesModules(*m_table))
        m_calls->addItem(QString());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    for (QComboBox* box : {m_weight, m_order, m_calls}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        row->addWidget(box);
        box->setVisible(box->count() > 1);
        connect(box, &QComboBox::currentIndexChanged, this, &FlameWidget::choose);
    }
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(m_figure);
    connect(m_figure, &FigureWidget::activated, this,
            [this](const QString& path) { enlarge(path.toULongLong()); });
    keepTranslated(*this, [this] { retranslate(); });
    choose();
}

void FlameWidget::choose()
{
    FlameChoice choice{.weight = m_weight->currentData().toString().toStdString(),
                       .order = static_cast<FlameOrder>(m_order->currentData().toInt()),
                       .modulesOnly = m_calls->currentIndex() == 1};
    m_tree = std::make_shared<const FlameTree>(flameTree(*m_table, choice));
    enlarge(0);
}

void FlameWidget::enlarge(std::size_t node)
{
    m_figure->setMaker([tree = m_tree, node](double width, const Theme& theme) {
        return flameScene(*tree, node, width, theme);
    });
}

void FlameWidget::retranslate()
{
    m_figure->setAccessibleName(tr("%1 as a flame graph").arg(translated(m_table->title)));
    for (int index = 0; index < m_weight->count(); ++index)
        m_weight->setItemText(index, m_weight->itemData(index).toString() == QLatin1String("device")
                                         ? tr("Device time")
                                         : tr("Host time"));
    m_order->setItemText(0, tr("Callers first"));
    m_order->setItemText(1, tr("Kernels and operations first"));
    m_calls->setItemText(0, tr("All calls"));
    if (m_calls->count() > 1)
        m_calls->setItemText(1, tr("Modules only"));
    m_weight->setAccessibleName(tr("What the width stands for"));
    m_order->setAccessibleName(tr("What stands on top"));
    m_calls->setAccessibleName(tr("Which calls are drawn"));
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/placement_controls.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/several_box.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/shown_text.h"
#include "core/base/mapped.h"
#include "core/base/text_mark.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kMostDevice = 1'000'000;

template <class Value>
std::vector<int> indicesOf(const std::vector<Value>& fixed)
{
    std::vector<int> indices;
    for (const Value value : core::valuesOf<Value>()) {
        if (std::ranges::find(fixed, value) != fixed.end())
            indices.push_back(static_cast<int>(value));
    }
    return indices;
}

template <class Value>
std::vector<Value> valuesAt(const std::vector<int>& indices)
{
    return core::mapped<Value>(indices, [](const int index) { return static_cast<Value>(index); });
}

template <class Value>
QStringList wordsOf(QString (*word)(Value))
{
    QStringList words;
    for (const Value value : core::valuesOf<Value>())
        words << word(value);
    return words;
}

} // namespace

PlacementControls::PlacementControls(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_table(new QComboBox(this))
    , m_sharding(new SeveralBox(this))
    , m_kernel(new SeveralBox(this))
    , m_device(new QSpinBox(this))
    , m_fixed(new QLabel(this))
    , m_release(new QPushButton(this))
{
    auto* column = columnIn(this, metrics::kHalfGrid);
    m_table->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_table->setMaxVisibleItems(20);
    column->addWidget(m_table);
    column->addWidget(m_sharding);
    column->addWidget(m_kernel);
    m_device->setRange(-1, kMostDevice);
    m_device->setButtonSymbols(QAbstractSpinBox::NoButtons);
    column->addWidget(m_device);
    wrap(m_fixed, Role::SmallDim);
    auto* row = new QHBoxLayout;
    row->addWidget(m_fixed, 1);
    row->addWidget(m_release);
    column->addLayout(row);
    connect(m_table, &QComboBox::activated, this, &PlacementControls::showTable);
    connect(m_sharding, &SeveralBox::changed, this, [this] {
        core::TableConstraint next = constraint();
        next.shardings = valuesAt<core::TableSharding>(m_sharding->ticked());
        fix(next);
    });
    connect(m_kernel, &SeveralBox::changed, this, [this] {
        core::TableConstraint next = constraint();
        next.kernels = valuesAt<core::LookupKernel>(m_kernel->ticked());
        fix(next);
    });
    connect(m_device, &QSpinBox::editingFinished, this, [this] {
        core::TableConstraint next = constraint();
        next.device = m_device->value() < 0 ? std::nullopt : std::optional<std::int64_t>(m_device->value());
        if (!(next == constraint()))
            fix(next);
    });
    connect(m_release, &QPushButton::clicked, this, [this] {
        PlanState next = m_workbench.state();
        next.plan.placement.clear();
        m_workbench.edit(std::move(next), N_("Release all tables"));
    });
    connect(&m_workbench, &Workbench::stateChanged, this, &PlacementControls::refresh);
    retranslate();
}

/// The whole name, which the box may show shortened.
std::string PlacementControls::chosen() const
{
    const core::ModelSpec* model = m_workbench.state().model.get();
    const core::Recommender* tables = model != nullptr ? model->recommender() : nullptr;
    const auto row = static_cast<std::size_t>(m_table->currentIndex());
    return tables != nullptr && row < tables->tables.size() ? tables->tables[row].name : std::string();
}

core::TableConstraint PlacementControls::constraint() const
{
    const auto& fixed = m_workbench.state().plan.placement;
    const auto found = fixed.find(chosen());
    return found == fixed.end() ? core::TableConstraint{} : found->second;
}

void PlacementControls::fix(const core::TableConstraint& constraint)
{
    const std::string name = chosen();
    if (name.empty())
        return;
    m_workbench.edit(withConstraint(m_workbench.state(), name, constraint), {N_("Fix %1"), {name}});
}

void PlacementControls::refresh()
{
    const PlanState& state = m_workbench.state();
    const core::Recommender* model = state.model ? state.model->recommender() : nullptr;
    QStringList names;
    if (model != nullptr) {
        for (const core::EmbeddingTable& table : model->tables)
            names << shownText(table.name);
    }
    QStringList shown;
    for (int i = 0; i < m_table->count(); ++i)
        shown << m_table->itemText(i);
    if (shown != names) {
        const QSignalBlocker quiet(m_table);
        const QString chosen = m_table->currentText();
        m_table->clear();
        m_table->addItems(names);
        m_table->setCurrentIndex(std::max(0, static_cast<int>(names.indexOf(chosen))));
    }
    for (QWidget* control : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_sharding),
                             static_cast<QWidget*>(m_kernel), static_cast<QWidget*>(m_device)})
        control->setEnabled(!names.isEmpty());
    QStringList fixed;
    for (const auto& entry : state.plan.placement)
        fixed << shownText(entry.first);
    m_fixed->setText(fixed.isEmpty() ? tr("No table is fixed.")
                                     : tr("Fixed: %1").arg(fixed.join(QStringLiteral(", "))));
    m_release->setVisible(!fixed.isEmpty());
    showTable();
}

void PlacementControls::showTable()
{
    const core::TableConstraint fixed = constraint();
    m_sharding->setTicked(indicesOf(fixed.shardings));
    m_kernel->setTicked(indicesOf(fixed.kernels));
    const QSignalBlocker quiet(m_device);
    m_device->setValue(fixed.device ? static_cast<int>(std::min<std::int64_t>(*fixed.device, kMostDevice))
                                    : -1);
}

void PlacementControls::retranslate()
{
    m_sharding->setWords(wordsOf(shardingName), tr("any sharding"));
    m_kernel->setWords(wordsOf(kernelName), tr("any memory"));
    m_device->setSpecialValueText(tr("any device"));
    m_device->setPrefix(tr("device "));
    m_release->setText(tr("Release all"));
    m_table->setAccessibleName(tr("Table"));
    m_sharding->setAccessibleName(tr("Shardings that the table may take"));
    m_sharding->setToolTip(tr("Shardings that the table may take: the search chooses among those ticked"));
    m_kernel->setAccessibleName(tr("Memory that the table may lie in"));
    m_kernel->setToolTip(tr("Kernels and memory tiers of the table: the search chooses among those ticked"));
    m_device->setAccessibleName(tr("Device of the table"));
    m_table->setToolTip(tr("The table that is fixed; the placement is searched for the others"));
    refresh();
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// A tree of calls as a flame graph: by device or host time, from the callers or from the kernels. A click
// enlarges a call, a click on what is above it goes back.
#pragma once

#include "app/desktop/charts/flame_graph.h"

#include <memory>

class QComboBox;

namespace shardscope::app {

class SceneFigure;

class FlameWidget final : public QWidget {
    Q_OBJECT

public:
    /// \p table: a tree of calls (isCallTree).
    explicit FlameWidget(std::shared_ptr<const core::Table> table, QWidget* parent = nullptr);

    [[nodiscard]] SceneFigure& figure() { return *m_figure; }

private:
    void choose();
    void enlarge(std::size_t node);
    void retranslate();

    std::shared_ptr<const core::Table> m_table;
    std::shared_ptr<const FlameTree> m_tree;
    QComboBox* m_weight;
    QComboBox* m_order;
    QComboBox* m_calls; ///< all, or modules only
    SceneFigure* m_figure;
};

} // namespace shardscope::app

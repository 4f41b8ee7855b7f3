// SPDX-License-Identifier: GPL-3.0-or-later
// α, τ and T of the convergence bound as sliders beside its curve: the same choices as the fields on the
// left.
#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QSlider;

namespace shardscope::app {

class Workbench;
struct ChoiceField;

class BoundSliders final : public QWidget {
    Q_OBJECT

public:
    explicit BoundSliders(Workbench& workbench, QWidget* parent = nullptr);
    /// The slider of "alpha", "tau" or "iterations".
    [[nodiscard]] QSlider* slider(const char* key) const;

private:
    /// A slider of a field over powers of ten; \c own: its leftmost place means 0, the model's or the mode's
    /// own.
    struct Row {
        const ChoiceField* field;
        double least;
        int places; ///< tenths of a decade
        bool own;
        QLabel* label = nullptr;
        QSlider* slider = nullptr;
        QLabel* value = nullptr;
    };
    void addRow(Row row);
    void choose(const Row& row, int place);
    void refresh();
    void retranslate();
    [[nodiscard]] static double valueAt(const Row& row, int place);
    [[nodiscard]] static int placeOf(const Row& row, double value);

    Workbench& m_workbench;
    std::vector<Row> m_rows;
};

} // namespace shardscope::app

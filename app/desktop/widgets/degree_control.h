// SPDX-License-Identifier: GPL-3.0-or-later
// A number of a plan: a slider over the sensible values, a field for any. Tells when a drag begins, for one
// undo step.
#pragma once

#include <QWidget>

#include <cstdint>
#include <vector>

class QLabel;
class QSlider;
class QSpinBox;

namespace shardscope::app {

class DegreeControl final : public QWidget {
    Q_OBJECT

public:
    explicit DegreeControl(QWidget* parent = nullptr);

    void setTexts(const QString& label, const QString& help);
    /// One line for a bar: \p letter in the place of the label, which is told where it is pointed at.
    void setCompact(const QString& letter);
    /// The slider's stops, ascending. The field takes everything from the first to \p highest.
    void setChoices(std::vector<std::int64_t> choices, std::int64_t highest);
    void setValue(std::int64_t value);
    [[nodiscard]] QSpinBox* field() const { return m_field; }

signals:
    /// Only the user emits it. \p dragging: between dragStarted() and the slider's release.
    void valueChosen(qint64 value, bool dragging);
    void dragStarted();

private:
    /// Lays all in one line if the name is short enough, else the controls under it.
    void arrange();

    QLabel* m_label;
    QSlider* m_slider;
    QSpinBox* m_field;
    QString m_letter; ///< of the compact form; empty: the label stands above
    std::vector<std::int64_t> m_choices{1};
};

/// 1, 2, 4, … up to \p highest.
[[nodiscard]] std::vector<std::int64_t> powersOfTwo(std::int64_t highest);

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// A whole number of any size, typed as the field writes it: 300 B, 1.5 T, 5e8, 500,000.
#pragma once

#include <QLineEdit>

#include <cstdint>
#include <optional>

namespace shardscope::app {

class CountField final : public QLineEdit {
    Q_OBJECT

public:
    explicit CountField(QWidget* parent = nullptr);

    void setRange(std::int64_t lowest, std::int64_t highest);
    /// \p nothing: what stands for 0; empty: "0".
    void setValue(std::int64_t value, const QString& nothing);
    [[nodiscard]] std::int64_t value() const { return m_value; }

signals:
    /// Only the user emits it, and only with another number in the range; other texts are taken back.
    void valueChosen(qint64 value);

private:
    void take();
    void show();

    std::int64_t m_value = 0;
    std::int64_t m_lowest = 0;
    std::int64_t m_highest = 0;
    QString m_nothing;
};

/// "1.5 T" -> 1,500,000,000,000. k, M, B or G, T after the number, in either case but for m, which could be
/// thousandths; groups as in the reader's language. None: not a whole number.
[[nodiscard]] std::optional<std::int64_t> countFromText(const QString& text);

} // namespace shardscope::app

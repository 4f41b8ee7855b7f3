// SPDX-License-Identifier: GPL-3.0-or-later
// Measures and shortens labels fast: a frame may have two thousand of them.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QString>

#include <array>

namespace shardscope::app {

class TextMeter {
public:
    explicit TextMeter(const QFont& font);

    [[nodiscard]] const QFont& font() const { return m_font; }
    /// Sum of the advances; kerning is left out, which errs by less than a pixel on a label.
    [[nodiscard]] double width(QStringView text) const;
    /// \p text, or its beginning with an ellipsis, so that it fits into \p width; empty where not even three
    /// characters would.
    [[nodiscard]] QString fitted(const QString& text, double width) const;
    /// \p text with an ellipsis in its middle where it is wider than \p width.
    [[nodiscard]] QString elided(const QString& text, double width) const
    {
        return m_metrics.elidedText(text, Qt::ElideMiddle, width);
    }

private:
    [[nodiscard]] double advance(QChar character) const;

    QFont m_font;
    QFontMetricsF m_metrics;
    std::array<double, 128> m_ascii{};
    double m_ellipsis = 0;
};

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Declared in plan_scenes.h.
#include "app/desktop/charts/plan/plan_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/tables/table_reader.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <numeric>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostRows = 8; ///< a list of layers has hundreds
constexpr double kHead = 18;         ///< of a row: its name
constexpr double kBar = 14;
constexpr double kRow = kHead + 2 * kBar + 14;
constexpr double kFigure = 72; ///< right of a bar
constexpr double kWord = 84;   ///< left of it

class Builder {
public:
    Builder(const core::Table& table, double width, const Theme& theme)
        : m_table(table)
        , m_theme(theme)
    {
        m_scene.width = width;
    }

    Scene make()
    {
        std::vector<std::size_t> rows(m_table.rows());
        std::iota(rows.begin(), rows.end(), std::size_t{0});
        std::ranges::stable_sort(rows, [this](std::size_t a, std::size_t b) {
            return m_table.number(a, "bytes") > m_table.number(b, "bytes");
        });
        double top = 0;
        if (rows.size() > kMostRows) {
            top = m_scene.paragraph(
                0,
                Words::tr("The %1 that hold most of %2; the table has all.").arg(kMostRows).arg(rows.size()),
                m_theme.textDim);
            rows.resize(kMostRows);
        }
        for (const std::size_t row : rows) {
            addRow(row, top);
            top += kRow;
        }
        m_scene.height = m_scene.paragraph(
            top, Words::tr("Of one layer and micro-batch; each pair on its own scale."), m_theme.textDim);
        return std::move(m_scene);
    }

private:
    void addRow(std::size_t row, double top)
    {
        const QString name = Words::tr("Layers %1: %2, %3")
                                 .arg(QString::fromStdString(m_table.text(row, "layers")),
                                      translated(m_table.text(row, "activation")),
                                      quantityString(m_table.number(row, "bytes"), core::kByte));
        const double rate = m_table.number(row, "break_even");
        const QString even =
            rate > 0 ? Words::tr("even at %1").arg(quantityString(rate, core::kBytePerSecond)) : QString();
        const double evenWidth = textWidth(even);
        m_scene.text({0, top, m_scene.width - evenWidth - 8, kHead}, name, m_theme.text);
        m_scene.text({m_scene.width - evenWidth - 1, top, evenWidth + 1, kHead}, even, m_theme.textDim,
                     kTextRight);
        const double again = m_table.number(row, "recompute_seconds");
        const double moving = m_table.number(row, "moving_seconds");
        const double longest = std::max(again, moving);
        const bool moves = m_table.text(row, "cheaper") == "move";
        addBar(top + kHead, Words::tr("recompute"), again, longest, colorOf(core::OpClass::MatrixProduct),
               !moves);
        if (moving > 0)
            addBar(top + kHead + kBar, Words::tr("move"), moving, longest, colorOf(core::OpClass::Copy),
                   moves);
        m_scene.spot({0, top, m_scene.width, kRow - 6},
                     Words::tr("%1: to recompute takes %2, to move %3; %4")
                         .arg(name, quantityString(again, core::kSecond),
                              moving > 0 ? quantityString(moving, core::kSecond) : QStringLiteral("\u2013"),
                              even));
    }

    void addBar(double top, const QString& word, double seconds, double longest, const QColor& color,
                bool cheaper)
    {
        const double room = std::max(20.0, m_scene.width - kWord - kFigure);
        const double length = longest > 0 ? std::max(1.0, seconds / longest * room) : 0;
        const Weight weight = cheaper ? Weight::Strong : Weight::Regular;
        const QColor ink = cheaper ? m_theme.text : m_theme.textDim;
        m_scene.text({0, top, kWord - 8, kBar}, word, ink, kTextRight, weight);
        m_scene.box({kWord, top + 1, length, kBar - 2}, cheaper ? color : paler(color, 0.6, m_theme));
        m_scene.text({kWord + length + 6, top, kFigure - 6, kBar}, quantityString(seconds, core::kSecond),
                     ink, kTextLeft, weight);
    }

    TableReader m_table;
    const Theme& m_theme;
    Scene m_scene;
};

} // namespace

Scene breakEvenScene(const core::Table& table, double width, const Theme& theme)
{
    return Builder(table, width, theme).make();
}

} // namespace shardscope::app

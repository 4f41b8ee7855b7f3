// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/session/text/words.h"

#include <QLocale>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kArrowAside = 0.42; ///< of a chunk, from its middle
constexpr double kRankName = 64;
constexpr double kChunkHead = 18; ///< above the grid: the chunks' numbers
constexpr double kChunkRow = 34;
constexpr double kChunkTall = 460; ///< of all rows at most
constexpr double kChunkWide = 200; ///< of a cell at most
constexpr double kChunkNamed = 13; ///< a cell that is as tall has words inside
constexpr double kNodesApart = 8;
constexpr double kHalvesApart = 24; ///< between what a rank sends and what it gets
constexpr double kStepBar = 16;
constexpr int kMostArrows = 160;

QString partName(std::string_view part)
{
    if (part == "reduce")
        return Words::tr("add");
    if (part == "broadcast")
        return Words::tr("hand down");
    return part == "exchange" ? Words::tr("exchange") : Words::tr("gather");
}

QString patternName(std::string_view algorithm)
{
    if (algorithm == "tree")
        return Words::tr("two trees");
    if (algorithm == "hierarchical")
        return Words::tr("two levels");
    if (algorithm == "in_network")
        return Words::tr("adding in the switches");
    return algorithm == "pairwise" ? Words::tr("pairs") : Words::tr("a ring");
}

class ChunkGrid {
public:
    ChunkGrid(const planner::CollectiveSteps& collective, std::size_t frame, double width, const Theme& theme)
        : m_all(collective)
        , m_done(std::min(frame, collective.steps.size()))
        , m_theme(theme)
        , m_exchanges(collective.pattern == planner::Pattern::AllToAll)
        , m_state(planner::chunksAfter(collective, m_done))
    {
        m_scene.width = width;
        const int nodes = m_all.members > 1 ? (m_all.ranks + m_all.members - 1) / m_all.members : 1;
        m_apart = nodes > 1 ? kNodesApart : 0;
        const double halves = m_exchanges ? kHalvesApart : 0;
        m_high = std::clamp((kChunkTall - m_apart * (nodes - 1)) / m_all.ranks, 4.0, kChunkRow);
        m_wide = std::clamp((width - kRankName - halves - 4) / m_all.columns(), 2.0, kChunkWide);
        m_halves = halves;
        m_bottom = rowTop(m_all.ranks - 1) + m_high;
    }

    Scene make()
    {
        double y = addHeading();
        m_top = y + kChunkHead;
        m_bottom = rowTop(m_all.ranks - 1) + m_high;
        addHeads();
        addRows();
        addArrows();
        y = addSteps(m_bottom + 14);
        y = addLegend(y + 6);
        m_scene.height = m_scene.paragraph(y + 4, said(), m_theme.textDim) + 4;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] double rowTop(int rank) const
    {
        const int node = m_all.members > 1 ? rank / m_all.members : 0;
        return m_top + rank * m_high + node * m_apart;
    }
    [[nodiscard]] QRectF cellAt(int rank, int column) const
    {
        const double right = column >= m_all.chunks ? m_halves : 0;
        const double gap = std::min(m_high, m_wide) > 8 ? 2 : std::min(m_high, m_wide) > 4 ? 1 : 0;
        return {kRankName + column * m_wide + right, rowTop(rank), m_wide - gap, m_high - gap};
    }
    [[nodiscard]] QString rankName(int rank) const { return Words::tr("rank %1").arg(rank); }

    /// Which step this is, what it does and what it takes.
    double addHeading()
    {
        QString words = Words::tr("Before the first of %1 steps").arg(m_all.steps.size());
        if (m_done > 0) {
            const planner::CollectiveStep& step = m_all.steps[m_done - 1];
            words = Words::tr("Step %1 of %2, %3: each rank sends %4 at most, in %5")
                        .arg(m_done)
                        .arg(m_all.steps.size())
                        .arg(partName(step.part), quantityString(step.bytes), quantityString(step.seconds));
        }
        const double bottom = sayFrame(m_scene, 0, words, m_theme);
        return bottom + 6;
    }

    void addHeads()
    {
        const auto head = [&](int first, QString words, const QString& brief = {}) {
            const QRectF from = cellAt(0, first);
            const QRectF to = cellAt(0, first + m_all.chunks - 1);
            if (!brief.isEmpty() && textWidth(words) > to.right() - from.left())
                words = brief;
            m_scene.text({from.left(), m_top - kChunkHead, to.right() - from.left(), kChunkHead - 2}, words,
                         m_theme.textDim, kTextMiddle);
        };
        if (m_exchanges)
            head(0, Words::tr("to send: a chunk for each rank"), Words::tr("to send"));
        else
            head(0, Words::tr("%1 chunks of %2")
                        .arg(QString::number(m_all.chunks), quantityString(m_all.chunkBytes)));
        if (m_exchanges)
            head(m_all.chunks, Words::tr("arrived"));
    }

    [[nodiscard]] QColor fillOf(const planner::ChunkState& chunk) const
    {
        if (chunk.from.empty())
            return m_theme.raised;
        if (m_exchanges) {
            const QColor own =
                categoricalColor(static_cast<std::size_t>(chunk.from.front()) % kCategoricalColors);
            return chunk.sent ? paler(own, 0.8, m_theme) : own;
        }
        const double share = static_cast<double>(chunk.from.size()) / m_all.ranks;
        const QColor color = colorOf(core::OpClass::CollectiveReplica);
        return share >= 1 ? colorOf(core::OpClass::Copy) : paler(color, 0.85 - 0.7 * share, m_theme);
    }
    [[nodiscard]] QString labelOf(const planner::ChunkState& chunk, int rank, int column) const
    {
        if (chunk.from.empty())
            return {};
        if (m_exchanges)
            return column < m_all.chunks ? QStringLiteral("%1→%2").arg(rank).arg(column)
                                         : QStringLiteral("%1→%2").arg(chunk.from.front()).arg(rank);
        if (static_cast<int>(chunk.from.size()) == m_all.ranks)
            return QStringLiteral("Σ");
        QStringList parts;
        for (const int from : chunk.from)
            parts << QString::number(from);
        const QString sum = parts.join(QLatin1Char('+'));
        // The arrow from here to another row stands beside the words, never on them.
        const double left = 2 * m_wide * kArrowAside - 12;
        return textWidth(sum) <= left ? sum : QStringLiteral("%1/%2").arg(chunk.from.size()).arg(m_all.ranks);
    }

    void addRows()
    {
        const int every = std::max(1, static_cast<int>(std::ceil(kChunkNamed / m_high)));
        for (int rank = 0; rank < m_all.ranks; ++rank) {
            int whole = 0;
            for (int column = 0; column < m_all.columns(); ++column) {
                const planner::ChunkState& chunk =
                    m_state[static_cast<std::size_t>(rank)][static_cast<std::size_t>(column)];
                const QRectF place = cellAt(rank, column);
                SceneBox& box = m_scene.box(place, fillOf(chunk));
                if (place.height() >= kChunkNamed)
                    box.label = labelOf(chunk, rank, column);
                if (chunk.arrived && std::min(m_wide, m_high) > 6)
                    box.edge = m_theme.text;
                const bool done = m_exchanges ? column >= m_all.chunks && !chunk.from.empty()
                                              : static_cast<int>(chunk.from.size()) == m_all.ranks;
                whole += done ? 1 : 0;
            }
            const QRectF first = cellAt(rank, 0);
            if (rank % every == 0)
                m_scene.text({0, first.center().y() - 8, kRankName - 8, 16}, rankName(rank), m_theme.text,
                             kTextRight);
            m_scene.spot({0, first.top(), cellAt(rank, m_all.columns() - 1).right(), first.height()},
                         (m_exchanges ? Words::tr("Rank %1 of node %2: %3 of %4 chunks have arrived")
                                      : Words::tr("Rank %1 of node %2: %3 of %4 chunks are complete"))
                             .arg(rank)
                             .arg(m_all.members > 0 ? rank / m_all.members : 0)
                             .arg(whole)
                             .arg(m_all.chunks),
                         QStringLiteral("rank.%1").arg(rank));
        }
    }

    /// What the last step moved: from row to row within a chunk's column.
    void addArrows()
    {
        if (m_done == 0 || m_high < 8)
            return;
        const auto& moves = m_all.steps[m_done - 1].moves;
        if (moves.size() > kMostArrows)
            return;
        for (const planner::ChunkMove& move : moves) {
            const QRectF from = cellAt(move.from, move.chunk);
            const QRectF to = cellAt(move.to, move.into);
            const double x = from.width() * (m_exchanges ? 0.5 : kArrowAside);
            const bool down = to.center().y() >= from.center().y();
            QPointF end(to.center().x() + x, down ? to.top() + 3 : to.bottom() - 3);
            if (m_exchanges)
                end = to.center() - QPointF(to.width() / 2 - 2, 0);
            SceneLine& line = m_scene.line(from.center() + QPointF(x, 0), end,
                                           move.outside ? m_theme.bad : m_theme.text, m_exchanges ? 1 : 1.2);
            if (m_exchanges) // they cross what is behind them
                line.color.setAlphaF(0.75F);
            line.arrow = true;
            line.dashed = move.outside;
        }
    }

    /// The steps one after the other, each as long as it takes.
    double addSteps(double top)
    {
        m_scene.text({0, top, kRankName - 8, kStepBar}, Words::tr("time"), m_theme.textDim, kTextRight);
        const double room = m_scene.width - kRankName - 4;
        double x = kRankName;
        for (std::size_t at = 0; at < m_all.steps.size(); ++at) {
            const planner::CollectiveStep& step = m_all.steps[at];
            const double wide =
                m_all.seconds.value() > 0 ? room * step.seconds.value() / m_all.seconds.value() : 0;
            const QColor color = step.part == "reduce" ? colorOf(core::OpClass::CollectiveReplica)
                                                       : colorOf(core::OpClass::Copy);
            SceneBox& box = m_scene.box({x, top, std::max(0.5, wide - (wide > 4 ? 1 : 0)), kStepBar},
                                        at < m_done ? color : paler(color, 0.75, m_theme));
            box.label = QString::number(at + 1);
            if (at + 1 == m_done)
                box.edge = m_theme.text;
            m_scene.spot(box.rect,
                         Words::tr("Step %1, %2: %3, %4 messages")
                             .arg(at + 1)
                             .arg(partName(step.part), quantityString(step.seconds))
                             .arg(step.moves.size()),
                         QStringLiteral("step.%1").arg(at + 1));
            x += wide;
        }
        return top + kStepBar;
    }

    double addLegend(double y)
    {
        if (m_exchanges)
            return m_scene.legend(y,
                                  {{categoricalColor(0), Words::tr("colour: the rank that it comes from")},
                                   {paler(categoricalColor(0), 0.8, m_theme), Words::tr("sent")}},
                                  m_theme);
        const QColor color = colorOf(core::OpClass::CollectiveReplica);
        return m_scene.legend(y,
                              {{paler(color, 0.85 - 0.7 / m_all.ranks, m_theme), Words::tr("of one rank")},
                               {paler(color, 0.3, m_theme), Words::tr("sum of some")},
                               {colorOf(core::OpClass::Copy), Words::tr("Σ: sum of all")}},
                              m_theme);
    }

    [[nodiscard]] QString said() const
    {
        QStringList parts;
        parts << Words::tr("All steps: %1; a rank sends %2 of the %3 that it has.")
                     .arg(quantityString(m_all.seconds), quantityString(m_all.sent),
                          quantityString(m_all.bytes));
        const bool measured = m_all.taken.name == planner::kMeasuredAlgorithm.name;
        if (m_all.borrowed)
            parts << Words::tr(
                "This machine's links are calibrated with rings: other ways are given a ring's time.");
        else if (m_all.priced && measured)
            parts << Words::tr(
                "That is the plan's price: measured on such machines, and shared out over the steps.");
        else if (m_all.priced)
            parts << Words::tr("That is the plan's price.");
        else if (measured)
            parts << Words::tr("The plan is priced as such machines were measured: %1.")
                         .arg(quantityString(m_all.price));
        else
            parts << Words::tr("The plan is priced with %1, which takes %2.")
                         .arg(patternName(m_all.taken.name), quantityString(m_all.price));
        const bool between = std::ranges::any_of(m_all.steps, [](const planner::CollectiveStep& step) {
            return std::ranges::any_of(step.moves, &planner::ChunkMove::outside);
        });
        if (between)
            parts << Words::tr("Dashed: between nodes.");
        if (m_all.pattern == planner::Pattern::Tree)
            parts << Words::tr(
                "In truth chunks are many and small, so that all levels are at work nearly all the time.");
        return parts.join(QLatin1Char(' '));
    }

    const planner::CollectiveSteps& m_all;
    std::size_t m_done;
    const Theme& m_theme;
    bool m_exchanges;
    std::vector<std::vector<planner::ChunkState>> m_state;
    double m_apart = 0;
    double m_halves = 0;
    double m_high = 0;
    double m_wide = 0;
    double m_top = 0;
    double m_bottom = 0;
    Scene m_scene;
};

} // namespace

Scene chunkScene(const planner::CollectiveSteps& collective, std::size_t frame, double width,
                 const Theme& theme)
{
    return ChunkGrid(collective, frame, width, theme).make();
}

} // namespace shardscope::app

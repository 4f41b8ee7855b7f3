// SPDX-License-Identifier: GPL-3.0-or-later
// Colours follow texts, not ids, so that the same kernel looks the same in every run.
#include "app/desktop/timeline/coloring.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/run_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/mapped.h"
#include "core/base/text_mark.h"

#include <QCoreApplication>
#include <algorithm>

namespace shardscope::app {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Coloring)
};

/// FNV-1a (Fowler, Noll, Vo), 32 bits: spreads similar names.
std::uint32_t hashOf(const QString& text)
{
    std::uint32_t hash = 2166136261U;
    for (const QChar character : text) {
        hash ^= character.unicode();
        hash *= 16777619U;
    }
    return hash;
}

std::vector<std::int32_t> ranksOf(const core::Timeline& timeline)
{
    auto ranks = core::mapped<std::int32_t>(timeline.tracks(), &core::Track::rank);
    std::ranges::sort(ranks);
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

} // namespace

ColoringPtr Coloring::make(const RunView& run, ColorBy by)
{
    auto coloring = std::make_shared<Coloring>();
    coloring->m_by = by;
    const core::Timeline& timeline = run.timeline();
    switch (by) {
    case ColorBy::Operation:
        for (const core::OpClass operation : core::allOpClasses())
            coloring->m_entries.push_back({colorOf(operation), {}, operation, -1});
        break;
    case ColorBy::Name:
        for (std::size_t index = 0; index < kCategoricalColors; ++index)
            coloring->m_entries.push_back({categoricalColor(index), {}, core::OpClass::Host, -1});
        coloring->m_byKey.reserve(run.label.size());
        for (const QString& label : run.label)
            coloring->m_byKey.push_back(static_cast<std::uint8_t>(hashOf(label) % kCategoricalColors));
        break;
    case ColorBy::Category:
        coloring->m_byKey.assign(timeline.names().size() + 1, 0);
        for (std::size_t index = 0; index < run.categories.size(); ++index) {
            const core::NameId category = run.categories[index];
            const std::size_t key = category.valid() ? category.index() + 1 : 0;
            coloring->m_byKey[key] = static_cast<std::uint8_t>(index % kCategoricalColors);
            if (index < kCategoricalColors)
                coloring->m_entries.push_back({categoricalColor(index), category, core::OpClass::Host, -1});
        }
        break;
    case ColorBy::Rank: {
        constexpr std::size_t kMost = 240; // what a byte tells apart
        const auto ranks = ranksOf(timeline);
        const std::size_t shades = std::min(ranks.size(), kMost);
        for (std::size_t shade = 0; shade < shades; ++shade) {
            const double share =
                shades < 2 ? 0.5 : static_cast<double>(shade) / static_cast<double>(shades - 1);
            coloring->m_entries.push_back(
                {shades <= kCategoricalColors ? categoricalColor(shade) : sequentialColor(share),
                 {},
                 core::OpClass::Host,
                 ranks[shade * ranks.size() / shades]});
        }
        for (const core::Track& track : timeline.tracks()) {
            const auto at = std::ranges::lower_bound(ranks, track.rank) - ranks.begin();
            coloring->m_byKey.push_back(
                static_cast<std::uint8_t>(static_cast<std::size_t>(at) * shades / ranks.size()));
        }
        break;
    }
    }
    return coloring;
}

std::uint8_t Coloring::of(const RunView& run, std::uint32_t row, core::TrackId track) const
{
    switch (m_by) {
    case ColorBy::Name: return m_byKey[run.timeline().name()[row].index()];
    case ColorBy::Category: {
        const core::NameId category = run.timeline().category()[row];
        return m_byKey[category.valid() ? category.index() + 1 : 0];
    }
    case ColorBy::Rank: return m_byKey[track.index()];
    case ColorBy::Operation: break;
    }
    return static_cast<std::uint8_t>(run.operation[row]);
}

const char* operationWord(core::OpClass operation)
{
    using core::OpClass;
    switch (operation) {
    case OpClass::MatrixProduct: return N_("matrix product");
    case OpClass::Attention: return N_("attention");
    case OpClass::Elementwise: return N_("element-wise, norm");
    case OpClass::Embedding: return N_("embedding, gather");
    case OpClass::CollectiveTensor: return N_("collective (tensor)");
    case OpClass::CollectiveReplica: return N_("collective (replica)");
    case OpClass::CollectiveExpert: return N_("all-to-all");
    case OpClass::PointToPoint: return N_("send, receive");
    case OpClass::Copy: return N_("copy, streaming");
    case OpClass::Optimizer: return N_("optimizer");
    case OpClass::Idle: return N_("idle");
    case OpClass::Host: break;
    }
    return N_("host");
}

QString operationName(core::OpClass operation) { return translated(operationWord(operation)); }

QString entryText(const RunView& run, const Coloring& coloring, const Coloring::Entry& entry)
{
    switch (coloring.by()) {
    case ColorBy::Operation:
        return QStringLiteral("%1 ").arg(QLatin1Char(core::opClassLetter(entry.operation))) +
               operationName(entry.operation);
    case ColorBy::Category: {
        if (!entry.name.valid() || run.timeline().names().text(entry.name).empty())
            return Words::tr("no category");
        const auto text = run.timeline().names().text(entry.name);
        return shownText(text);
    }
    case ColorBy::Rank:
        return entry.rank < 0 ? Words::tr("rank unknown") : Words::tr("rank %1").arg(entry.rank);
    case ColorBy::Name: break;
    }
    return {};
}

} // namespace shardscope::app

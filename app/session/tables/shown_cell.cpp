// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tables/shown_cell.h"

#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/plan/embedding.h"
#include "core/report/words.h"

#include <QCoreApplication>

namespace shardscope::app {

QString CellWriter::exact(std::int64_t value, core::Dimension dimension) const
{
    const auto number = static_cast<double>(value);
    return quantity(dimension == core::kSecond ? number * 1e-9 : number, dimension);
}

QString shownCell(const core::Table& table, std::size_t row, std::size_t column, const CellWriter& writer)
{
    const core::Cell& cell = table.rows[row][column];
    const core::Column& heading = table.columns[column];
    const core::CellNote& note = table.note(row, column);
    if (std::holds_alternative<std::monostate>(cell))
        return QChar(0x2013);
    if (!note.name.empty() && writer.showsNames())
        return shownText(translated(note.name));
    if (const auto* text = std::get_if<std::string>(&cell))
        return writer.words(*text, note.words.value_or(heading.words));
    if (const auto* flag = std::get_if<bool>(&cell))
        return *flag ? Words::tr("yes") : Words::tr("no");
    const auto* whole = std::get_if<std::int64_t>(&cell);
    const double value = whole ? static_cast<double>(*whole) : std::get<double>(cell);
    if (note.dimension)
        return whole && *note.dimension != core::kNumber ? writer.exact(*whole, *note.dimension)
                                                         : writer.quantity(value, *note.dimension);
    switch (heading.kind) {
    case core::CellKind::Nanoseconds: return writer.nanoseconds(value);
    case core::CellKind::Fraction: return writer.fraction(value);
    case core::CellKind::Quantity: return writer.quantity(value, heading.dimension);
    default: return whole ? writer.integer(*whole) : writer.real(value);
    }
}

QString shownWords(const std::string& text, core::Words kind)
{
    const QString same = shownText(text);
    switch (kind) {
    case core::Words::Names: return same;
    case core::Words::Text: return shownText(translated(text));
    case core::Words::Rank: // "rank 3"
        return QCoreApplication::translate("Words", "rank %1").arg(same.section(QLatin1Char(' '), 1));
    case core::Words::RankClass: return rankClassName(text);
    case core::Words::Tier: {
        const auto tier = core::fromName<core::Tier>(text);
        return tier ? tierName(*tier) : same;
    }
    case core::Words::Label: return labelText(text);
    case core::Words::ModelFigure: return modelFigureName(text);
    case core::Words::Operation: return collectiveText(same);
    case core::Words::Group: return groupText(same);
    case core::Words::Sharding: {
        const auto sharding = core::fromName<core::TableSharding>(text);
        return sharding ? shardingName(*sharding) : same;
    }
    case core::Words::Kernel: {
        const auto kernel = core::fromName<core::LookupKernel>(text);
        return kernel ? kernelName(*kernel) : same;
    }
    case core::Words::RecommenderPart: return recommenderPartName(text);
    case core::Words::Bound: return boundName(text);
    case core::Words::System: return systemName(text);
    case core::Words::Traffic: return trafficName(text);
    case core::Words::BatchStage: return stageWord(text);
    }
    return same;
}

} // namespace shardscope::app

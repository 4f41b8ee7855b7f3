// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/answers/match_table.h"

#include "core/base/text_mark.h"

#include <array>

namespace shardscope::profiler::sql {

namespace {

constexpr std::array kMatchColumns{
    integerSpec("a_id", N_("a.slice.id; NULL: the other side has nothing that it is")),
    integerSpec("b_id", N_("b.slice.id; NULL: likewise")),
    integerSpec("line", N_("the same for all rows of one line of the comparison, from 0, the line that "
                           "differs most first")),
    textSpec("how", N_("how they found each other: key (operator and shape), shape, class, or only_a and "
                       "only_b")),
    textSpec("term", N_("what the step is spent on: product, attention, all_reduce, …")),
    textSpec("pass", N_("forward, recompute, backward, update; NULL: not told")),
    textSpec("class", N_("of the work")),
    textSpec("shape", N_("that both have; NULL: several, or not told")),
    integerSpec("step", N_("counted steps, from 0")),
    integerSpec("a_dur", N_("duration of A's row, in ns")),
    integerSpec("b_dur", N_("duration of B's row, in ns"))};

constexpr ComputedKind kMatchKind{
    "match", N_("of two runs: the work of devices, row by row, and what each is to the other's"),
    kMatchColumns};

void tellText(std::string_view text, Answer answer)
{
    text.empty() ? answer.null() : answer.lastingText(text);
}

} // namespace

const ComputedKind& MatchTable::kind() { return kMatchKind; }

void MatchTable::cell(std::size_t row, int column, Answer answer) const
{
    const RowPair& pair = m_pairs[row];
    const RowDifference& line = m_difference.rows[pair.difference];
    const auto duration = [&](const MatchSide& side, std::uint32_t own) {
        own == kNoRow ? answer.null() : answer.integer(side.input.timeline().dur()[own]);
    };
    switch (column) {
    case 0: return tellRow(pair.a, answer);
    case 1: return tellRow(pair.b, answer);
    case 2: return answer.integer(pair.difference);
    case 3: return answer.lastingText(core::nameOf(line.match));
    case 4: return answer.lastingText(core::nameOf(line.term));
    case 5: return tellText(core::nameOf(line.pass), answer);
    case 6: return tellText(core::nameOf(line.kind), answer);
    case 7: return tellText(line.shape, answer);
    case 8: return answer.integer(pair.step);
    case 9: return duration(m_a, pair.a);
    default: return duration(m_b, pair.b);
    }
}

core::Result<core::Done> MatchTable::compute()
{
    m_difference = stepDifference(m_a.steps, m_b.steps);
    SHARDSCOPE_TRY(m_pairs, rowPairs(m_a.input, m_a.steps, m_b.input, m_b.steps, m_difference, m_task));
    return core::Done{};
}

} // namespace shardscope::profiler::sql

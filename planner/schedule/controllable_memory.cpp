// SPDX-License-Identifier: GPL-3.0-or-later
// V-Half and V-Min (arXiv:2405.15362; sail-sg/zero-bubble-pipeline-parallelism, scheduler/zbv_greedy.py): a
// pattern of six slots that repeats for each micro-batch, chosen so that a rank holds a half or a third of
// 1F1B's activations. What stands loose at both ends is drawn together without holding more, once with the
// weight gradients in place and once without them; these then go where nothing else is.
#include "planner/schedule/builders.h"

#include <algorithm>
#include <array>

namespace shardscope::planner {
namespace {

constexpr int kSlots = 6; ///< of the pattern
/// Rows of a rank's table: forward of leg 0 and 1, gradient of leg 0 and 1, weight gradients (of both legs,
/// or of leg 0), weight gradients of leg 1.
constexpr int kWeights = 4;
using Table = std::array<std::vector<int>, 6>; ///< slot of each micro-batch
using Tables = std::vector<Table>;

struct Entry {
    int slot;
    int rank;
    int row;
    int micro;
};

/// Everything in the tables by slot, then rank, then row.
std::vector<Entry> bySlot(const Tables& tables)
{
    std::vector<Entry> out;
    for (std::size_t rank = 0; rank < tables.size(); ++rank) {
        for (std::size_t row = 0; row < tables[rank].size(); ++row) {
            for (std::size_t micro = 0; micro < tables[rank][row].size(); ++micro)
                out.push_back({tables[rank][row][micro], static_cast<int>(rank), static_cast<int>(row),
                               static_cast<int>(micro)});
        }
    }
    std::ranges::stable_sort(out, {}, &Entry::slot);
    return out;
}

int lastSlot(const Table& table)
{
    int last = 0;
    for (const std::vector<int>& row : table)
        last = row.empty() ? last : std::max(last, row.back());
    return last;
}

/// Which row runs in each slot of a rank; -1: none.
std::vector<int> slotsOf(const Table& table, std::size_t rows)
{
    std::vector<int> slots(static_cast<std::size_t>(lastSlot(table)) + 1, -1);
    for (std::size_t row = 0; row < rows; ++row) {
        for (const int slot : table[row])
            slots[static_cast<std::size_t>(slot)] = static_cast<int>(row);
    }
    return slots;
}

/// Puts the weight gradients into the slots that are free, as soon as there are some to do.
void placeWeights(Table& table, bool apart)
{
    table[kWeights].clear();
    table[kWeights + 1].clear();
    const std::vector<int> slots = slotsOf(table, kWeights);
    int waiting[2] = {0, 0};
    int slot = 0;
    for (; slot < static_cast<int>(slots.size()); ++slot) {
        const int row = slots[static_cast<std::size_t>(slot)];
        if (row >= 2)
            ++waiting[apart ? row - 2 : 0];
        if (row >= 0)
            continue;
        const int leg = waiting[0] > 0 ? 0 : 1;
        if (waiting[leg] > 0) {
            table[static_cast<std::size_t>(kWeights + leg)].push_back(slot);
            --waiting[leg];
        }
    }
    for (int leg = 0; leg < 2; ++leg) {
        for (; waiting[leg] > 0; --waiting[leg])
            table[static_cast<std::size_t>(kWeights + leg)].push_back(slot++);
    }
}

/// Chunks that a rank holds at most. Where weight gradients have no place yet, each free slot is taken for
/// one.
int mostHeld(const Table& table)
{
    const bool placed = !table[kWeights].empty();
    int held = 0;
    int most = 0;
    int waiting = 0;
    for (const int row : slotsOf(table, placed ? kWeights + 1 : kWeights)) {
        if (row == 0 || row == 1) {
            ++held;
        } else if (row == kWeights) {
            --held;
        } else if (row >= 2) {
            ++waiting;
        } else if (!placed && waiting > 0) {
            --held;
            --waiting;
        }
        most = std::max(most, held);
    }
    return most;
}

/// The rank whose same row must come before; none outside.
int rankBefore(int rank, int row, int ranks)
{
    const int found = row == 0 || row == 2 ? rank - 1 : row == 1 || row == 3 ? rank + 1 : -1;
    return found < ranks ? found : -1;
}

/// The same orders, every entry one slot long and as early as what it waits for allows.
Tables squeezed(const Tables& tables)
{
    const int ranks = static_cast<int>(tables.size());
    Tables out = tables;
    std::vector<int> free(tables.size(), 0);
    for (const Entry& entry : bySlot(tables)) {
        int begin = free[static_cast<std::size_t>(entry.rank)];
        const auto after = [&](int rank, int row) {
            begin = std::max(begin, out[static_cast<std::size_t>(rank)][static_cast<std::size_t>(row)]
                                       [static_cast<std::size_t>(entry.micro)] +
                                        1);
        };
        if (const int before = rankBefore(entry.rank, entry.row, ranks); before >= 0)
            after(before, entry.row);
        if (entry.row > 0 && entry.row < kWeights)
            after(entry.rank, entry.row - 1);
        out[static_cast<std::size_t>(entry.rank)][static_cast<std::size_t>(entry.row)]
           [static_cast<std::size_t>(entry.micro)] = begin;
        free[static_cast<std::size_t>(entry.rank)] = begin + 1;
    }
    return out;
}

/// The slot in which the gradient of inputs number \p index of a rank runs, of both legs together.
int gradientSlot(const Table& table, int index)
{
    std::vector<int> both(table[2].size() + table[3].size());
    std::merge(table[2].begin(), table[2].end(), table[3].begin(), table[3].end(), both.begin());
    return both[static_cast<std::size_t>(index)];
}

class Drawing {
public:
    Drawing(Tables tables, bool withWeights, const core::Task& task)
        : m_tables(std::move(tables))
        , m_withWeights(withWeights)
        , m_task(task)
    {
    }

    /// Draws both ends together; the steady part stays. Once cancelled, nothing is drawn any more.
    Tables run()
    {
        for (Table& table : m_tables) {
            if (m_withWeights)
                placeWeights(table, false);
            m_most = std::max(m_most, mostHeld(table));
            m_taken.emplace_back(static_cast<std::size_t>(lastSlot(table)) + 1, false);
        }
        enum { WarmingUp, Steady, Ending } part = WarmingUp;
        const int lastForward = static_cast<int>(m_tables[0][0].size()) - 1;
        for (const Entry& entry : bySlot(m_tables)) {
            if (part == WarmingUp && entry.rank == 0 && entry.row == 3)
                part = Steady;
            const bool stays = part == Steady || (part == WarmingUp && !m_withWeights);
            if (part == Steady && entry.row == 0 && entry.micro == lastForward)
                part = Ending;
            if (!stays && !m_task.cancelled())
                pull(entry);
            take(entry);
        }
        if (!m_withWeights) {
            for (Table& table : m_tables)
                placeWeights(table, false);
        }
        return squeezed(m_tables);
    }

private:
    int& at(const Entry& entry) { return at(entry.rank, entry.row, entry.micro); }
    int& at(int rank, int row, int micro)
    {
        return m_tables[static_cast<std::size_t>(rank)][static_cast<std::size_t>(row)]
                       [static_cast<std::size_t>(micro)];
    }
    void take(const Entry& entry)
    {
        m_taken[static_cast<std::size_t>(entry.rank)][static_cast<std::size_t>(at(entry))] = true;
    }
    /// The earliest free slot after what the entry waits for in which no rank holds more than before.
    void pull(const Entry& entry)
    {
        int after = -1;
        const int before = rankBefore(entry.rank, entry.row, static_cast<int>(m_tables.size()));
        if (before >= 0)
            after = std::max(after, at(before, entry.row, entry.micro));
        if (entry.row > 0 && entry.row < kWeights)
            after = std::max(after, at(entry.rank, entry.row - 1, entry.micro));
        Table& table = m_tables[static_cast<std::size_t>(entry.rank)];
        if (entry.row == kWeights)
            after = std::max(after, gradientSlot(table, entry.micro));
        if (entry.micro > 0)
            after = std::max(after, at(entry.rank, entry.row, entry.micro - 1));
        const std::vector<bool>& taken = m_taken[static_cast<std::size_t>(entry.rank)];
        for (int slot = after + 1; slot < entry.slot && !m_task.cancelled(); ++slot) {
            if (taken[static_cast<std::size_t>(slot)])
                continue;
            at(entry) = slot;
            if (mostHeld(table) <= m_most)
                return;
        }
        at(entry) = entry.slot;
    }

    Tables m_tables;
    bool m_withWeights;
    const core::Task& m_task;
    int m_most = 0;
    std::vector<std::vector<bool>> m_taken;
};

/// Slots of the first micro-batch: forward down, forward up, gradient down, gradient up.
std::array<int, 4> patternOf(ScheduleKind kind, int ranks, int rank)
{
    if (kind == ScheduleKind::VMin) {
        const int interval = ranks % 3 == 0 ? 2 : 0;
        return {rank, 2 * ranks - rank - 1, 2 * ranks + interval + rank, 4 * ranks + interval - rank - 1};
    }
    const int interval = ranks % 2 == 0 ? 3 : 0;
    return {2 * rank, 3 * ranks - rank - 2, 3 * ranks + interval + 2 * rank - 1,
            6 * ranks + interval - rank - 2};
}

void dropWeights(Tables& tables)
{
    for (Table& table : tables) {
        table[kWeights].clear();
        table[kWeights + 1].clear();
    }
}

} // namespace

std::vector<std::vector<Action>> controllableMemoryRanks(const ScheduleRequest& request,
                                                         const core::Task& task)
{
    const int ranks = static_cast<int>(request.pipeline);
    Tables tables(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        const std::array<int, 4> pattern = patternOf(request.kind, ranks, rank);
        for (std::size_t row = 0; row < pattern.size(); ++row) {
            for (int micro = 0; micro < request.microBatches; ++micro)
                tables[static_cast<std::size_t>(rank)][row].push_back(pattern[row] + kSlots * micro);
        }
    }
    tables = Drawing(std::move(tables), true, task).run();
    if (task.cancelled())
        return {};
    dropWeights(tables);
    tables = Drawing(std::move(tables), false, task).run();
    dropWeights(tables);
    for (Table& table : tables)
        placeWeights(table, true);
    std::vector<std::vector<Action>> out(tables.size());
    constexpr ActionKind kKinds[] = {ActionKind::Forward,        ActionKind::Forward,
                                     ActionKind::InputGradient,  ActionKind::InputGradient,
                                     ActionKind::WeightGradient, ActionKind::WeightGradient};
    for (const Entry& entry : bySlot(tables)) {
        // Leg 0 of the forwards goes through the lower stages; of the gradients, through the upper ones.
        const bool lower = entry.row == 0 || entry.row == 3 || entry.row == 5;
        out[static_cast<std::size_t>(entry.rank)].push_back(
            {kKinds[entry.row], lower ? entry.rank : 2 * ranks - 1 - entry.rank, entry.micro, -1, -1});
    }
    return out;
}

} // namespace shardscope::planner

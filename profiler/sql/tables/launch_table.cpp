// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/launch_table.h"

#include "core/base/text_mark.h"
#include "core/timeline/host_rows.h"
#include "profiler/analyze/host/annotation_sweep.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace shardscope::profiler::sql {

namespace {

constexpr std::array kLaunchColumns{
    ColumnSpec{"id", ColumnType::Integer, kEqual, true, false, false, N_("slice.id of the device's work")},
    integerSpec("ts", N_("begin, in ns")),
    integerSpec("dur", N_("duration, in ns")),
    textSpec("name", N_("of the device's work")),
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("stream", N_("as the file numbers it; NULL: it does not")),
    integerSpec("call_id", N_("slice.id of the call that launched it; NULL: the file does not tell")),
    textSpec("call", N_("name of that call")),
    integerSpec("delay", N_("from the call's end to the work's begin, in ns; 0 where it began before")),
    integerSpec("operator_id", N_("slice.id of the innermost operator around the call")),
    textSpec("operator", N_("its name")),
    textSpec("module", N_("the innermost module around the call, where Python was recorded")),
    textSpec("function", N_("the innermost Python function around the call")),
    textSpec("annotation", N_("the innermost range that the program named around the call")),
    textSpec("fused", N_("operators that torch.compile made the kernel of, by name; NULL: none is told")),
    textSpec("fused_from", N_("mapping (torch.compile's file beside the trace), or name (the kernel's)")),
    textSpec("fused_nodes", N_("the same as nodes of the compiled graph, where a mapping tells")),
    textSpec("source_nodes", N_("nodes of the program's graph that these come from, where a mapping tells"))};

/// The surroundings of each call. Calls of one operator share them, so each row is looked at once.
class Contexts {
public:
    Contexts(const RunRows& rows, std::vector<LaunchContext>& contexts)
        : m_rows(rows)
        , m_contexts(contexts)
    {
        const core::StringPool& names = rows.timeline().names();
        m_roles.reserve(names.size());
        m_modules.reserve(names.size());
        for (std::size_t at = 0; at < names.size(); ++at) {
            const std::string_view text = names.text(core::NameId(at));
            m_roles.push_back(core::hostRow(text));
            m_modules.push_back(text.starts_with(core::kModuleRow));
        }
        m_contexts.assign(1, {});
    }

    /// Number of what \p row, and all around it, makes.
    [[nodiscard]] std::uint32_t of(std::uint32_t row)
    {
        m_chain.clear();
        std::uint32_t number = 0;
        for (; row != RunRows::kNoRow; row = m_rows.parent(row)) {
            if (const auto known = m_known.find(row); known != m_known.end()) {
                number = known->second;
                break;
            }
            m_chain.push_back(row);
        }
        for (auto at = m_chain.rbegin(); at != m_chain.rend(); ++at) { // from outside
            number = within(number, *at);
            m_known.emplace(*at, number);
        }
        return number;
    }

private:
    std::uint32_t within(std::uint32_t outer, std::uint32_t row)
    {
        const core::NameId category = m_rows.category(row);
        const core::NameId name = m_rows.name(row);
        const core::HostRow role = category.valid() ? m_roles[category.index()] : core::HostRow::Other;
        if (role == core::HostRow::Other)
            return outer;
        LaunchContext context = m_contexts[outer];
        if (role == core::HostRow::Operation)
            context.operation = row;
        else if (name.valid() && m_modules[name.index()])
            context.module = row;
        else
            context.function = row;
        m_contexts.push_back(context);
        return static_cast<std::uint32_t>(m_contexts.size() - 1);
    }

    const RunRows& m_rows;
    std::vector<LaunchContext>& m_contexts;
    std::vector<core::HostRow> m_roles; ///< by name, as a category
    std::vector<bool> m_modules;        ///< by name
    std::unordered_map<std::uint32_t, std::uint32_t> m_known;
    std::vector<std::uint32_t> m_chain;
};

class LaunchCursor final : public CountingCursor {
public:
    explicit LaunchCursor(LaunchTable& table)
        : m_table(table)
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override
    {
        if (!m_table.make())
            return Status::Interrupted;
        IntegerRange id;
        for (std::size_t at = 0; at < values.size(); ++at)
            narrow(id, plan.constraints[at].comparison, values[at]);
        const auto launches = m_table.launches();
        m_backwards = plan.descending;
        m_begin = m_end = m_at = 0;
        if (id.empty())
            return Status::Ok;
        m_begin = static_cast<std::size_t>(
            std::lower_bound(launches.begin(), launches.end(), id.low,
                             [](const Launch& launch, std::int64_t row) { return launch.row < row; }) -
            launches.begin());
        m_end = static_cast<std::size_t>(
            std::upper_bound(launches.begin() + static_cast<std::ptrdiff_t>(m_begin), launches.end(), id.high,
                             [](std::int64_t row, const Launch& launch) { return row < launch.row; }) -
            launches.begin());
        m_at = m_begin;
        return Status::Ok;
    }
    bool atEnd() const override { return m_at >= m_end; }

    void cell(int column, Answer answer) override
    {
        m_table.tell(static_cast<LaunchColumn>(column), m_table.launches()[index()], answer);
    }

    std::int64_t rowid() const override { return static_cast<std::int64_t>(index()); }

private:
    [[nodiscard]] std::size_t index() const { return m_backwards ? m_begin + (m_end - 1 - m_at) : m_at; }
    LaunchTable& m_table;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    bool m_backwards = false;
};

} // namespace

namespace {

void tellUnlessNegative(std::int64_t value, Answer answer)
{
    value < 0 ? answer.null() : answer.integer(value);
}
void tellRow(std::uint32_t row, Answer answer)
{
    row == RunRows::kNoRow ? answer.null() : answer.integer(row);
}
void tellUnlessEmpty(const std::string& text, Answer answer)
{
    text.empty() ? answer.null() : answer.lastingText(text);
}

} // namespace

core::NameId LaunchTable::nameOf(LaunchColumn column, const Launch& launch) const
{
    const LaunchContext& context = around(launch);
    const std::uint32_t row = column == kLaunchName         ? launch.row
                              : column == kLaunchCall       ? launch.call
                              : column == kLaunchOperator   ? context.operation
                              : column == kLaunchModule     ? context.module
                              : column == kLaunchFunction   ? context.function
                              : column == kLaunchAnnotation ? launch.annotation
                                                            : RunRows::kNoRow;
    return row == RunRows::kNoRow ? core::NameId() : m_rows.name(row);
}

void LaunchTable::tell(LaunchColumn column, const Launch& launch, Answer answer)
{
    switch (column) {
    case kLaunchId: return answer.integer(launch.row);
    case kLaunchTs: return answer.integer(m_rows.ts(launch.row));
    case kLaunchDur: return answer.integer(m_rows.dur(launch.row));
    case kLaunchRank: return tellUnlessNegative(rankOf(launch), answer);
    case kLaunchStream: return tellUnlessNegative(launch.stream, answer);
    case kLaunchCallId: return tellRow(launch.call, answer);
    case kLaunchDelay:
        if (launch.call == RunRows::kNoRow)
            return answer.null();
        return answer.integer(std::max<std::int64_t>(
            0, m_rows.ts(launch.row) - (m_rows.ts(launch.call) + m_rows.dur(launch.call))));
    case kLaunchOperatorId: return tellRow(around(launch).operation, answer);
    case kLaunchName:
    case kLaunchCall:
    case kLaunchOperator:
    case kLaunchModule:
    case kLaunchFunction:
    case kLaunchAnnotation: {
        const core::NameId name = nameOf(column, launch);
        return name.valid() ? answer.lastingText(m_rows.timeline().names().text(name)) : answer.null();
    }
    default: break;
    }
    const FusedKernel* const of = fused(launch);
    if (of == nullptr)
        return answer.null();
    switch (column) {
    case kLaunchFused: return answer.lastingText(of->operators);
    case kLaunchFusedFrom: return answer.lastingText(of->mapped ? "mapping" : "name");
    case kLaunchNodes: return tellUnlessEmpty(of->nodes, answer);
    default: return tellUnlessEmpty(of->sources, answer);
    }
}

const FusedKernel* LaunchTable::fused(const Launch& launch)
{
    if (!m_fused)
        m_fused.emplace(m_input.run());
    const auto textOf = [&](std::uint32_t row) {
        const core::NameId name = row == RunRows::kNoRow ? core::NameId() : m_rows.name(row);
        return name.valid() ? m_rows.timeline().names().text(name) : std::string_view();
    };
    return m_fused->of(textOf(launch.row), textOf(around(launch).operation));
}

std::span<const ColumnSpec> LaunchTable::specs() { return kLaunchColumns; }
std::unique_ptr<Cursor> LaunchTable::open() { return std::make_unique<LaunchCursor>(*this); }

Estimate LaunchTable::estimate(const Plan& plan) const
{
    const double rows = m_made ? static_cast<double>(m_launches.size()) : m_rows.slices() / 4.0;
    if (plan.constraints.empty())
        return {rows, rows * 2, false};
    return {1, 20, true};
}

bool LaunchTable::make()
{
    if (m_made)
        return true;
    std::vector<Launch> launches;
    std::vector<LaunchContext> contexts;
    Contexts around(m_rows, contexts);
    for (std::size_t part = 0; part < m_input.ranks().size(); ++part) {
        const DeviceWork& work = m_input.deviceWork(part);
        const auto found = m_input.launches(part, m_task);
        if (!found.ok() || m_task.cancelled())
            return false;
        const auto annotations =
            innermostAnnotations(m_input, part, std::span(found.value()->launch), m_task);
        if (!annotations.ok())
            return false;
        launches.reserve(launches.size() + work.rows.size());
        for (const DeviceStream& stream : work.streams) {
            for (std::uint32_t at = stream.begin; at < stream.end; ++at) {
                const std::uint32_t call = found.value()->launch[at];
                launches.push_back({work.rows[at], static_cast<std::uint32_t>(part),
                                    static_cast<std::int32_t>(stream.number), call,
                                    call == kNoRow ? 0 : around.of(call), annotations.value()[at]});
            }
        }
    }
    std::ranges::sort(launches, [](const Launch& a, const Launch& b) { return a.row < b.row; });
    m_launches = std::move(launches);
    m_contexts = std::move(contexts);
    m_made = true;
    return true;
}

} // namespace shardscope::profiler::sql

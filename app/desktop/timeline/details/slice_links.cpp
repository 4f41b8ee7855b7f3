// SPDX-License-Identifier: GPL-3.0-or-later
// Walks along one arrow and outwards through the nesting: as many steps as slices lie around.
#include "app/desktop/timeline/details/slice_links.h"

#include "core/base/text_mark.h"
#include "core/timeline/host_rows.h"

#include <optional>

namespace shardscope::app {
namespace {

/// The innermost of each kind around a row.
struct Around {
    std::optional<core::SliceId> operation;
    std::optional<core::SliceId> module;
    std::optional<core::SliceId> line;        ///< of the program
    std::optional<core::SliceId> libraryLine; ///< of a package, further inside
};

class LinkFinder {
public:
    LinkFinder(const RunView& run, core::SliceId slice)
        : m_run(run)
        , m_timeline(run.timeline())
        , m_slice(slice)
    {
    }

    [[nodiscard]] std::vector<SliceLink> find()
    {
        const std::optional<core::SliceId> call = isOnDevice(m_slice) ? sourceOf(m_slice) : std::nullopt;
        if (call)
            add(N_("launched by"), *call);
        else
            addLaunched();
        const core::SliceId from = call.value_or(m_slice);
        const Around around = lookAround(from);
        if (around.operation)
            add(N_("its operator"), *around.operation);
        if (around.module)
            add(N_("module"), *around.module);
        if (around.line)
            add(N_("Python line"), *around.line);
        if (around.libraryLine)
            add(N_("library's line"), *around.libraryLine);
        if (!around.line && !around.libraryLine)
            addForward(from);
        if (isOnDevice(m_slice))
            addOtherCalls();
        return std::move(m_links);
    }

private:
    [[nodiscard]] std::string_view nameOf(core::SliceId slice) const
    {
        return m_timeline.text(m_timeline.name()[slice.index()]);
    }
    [[nodiscard]] core::HostRow kindOf(core::SliceId slice) const
    {
        const core::NameId category = m_timeline.category()[slice.index()];
        return category.valid() ? core::hostRow(m_timeline.names().text(category)) : core::HostRow::Other;
    }
    [[nodiscard]] core::TrackId trackOf(core::SliceId slice) const
    {
        return m_timeline.lanes()[m_timeline.laneOf(slice).index()].track;
    }
    [[nodiscard]] bool isOnDevice(core::SliceId slice) const
    {
        return m_timeline.tracks()[trackOf(slice).index()].device;
    }

    /// Where the first arrow into \p slice comes from, of another track.
    [[nodiscard]] std::optional<core::SliceId> sourceOf(core::SliceId slice) const
    {
        for (const std::uint32_t index : flowsOf(m_run, slice, false)) {
            const core::SliceId from = m_timeline.flows()[index].from;
            if (from.valid() && trackOf(from) != trackOf(slice) && !isOnDevice(from))
                return from;
        }
        return std::nullopt;
    }

    [[nodiscard]] Around lookAround(core::SliceId slice) const
    {
        Around around;
        for (auto at = m_timeline.parentOf(slice); at; at = m_timeline.parentOf(*at)) {
            const core::HostRow kind = kindOf(*at);
            if (kind == core::HostRow::Operation && !around.operation)
                around.operation = at;
            if (kind != core::HostRow::Python)
                continue;
            const std::string_view name = nameOf(*at);
            if (name.starts_with(core::kModuleRow)) {
                if (!around.module)
                    around.module = at;
            } else if (core::namesPythonLine(name)) {
                const bool library = core::isLibraryLine(name);
                if (library && !around.line && !around.libraryLine)
                    around.libraryLine = at;
                else if (!library && !around.line)
                    around.line = at;
            }
        }
        return around;
    }

    /// What a host's row launched: the first few, others are in the table of arrows.
    void addLaunched()
    {
        constexpr std::size_t kMostLaunched = 3;
        std::size_t added = 0;
        for (const std::uint32_t index : flowsOf(m_run, m_slice, true)) {
            const core::SliceId to = m_timeline.flows()[index].to;
            if (!to.valid() || !isOnDevice(to))
                continue;
            if (added++ == kMostLaunched)
                return;
            add(N_("launches"), to);
        }
    }

    /// The same kernel before, next, and where it takes longest, on its stream.
    void addOtherCalls()
    {
        const core::NameId name = m_timeline.name()[m_slice.index()];
        const core::Track& track = m_timeline.tracks()[trackOf(m_slice).index()];
        std::optional<core::SliceId> before;
        std::optional<core::SliceId> next;
        std::optional<core::SliceId> longest;
        const auto begin = [&](core::SliceId slice) { return m_timeline.ts()[slice.index()]; };
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const core::SliceId other{row};
                if (m_timeline.name()[row] != name || other == m_slice)
                    continue;
                if (begin(other) <= begin(m_slice) && (!before || begin(other) >= begin(*before)))
                    before = other;
                if (begin(other) > begin(m_slice) && (!next || begin(other) < begin(*next)))
                    next = other;
                if (!longest || m_timeline.dur()[row] > m_timeline.dur()[longest->index()])
                    longest = other;
            }
        }
        if (before)
            add(N_("the same before"), *before);
        if (next)
            add(N_("the same next"), *next);
        if (longest && longest != before && longest != next)
            add(N_("its longest other call"), *longest);
    }

    /// Autograd's arrow enters an operator around the call; forward's Python is around where it comes from.
    void addForward(core::SliceId call)
    {
        for (std::optional<core::SliceId> at = call; at; at = m_timeline.parentOf(*at)) {
            const auto forward = kindOf(*at) == core::HostRow::Operation ? sourceOf(*at) : std::nullopt;
            if (!forward)
                continue;
            add(N_("forward operator"), *forward);
            const Around around = lookAround(*forward);
            if (around.module)
                add(N_("module of the forward pass"), *around.module);
            if (around.line || around.libraryLine)
                add(N_("Python line of the forward pass"), around.line ? *around.line : *around.libraryLine);
            return;
        }
    }

    void add(const char* what, core::SliceId slice) { m_links.push_back({what, slice}); }

    const RunView& m_run;
    const core::Timeline& m_timeline;
    core::SliceId m_slice;
    std::vector<SliceLink> m_links;
};

} // namespace

std::vector<SliceLink> sliceLinks(const RunView& run, core::SliceId slice)
{
    return run.run->origin == core::RunOrigin::Simulated ? std::vector<SliceLink>()
                                                         : LinkFinder(run, slice).find();
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/plan/heap_scene.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plot.h"
#include "app/session/questions/failing_request.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace shardscope::app {
namespace {

constexpr double kHeapAxis = 76;
constexpr double kTitle = 36; ///< the capacity's name stands below it
constexpr double kHeapHeight = 150;
constexpr double kHeapColumn = 2;
constexpr double kRequest = 26; ///< width of the request's box
constexpr double kHeapNearCapacity =
    1.6; ///< times the highest: farther off, its line would squeeze the curves
constexpr std::size_t kHeapSpots = 24;

/// A case as two levels after each event, the framework's share of the device included.
struct Levels {
    std::vector<double> allocated;
    std::vector<double> reserved;
    double request = 0; ///< on top of what is reserved at the end; 0: all found room
    [[nodiscard]] double most() const
    {
        const auto highest = std::ranges::max_element(reserved);
        const double kept = highest == reserved.end() ? 0 : *highest;
        return std::max(kept, reserved.empty() ? 0 : reserved.back() + request);
    }
};

Levels levelsOf(const core::MemoryTrace& trace)
{
    const core::AllocationShortage& shortage = trace.shortage;
    const bool fails = shortage.request > 0;
    const auto framework = static_cast<double>(trace.framework);
    Levels levels;
    auto now = static_cast<double>(fails ? shortage.stepBegin : trace.atStepBegin);
    for (const core::MemoryEvent& event : fails ? shortage.curve : trace.curve) {
        now += static_cast<double>(event.delta);
        levels.allocated.push_back(framework + now);
        levels.reserved.push_back(framework + static_cast<double>(event.reserved));
    }
    if (fails) { // cached segments were given back before it failed
        levels.allocated.push_back(framework + static_cast<double>(shortage.allocated));
        levels.reserved.push_back(framework + static_cast<double>(shortage.reserved()));
        levels.request = static_cast<double>(shortage.request);
    }
    return levels;
}

QString titleOf(const planner::HeapCase& one)
{
    const QString stage = rankClassName(one.trace.rankClass);
    if (!one.contiguous)
        return stage;
    return *one.contiguous ? Words::tr("%1, a gradient buffer made beforehand (contiguous)").arg(stage)
                           : Words::tr("%1, gradients where they lie").arg(stage);
}

/// What stands at the right of a case's title.
QString sumOf(const core::MemoryTrace& trace)
{
    if (trace.shortage.request > 0)
        return {};
    const auto bytes = [](std::int64_t count) {
        return quantityString(static_cast<double>(count), core::kByte, 3);
    };
    return Words::tr("allocated %1, reserved %2, in pieces %3")
        .arg(bytes(trace.peak + trace.framework), bytes(trace.peakReserved + trace.framework),
             bytes(trace.peakReserved - trace.peak));
}

class CasePanel {
public:
    CasePanel(Scene& scene, double top, double most, const Theme& theme)
        : m_scene(scene)
        , m_top(top)
        , m_most(most)
        , m_theme(theme)
        , m_right(std::max(kHeapAxis + 60, scene.width - 12))
    {
    }

    void draw(const Levels& levels, double capacity)
    {
        ticks();
        columns(levels);
        if (capacity > 0 && capacity <= m_most) {
            m_scene.line({kHeapAxis, y(capacity)}, {m_right, y(capacity)}, m_theme.text, 2);
            m_scene
                .text({kHeapAxis + 4, y(capacity) - 16, 220, 14},
                      Words::tr("capacity %1").arg(quantityString(capacity, core::kByte)), m_theme.text)
                .halo = true;
        }
        if (levels.request > 0)
            request(levels);
    }

private:
    [[nodiscard]] double y(double bytes) const { return m_top + kHeapHeight * (1 - bytes / m_most); }
    void ticks()
    {
        const double unit = std::pow(1024.0, std::floor(std::log2(std::max(1.0, m_most)) / 10));
        for (const double tick : roundTicks(0, m_most / unit, 4)) {
            const double at = y(tick * unit);
            m_scene.line({kHeapAxis, at}, {m_right, at}, m_theme.line).behind = true;
            m_scene.text({0, at - 8, kHeapAxis - 8, 16}, quantityString(tick * unit, core::kByte),
                         m_theme.textDim, kTextRight);
        }
    }
    /// The fullest of the events that share a column's pixels.
    void columns(const Levels& levels)
    {
        const std::size_t events = levels.allocated.size();
        if (events == 0)
            return;
        const double room = m_right - kHeapAxis - (levels.request > 0 ? kRequest + 2 : 0);
        const std::size_t count = std::min(events, static_cast<std::size_t>(room / kHeapColumn));
        const double step = room / static_cast<double>(count);
        for (std::size_t at = 0; at < count; ++at) {
            const auto from = static_cast<std::ptrdiff_t>(at * events / count);
            const auto to = static_cast<std::ptrdiff_t>((at + 1) * events / count);
            const double held =
                *std::max_element(levels.allocated.begin() + from, levels.allocated.begin() + to);
            const double kept =
                *std::max_element(levels.reserved.begin() + from, levels.reserved.begin() + to);
            const double left = std::floor(kHeapAxis + step * static_cast<double>(at));
            const double wide = std::floor(kHeapAxis + step * static_cast<double>(at + 1)) - left;
            m_scene.box({left, y(kept), wide, y(held) - y(kept)}, paler(m_theme.warn, 0.4, m_theme));
            m_scene.box({left, y(held), wide, y(0) - y(held)}, paler(m_theme.accent, 0.3, m_theme));
        }
        const std::size_t spots = std::min(kHeapSpots, count);
        for (std::size_t spot = 0; spot < spots; ++spot) {
            const std::size_t event = (spot + 1) * events / spots - 1;
            m_scene.spot(
                {kHeapAxis + room * static_cast<double>(spot) / static_cast<double>(spots), m_top,
                 room / static_cast<double>(spots), kHeapHeight},
                Words::tr("allocated %1, reserved %2, in pieces %3")
                    .arg(quantityString(levels.allocated[event], core::kByte),
                         quantityString(levels.reserved[event], core::kByte),
                         quantityString(levels.reserved[event] - levels.allocated[event], core::kByte)));
        }
    }
    void request(const Levels& levels)
    {
        const double kept = levels.reserved.back();
        const double left = m_right - kRequest;
        m_scene.box({left, y(kept), kRequest, y(0) - y(kept)}, paler(m_theme.line, 0.2, m_theme));
        SceneBox& box = m_scene.box(
            {left, y(kept + levels.request), kRequest, y(kept) - y(kept + levels.request)}, m_theme.bad);
        box.hatch = true;
        box.edge = m_theme.bad;
        m_scene.spot(box.rect, Words::tr("%1 find no room").arg(quantityString(levels.request, core::kByte)));
    }

    Scene& m_scene;
    double m_top;
    double m_most;
    const Theme& m_theme;
    double m_right;
};

} // namespace

bool hasHeapScene(const std::vector<planner::HeapCase>& cases)
{
    return cases.size() > 1 || (!cases.empty() && cases.front().trace.shortage.request > 0);
}

Scene heapScene(const std::vector<planner::HeapCase>& cases, double capacity, double width,
                const Theme& theme)
{
    Scene scene{width};
    std::vector<Levels> levels;
    double most = 1;
    for (const planner::HeapCase& one : cases) {
        levels.push_back(levelsOf(one.trace));
        most = std::max(most, levels.back().most());
    }
    if (capacity > 0 && capacity < kHeapNearCapacity * most)
        most = std::max(most, capacity);
    double top = 0;
    bool fails = false;
    for (std::size_t at = 0; at < cases.size(); ++at) {
        const core::MemoryTrace& trace = cases[at].trace;
        scene.text({0, top, width * 0.55, 16}, titleOf(cases[at]), theme.text, kTextLeft, Weight::Strong);
        scene.text({width * 0.55, top, width * 0.45 - 12, 16}, sumOf(trace), theme.textDim, kTextRight);
        CasePanel(scene, top + kTitle, most * 1.02, theme).draw(levels[at], capacity);
        top += kTitle + kHeapHeight + 4;
        if (trace.shortage.request > 0) {
            fails = true;
            top = scene.paragraph(top, failingRequestText(trace), theme.bad) + 2;
        }
        top += 6;
    }
    std::vector<std::pair<QColor, QString>> entries{
        {paler(theme.accent, 0.3, theme), Words::tr("allocated")},
        {paler(theme.warn, 0.4, theme), Words::tr("reserved and free, in pieces")}};
    if (fails)
        entries.emplace_back(theme.bad, Words::tr("the request that finds no room"));
    scene.height = scene.legend(top, entries, theme) + 4;
    return scene;
}

} // namespace shardscope::app

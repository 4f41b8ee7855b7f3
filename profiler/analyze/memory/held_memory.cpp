// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/memory/held_memory.h"

#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace shardscope::profiler {

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// One of PyTorch's own files; traces cut its path in front.
bool isTorch(std::string_view file)
{
    return file.starts_with("torch/") || has(file, "/torch/") || file.starts_with("torchgen/");
}

/// Python's files that only call on: whoever is meant stands further out.
bool onlyCallsOn(std::string_view file)
{
    constexpr std::string_view kFiles[]{"contextlib.py", "functools.py", "threading.py", "runpy.py",
                                        "concurrent/futures/thread.py"};
    return file.starts_with('<') ||
           std::ranges::any_of(kFiles, [&](std::string_view one) { return file.ends_with(one); });
}

/// Functions of C++ that every stack has: reading it, dispatching, allocating, the interpreter.
bool isPlumbing(std::string_view function)
{
    constexpr std::string_view kParts[]{"unwind",
                                        "CapturedTraceback",
                                        "gather_with_cpp",
                                        "c10::",
                                        "Dispatcher",
                                        "CachingAllocator",
                                        "KernelFunction",
                                        "at::_ops",
                                        "_Py",
                                        "PyObject",
                                        "Py_",
                                        "PyEval",
                                        "__libc_start",
                                        "pybind11",
                                        "std::",
                                        "??",
                                        "THPVariable"};
    return function.empty() ||
           std::ranges::any_of(kParts, [&](std::string_view one) { return has(function, one); });
}

/// PyTorch's categories (torch/profiler/_memory_profiler.py, Category), and the phases that recordings know.
MemoryClass classOfCategory(std::string_view category)
{
    constexpr std::pair<std::string_view, MemoryClass> kCategories[]{
        {"PARAMETER", MemoryClass::Weights},         {"GRADIENT", MemoryClass::Gradients},
        {"OPTIMIZER_STATE", MemoryClass::Optimizer}, {"ACTIVATION", MemoryClass::Activations},
        {"INPUT", MemoryClass::Activations},         {"AUTOGRAD_DETAIL", MemoryClass::Activations},
        {"TEMPORARY", MemoryClass::Workspace},       {"forward", MemoryClass::Activations},
        {"backward", MemoryClass::Gradients},        {"optimizer", MemoryClass::Optimizer}};
    const auto* const found =
        std::ranges::find(kCategories, category, &std::pair<std::string_view, MemoryClass>::first);
    return found == std::end(kCategories) ? MemoryClass::Other : found->second;
}

/// What one function on a stack says, the innermost that says anything counting.
MemoryClass classOfFrame(std::string_view function, std::string_view file)
{
    if (has(function, "orkspace") || has(function, "cublas") || has(function, "cudnn") ||
        has(function, "ncclComm"))
        return MemoryClass::Workspace;
    if (has(file, "/optim/") || has(file, "optimizer") || has(function, "optimizer") ||
        has(function, "Optimizer"))
        return MemoryClass::Optimizer;
    if (has(function, "AccumulateGrad") || has(function, "backward") ||
        has(function, "torch::autograd::Engine"))
        return MemoryClass::Gradients;
    const bool module = has(file, "nn/modules/module.py");
    const bool moves =
        function == "_apply" || function == "to" || function == "cuda" || function == "to_empty";
    constexpr std::string_view kMakers[]{"from_pretrained", "load_state_dict", "reset_parameters",
                                         "init_weights",    "_init_weights",   "_init_param"};
    if ((module && moves) || (has(file, "torch/nn/") && function == "__init__") ||
        std::ranges::any_of(kMakers, [&](std::string_view maker) { return function == maker; }))
        return MemoryClass::Weights;
    if (has(function, "forward") || (module && function == "_call_impl"))
        return MemoryClass::Activations;
    return MemoryClass::Other;
}

struct Held {
    std::int64_t bytes = 0;
    std::uint32_t stack = 0;
    core::NameId category;
};

/// Replays one device's history.
class History {
public:
    History(const core::MemorySnapshot& snapshot, std::int32_t device)
        : m_snapshot(snapshot)
        , m_device(device)
    {
        findOlder();
    }

    std::vector<std::vector<MemoryHolder>> behind(std::span<const std::size_t> events)
    {
        std::vector<std::vector<MemoryHolder>> all;
        std::size_t at = 0;
        std::unordered_map<std::uint64_t, Held> live;
        for (const std::size_t until : events) {
            for (; at < m_snapshot.events.size() && at <= until; ++at)
                apply(live, m_snapshot.events[at]);
            all.push_back(grouped(live, until));
        }
        return all;
    }

private:
    struct Older {
        Held held;
        std::size_t freed; ///< event that gave it back; none: still held
    };
    static constexpr std::size_t kNever = static_cast<std::size_t>(-1);

    [[nodiscard]] bool isOwn(const core::SnapshotEvent& event) const { return event.device == m_device; }

    void apply(std::unordered_map<std::uint64_t, Held>& live, const core::SnapshotEvent& event) const
    {
        if (!isOwn(event))
            return;
        if (event.action == core::MemoryAction::Alloc)
            live[event.address] = {event.bytes, event.stack, event.category};
        else if (event.action == core::MemoryAction::FreeCompleted)
            live.erase(event.address);
    }

    /// What was there before the record began: freed in it without having been asked for, or there to the
    /// end.
    void findOlder()
    {
        std::unordered_map<std::uint64_t, Held> live;
        for (std::size_t at = 0; at < m_snapshot.events.size(); ++at) {
            const core::SnapshotEvent& event = m_snapshot.events[at];
            if (isOwn(event) && event.action == core::MemoryAction::FreeCompleted &&
                !live.contains(event.address))
                m_older.push_back({{event.bytes, 0, event.category}, at});
            apply(live, event);
        }
        for (const core::MemorySegment& segment : m_snapshot.segments) {
            if (segment.device != m_device)
                continue;
            for (std::uint32_t at = segment.firstBlock; at < segment.firstBlock + segment.blockCount; ++at) {
                const core::MemoryBlock& block = m_snapshot.blocks[at];
                const bool held = block.state == core::MemoryBlockState::Allocated ||
                                  block.state == core::MemoryBlockState::PendingFree;
                if (held && !live.contains(block.address))
                    m_older.push_back({{block.bytes, block.stack, {}}, kNever});
            }
        }
    }

    [[nodiscard]] std::vector<MemoryHolder> grouped(const std::unordered_map<std::uint64_t, Held>& live,
                                                    std::size_t until)
    {
        std::map<std::pair<MemoryClass, std::string>, std::pair<std::int64_t, std::int64_t>> sums;
        const auto add = [&](const Held& held) {
            auto& [bytes, blocks] = sums[whose(held)];
            bytes = saturatedSum(bytes, held.bytes);
            ++blocks;
        };
        for (const auto& [address, held] : live)
            add(held);
        for (const Older& older : m_older) {
            if (older.freed > until)
                add(older.held);
        }
        std::vector<MemoryHolder> holders;
        holders.reserve(sums.size());
        for (const auto& [key, sum] : sums)
            holders.push_back({key.first, key.second, sum.first, sum.second});
        std::ranges::stable_sort(holders, std::ranges::greater(), &MemoryHolder::bytes);
        return holders;
    }

    /// Stacks are few and blocks many: each is told once.
    const std::pair<MemoryClass, std::string>& whose(const Held& held)
    {
        const auto [found, isNew] = m_whose.try_emplace({held.stack, held.category});
        if (isNew)
            found->second = {classOf(m_snapshot, held.stack, held.category),
                             callerOf(m_snapshot, held.stack)};
        return found->second;
    }

    const core::MemorySnapshot& m_snapshot;
    std::int32_t m_device;
    std::vector<Older> m_older;
    std::map<std::pair<std::uint32_t, core::NameId>, std::pair<MemoryClass, std::string>> m_whose;
};

/// Frames that are slices of a recording have no file.
std::string_view textOf(const core::MemorySnapshot& snapshot, core::NameId id)
{
    return id.valid() ? snapshot.names.text(id) : std::string_view();
}

std::span<const core::MemoryFrame> framesOf(const core::MemorySnapshot& snapshot, std::uint32_t stack)
{
    if (stack >= snapshot.stacks.size())
        return {};
    const core::MemoryStack& frames = snapshot.stacks[stack];
    return std::span(snapshot.stackFrames).subspan(frames.begin, frames.count);
}

} // namespace

bool isProgramsOwn(std::string_view file) { return !isTorch(file) && !onlyCallsOn(file); }

std::string callerOf(const core::MemorySnapshot& snapshot, std::uint32_t stack)
{
    const std::span<const core::MemoryFrame> frames = framesOf(snapshot, stack);
    const auto file = [&](const core::MemoryFrame& frame) { return textOf(snapshot, frame.file); };
    const auto python = [&](const core::MemoryFrame& frame) {
        return file(frame).ends_with(".py") || file(frame).starts_with('<');
    };
    const auto own = [&](const core::MemoryFrame& frame) {
        return python(frame) && isProgramsOwn(file(frame));
    };
    const auto told = [&](const core::MemoryFrame& frame) {
        return python(frame) || !isPlumbing(textOf(snapshot, frame.function));
    };
    auto found = std::ranges::find_if(frames, own);
    found = found == frames.end() ? std::ranges::find_if(frames, python) : found;
    found = found == frames.end() ? std::ranges::find_if(frames, told) : found;
    if (found == frames.end())
        return {};
    const std::string function(textOf(snapshot, found->function));
    return file(*found).empty() || file(*found) == "??"
               ? function
               : function + " (" + std::string(file(*found)) + ":" + std::to_string(found->line) + ")";
}

MemoryClass classOf(const core::MemorySnapshot& snapshot, std::uint32_t stack, core::NameId category)
{
    if (category.valid()) {
        const MemoryClass told = classOfCategory(snapshot.names.text(category));
        if (told != MemoryClass::Other)
            return told;
    }
    for (const core::MemoryFrame& frame : framesOf(snapshot, stack)) {
        const MemoryClass told = classOfFrame(textOf(snapshot, frame.function), textOf(snapshot, frame.file));
        if (told != MemoryClass::Other)
            return told;
    }
    return MemoryClass::Other;
}

std::vector<std::vector<MemoryHolder>> holdersBehind(const core::MemorySnapshot& snapshot,
                                                     std::int32_t device, std::span<const std::size_t> events)
{
    return History(snapshot, device).behind(events);
}

} // namespace shardscope::profiler

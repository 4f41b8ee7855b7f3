// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_samples.h"

#include "profiler/import/text/decimal.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kDeepest = 512; // frames; parents may lead in a circle

struct Frame {
    core::NameId name;
    core::NameId category;
    std::string parent;
};

struct Sample {
    std::int64_t ts = 0;
    const Frame* leaf = nullptr;
};

using Frames = std::unordered_map<std::string, Frame>;
using Threads = std::map<std::pair<std::string, std::string>, std::vector<Sample>>; // process, thread

Frames readFrames(const std::string& text, core::TimelineBuilder& builder)
{
    Frames frames;
    const json::Document document(text);
    json::walkObject(document.root(), [&](std::string_view id, std::string_view value, bool) {
        const std::string_view name = json::memberOf(value, "name");
        const std::string_view category = json::memberOf(value, "category");
        frames.try_emplace(std::string(id),
                           Frame{builder.intern(name.empty() ? "unnamed" : json::textOf(name)),
                                 builder.intern(category.empty() ? "sample" : json::textOf(category)),
                                 json::textOf(json::memberOf(value, "parent"))});
    });
    return frames;
}

Threads readSamples(const std::string& text, const Frames& frames, ImportTarget& target)
{
    Threads threads;
    const json::Document document(text);
    json::walkArray(document.root(), [&](std::string_view value, bool) {
        std::string process, thread, frame;
        Decimal ts;
        json::walkObject(value, [&](std::string_view key, std::string_view member, bool) {
            if (key == "pid")
                process = json::textOf(member);
            else if (key == "tid")
                thread = json::textOf(member);
            else if (key == "sf")
                frame = json::textOf(member);
            else if (key == "ts")
                ts = parseMicroseconds(json::textOf(member));
        });
        const auto leaf = frames.find(frame);
        if (!ts.usable() || leaf == frames.end()) {
            target.remarks.note(RemarkKind::OddEntry, 0);
            return;
        }
        threads[{process, thread}].push_back({ts.ns, &leaf->second});
        target.remarks.note(RemarkKind::SamplesShown, 0);
    });
    for (auto& [thread, samples] : threads)
        std::ranges::stable_sort(samples, {}, &Sample::ts);
    return threads;
}

/// The frames from the outermost one to \p leaf.
std::vector<const Frame*> stackOf(const Frame* leaf, const Frames& frames)
{
    std::vector<const Frame*> stack;
    while (leaf != nullptr && stack.size() < kDeepest) {
        stack.push_back(leaf);
        const auto parent = frames.find(leaf->parent);
        leaf = parent == frames.end() ? nullptr : &parent->second;
    }
    std::ranges::reverse(stack);
    return stack;
}

/// A track beside the thread's own, named like it where the file names it.
core::TrackId trackOf(const std::pair<std::string, std::string>& key, ImportTarget& target)
{
    core::TimelineBuilder& builder = target.builder;
    const core::TrackId id = builder.track(key.first, "samples " + key.second, target.source);
    core::Track described = builder.describe(id);
    described.process = builder.intern("process " + key.first);
    std::string thread = "thread " + key.second;
    described.rank = target.file.rank;
    for (std::size_t at = 0; at < builder.trackCount(); ++at) {
        const core::Track other = builder.describe(core::TrackId{at});
        if (at == id.index() || other.source != target.source || !other.processKey.valid() ||
            builder.text(other.processKey) != key.first)
            continue;
        described.process = other.process;
        described.processKey = other.processKey;
        described.processOrder = other.processOrder;
        if (other.threadKey.valid() && builder.text(other.threadKey) == key.second) {
            thread = builder.text(other.thread);
            described.threadOrder = other.threadOrder;
            break;
        }
    }
    described.thread = builder.intern(thread + " samples");
    builder.describe(id) = described;
    return id;
}

} // namespace

bool ChromeSamples::take(std::string_view key, std::string_view value)
{
    if (key != "samples" && key != "stackFrames")
        return false;
    (key == "samples" ? m_samples : m_frames) = value;
    return true;
}

void ChromeSamples::place(ImportTarget& target, std::int64_t shift) const
{
    if (m_samples.empty())
        return;
    const Frames frames = readFrames(m_frames, target.builder);
    std::size_t left = (m_samples.size() + m_frames.size()) / 4;
    for (const auto& [key, samples] : readSamples(m_samples, frames, target)) {
        const core::TrackId track = trackOf(key, target);
        std::vector<const Frame*> stack;
        std::vector<std::int64_t> begins;
        const auto close = [&](std::size_t depth, std::int64_t end) {
            for (; stack.size() > depth; stack.pop_back(), begins.pop_back()) {
                if (left == 0) {
                    target.remarks.note(RemarkKind::OddEntry, 0);
                    continue;
                }
                --left;
                target.builder.slice(track, saturatedSum(begins.back(), shift),
                                     saturatedSum(end, -begins.back()), stack.back()->name,
                                     stack.back()->category);
            }
        };
        for (const Sample& sample : samples) {
            const std::vector<const Frame*> next = stackOf(sample.leaf, frames);
            std::size_t same = 0;
            while (same < std::min(stack.size(), next.size()) && stack[same] == next[same])
                ++same;
            close(same, sample.ts);
            stack = next;
            begins.resize(stack.size(), sample.ts);
        }
        close(0, samples.back().ts);
    }
}

} // namespace shardscope::profiler

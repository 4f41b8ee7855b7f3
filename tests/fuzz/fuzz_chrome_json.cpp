// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a Chrome trace, read with two windows and two piece sizes: no crash, and the same answer both
// times.
#include "core/base/check.h"
#include "tests/support/memory_source.h"

#include <cstdint>

using namespace shardscope;

namespace {

bool same(const tests::ReadText& left, const tests::ReadText& right)
{
    if (left.outcome.ok() != right.outcome.ok())
        return false;
    if (!left.outcome.ok())
        return left.outcome.error().code == right.outcome.error().code;
    const auto equal = [](auto a, auto b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); };
    bool remarks = true;
    for (const profiler::RemarkKindInfo& info : profiler::remarkKinds())
        remarks = remarks && left.remarks.count(info.kind) == right.remarks.count(info.kind) &&
                  left.remarks.firstOffset(info.kind) == right.remarks.firstOffset(info.kind);
    return remarks && left.tally.events == right.tally.events && left.metadata == right.metadata &&
           equal(left.timeline->ts(), right.timeline->ts()) &&
           equal(left.timeline->dur(), right.timeline->dur()) &&
           equal(left.timeline->name(), right.timeline->name()) &&
           equal(left.timeline->args(), right.timeline->args()) &&
           left.timeline->flows().size() == right.timeline->flows().size() &&
           left.timeline->counterSamples().size() == right.timeline->counterSamples().size();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::size_t window = 1 + data[0];
    const std::size_t piece = 1 + data[1];
    const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
    const tests::ReadText whole = tests::readText(text, text.size() + 1);
    const tests::ReadText parts = tests::readText(text, window, piece);
    SHARDSCOPE_CHECK(same(whole, parts));
    if (whole.outcome.ok()) {
        for (const std::uint64_t place : whole.timeline->args())
            static_cast<void>(whole.arguments->at(place));
        for (std::uint32_t row = 0; row < whole.timeline->sliceCount(); ++row)
            static_cast<void>(whole.timeline->parentOf(core::SliceId{row}));
    }
    return 0;
}

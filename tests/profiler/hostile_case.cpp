// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/hostile_case.h"

#include "profiler/import/text/utf8.h"

#include <QtTest/QtTest>

#include <fstream>
#include <string>

namespace shardscope::tests {

namespace {

bool isUtf8(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = profiler::utf8SequenceLength(text, at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

} // namespace

void verifySound(const profiler::ImportedRun& run)
{
    const core::Timeline& timeline = *run.run->timeline;
    for (std::size_t name = 0; name < timeline.names().size(); ++name)
        QVERIFY2(isUtf8(timeline.names().text(core::NameId{name})), "a name is not UTF-8");
    for (const core::Lane& lane : timeline.lanes()) {
        for (std::size_t row = lane.begin + std::size_t{1}; row < std::size_t{lane.begin} + lane.count; ++row)
            QVERIFY2(timeline.ts()[row] >= timeline.ts()[row - 1] + timeline.dur()[row - 1],
                     "two slices of one lane overlap");
    }
    for (const std::int64_t duration : timeline.dur())
        QVERIFY(duration >= 0);
    for (const std::uint64_t args : timeline.args()) {
        if (run.run->arguments)
            static_cast<void>(run.run->arguments->arguments(args));
    }
}

void survive(const std::filesystem::path& file)
{
    const auto result = profiler::importTrace({file});
    if (result.ok())
        verifySound(*result);
    else
        QCOMPARE(result.error().place.file, file.string());
}

std::uint64_t peakBytes(bool reset)
{
    if (reset)
        std::ofstream("/proc/self/clear_refs") << "5"; // proc(5)
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:"))
            return std::stoull(line.substr(6)) * 1024;
    }
    return 0;
}

} // namespace shardscope::tests

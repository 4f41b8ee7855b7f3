// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"

#include "tests/profiler/trace_reference.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace shardscope::tests {

namespace {

std::string text(const core::Timeline& timeline, core::NameId id)
{
    return id.valid() ? std::string(timeline.names().text(id)) : std::string();
}

std::string trackName(const core::Timeline& timeline, core::TrackId id)
{
    const core::Track& track = timeline.tracks()[id.index()];
    return text(timeline, track.process) + " / " + text(timeline, track.thread);
}

std::string shown(double value)
{
    std::ostringstream out;
    out << value;
    return out.str();
}

} // namespace

std::filesystem::path formatData(const std::string& name)
{
    return std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/data/formats" / name;
}

std::string bytesOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

profiler::ImportedRun imported(const std::vector<std::filesystem::path>& files)
{
    auto result = profiler::importTrace(files);
    if (result.ok())
        return std::move(*result);
    const core::Error& error = result.error();
    std::string why = files.front().string() + ": error " + std::to_string(static_cast<int>(error.code));
    for (const std::string& argument : error.args)
        why += " " + argument;
    QTest::qFail(why.c_str(), __FILE__, __LINE__);
    profiler::ImportedRun empty;
    auto run = std::make_shared<core::Run>();
    run->timeline = std::make_shared<core::Timeline>();
    empty.run = run;
    empty.report.files.emplace_back();
    return empty;
}

profiler::ImportedRun imported(const std::filesystem::path& file) { return imported(std::vector{file}); }

core::Error importError(const std::filesystem::path& file)
{
    auto result = profiler::importTrace({file});
    if (!result.ok())
        return result.error();
    QTest::qFail((file.string() + " was imported").c_str(), __FILE__, __LINE__);
    return {};
}

std::uint64_t remarkCount(const profiler::ImportedRun& run, const std::string& kind)
{
    for (const profiler::Remark& remark : run.report.remarks) {
        if (remark.kind == kind)
            return remark.count;
    }
    return 0;
}

std::string remarksOf(const profiler::ImportedRun& run)
{
    std::vector<std::string> all;
    for (const profiler::Remark& remark : run.report.remarks) {
        if (remark.severity != core::Severity::Info)
            all.push_back(remark.kind + " x" + std::to_string(remark.count));
    }
    std::sort(all.begin(), all.end());
    std::string joined;
    for (const std::string& one : all)
        joined += (joined.empty() ? "" : ", ") + one;
    return joined;
}

std::vector<std::string> slicesOf(const profiler::ImportedRun& run)
{
    const core::Timeline& timeline = *run.run->timeline;
    std::vector<std::string> lines;
    for (const core::Lane& lane : timeline.lanes()) {
        for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row)
            lines.push_back(text(timeline, timeline.name()[row]) + " [" +
                            text(timeline, timeline.category()[row]) + "] " +
                            std::to_string(timeline.ts()[row]) + "+" + std::to_string(timeline.dur()[row]) +
                            " on " + trackName(timeline, lane.track));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::vector<std::string> instantsOf(const profiler::ImportedRun& run)
{
    const core::Timeline& timeline = *run.run->timeline;
    std::vector<std::string> lines;
    for (const core::Instant& instant : timeline.instants())
        lines.push_back(text(timeline, instant.name) + " " + std::to_string(instant.ts) + " on " +
                        trackName(timeline, instant.track));
    return lines;
}

std::vector<std::string> countersOf(const profiler::ImportedRun& run)
{
    const core::Timeline& timeline = *run.run->timeline;
    std::vector<std::string> lines;
    for (const core::CounterTrack& track : timeline.counterTracks()) {
        std::string line = text(timeline, track.processKey) + " / " + text(timeline, track.name) + " / " +
                           text(timeline, track.series) + ":";
        for (const core::CounterSample& sample : timeline.counterSamples().subspan(track.begin, track.count))
            line += " " + std::to_string(sample.ts) + "=" + shown(sample.value);
        lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::string argumentsOf(const profiler::ImportedRun& run, const std::string& name)
{
    const core::Timeline& timeline = *run.run->timeline;
    for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
        if (text(timeline, timeline.name()[row]) == name)
            return run.run->arguments->arguments(timeline.args()[row]);
    }
    for (const core::Instant& instant : timeline.instants()) {
        if (text(timeline, instant.name) == name)
            return run.run->arguments->arguments(instant.args);
    }
    return {};
}

std::string metadataOf(const profiler::ImportedRun& run, const std::string& key)
{
    for (const auto& [name, value] : run.run->metadata) {
        if (name == key)
            return value;
    }
    return {};
}

void surviveDamage(const std::string& bytes, int steps)
{
    const ScratchFolder scratch;
    const auto check = [&](const std::string& damaged) {
        const auto result = profiler::importTrace({scratch.write("damaged", damaged)});
        if (!result.ok())
            return;
        const core::Timeline& timeline = *result->run->timeline;
        for (const core::Lane& lane : timeline.lanes()) {
            for (std::size_t row = lane.begin + std::size_t{1}; row < std::size_t{lane.begin} + lane.count;
                 ++row)
                QVERIFY2(timeline.ts()[row] >= timeline.ts()[row - 1] + timeline.dur()[row - 1],
                         "two slices of one lane overlap");
        }
        for (const std::uint64_t args : timeline.args())
            static_cast<void>(result->run->arguments->arguments(args));
    };
    for (int step = 1; step <= steps; ++step) {
        const std::size_t at =
            bytes.size() * static_cast<std::size_t>(step) / static_cast<std::size_t>(steps + 1);
        check(bytes.substr(0, at));
        for (const unsigned flip : {0x01u, 0x80u, 0xFFu}) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
            check(changed);
        }
    }
}

} // namespace shardscope::tests

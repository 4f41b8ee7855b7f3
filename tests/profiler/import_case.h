// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the formats ask of an imported file.
#pragma once

#include "profiler/profiler.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace shardscope::tests {

/// tests/data/formats/NAME
[[nodiscard]] std::filesystem::path formatData(const std::string& name);
[[nodiscard]] std::string bytesOf(const std::filesystem::path& file);

/// An import that must succeed; the test fails where it does not and goes on with an empty run.
[[nodiscard]] profiler::ImportedRun imported(const std::filesystem::path& file);
[[nodiscard]] profiler::ImportedRun imported(const std::vector<std::filesystem::path>& files);
/// An import that must fail.
[[nodiscard]] core::Error importError(const std::filesystem::path& file);

/// Whether any clock is to be moved.
[[nodiscard]] inline bool moves(const profiler::ClockAlignment& alignment)
{
    return std::ranges::any_of(alignment.clocks,
                               [](const profiler::HostClock& clock) { return !clock.shift.none(); });
}

/// How often the remark \p kind was made; 0: never.
[[nodiscard]] std::uint64_t remarkCount(const profiler::ImportedRun& run, const std::string& kind);
/// "kind x count" of all remarks but the harmless ones, sorted: for comparing in one line.
[[nodiscard]] std::string remarksOf(const profiler::ImportedRun& run);
/// "name [category] ts+dur on process / thread", one line for each slice, sorted.
[[nodiscard]] std::vector<std::string> slicesOf(const profiler::ImportedRun& run);
/// "name ts on process / thread", one line for each instant, by time.
[[nodiscard]] std::vector<std::string> instantsOf(const profiler::ImportedRun& run);
/// "process / name / series: ts=value ts=value …", one line for each counter.
[[nodiscard]] std::vector<std::string> countersOf(const profiler::ImportedRun& run);
/// The arguments of the first slice (else instant) named \p name.
[[nodiscard]] std::string argumentsOf(const profiler::ImportedRun& run, const std::string& name);
/// The value of a metadata key; empty where there is none.
[[nodiscard]] std::string metadataOf(const profiler::ImportedRun& run, const std::string& key);

/// Imports every beginning of \p bytes (in \p steps steps) and every bytes with one byte changed: none may
/// crash, and an import that succeeds has a timeline whose lanes do not overlap themselves.
void surviveDamage(const std::string& bytes, int steps = 40);

} // namespace shardscope::tests

/// So that a failed comparison shows what it compared.
namespace QTest {
template <>
inline char* toString(const std::string& text)
{
    return qstrdup(text.c_str());
}
template <>
inline char* toString(const std::vector<std::string>& lines)
{
    std::string joined;
    for (const std::string& line : lines)
        joined += "\n    " + line;
    return qstrdup(joined.c_str());
}
} // namespace QTest

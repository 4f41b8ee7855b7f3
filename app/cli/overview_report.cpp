// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/overview_report.h"

#include "app/cli/text_table.h"
#include "app/session/trace/analyses.h"
#include "core/io/escape.h"
#include "core/units/text.h"

#include <algorithm>

namespace shardscope::app {

namespace {

std::string section(const std::string& title, const std::string& text)
{
    return text.empty() ? std::string() : "\n## " + title + "\n\n" + text;
}

/// "rank 3, from 1.5 ms, 20 µs long": a place that --from and --to take again.
std::string placeOf(const profiler::Evidence& one, std::int64_t begin, core::TextStyle style)
{
    const auto time = [&](std::int64_t ns) {
        return core::quantityText(static_cast<double>(ns) * 1e-9, core::kSecond, style).joined();
    };
    return (one.rank < 0 ? std::string() : "rank " + std::to_string(one.rank) + ", ") +
           (one.device < 0 ? std::string() : "device " + std::to_string(one.device) + ", ") + "from " +
           time(one.ts - begin) + ", " + time(one.dur) + " long";
}

} // namespace

std::string overviewMarkdown(const profiler::Overview& overview, core::TextStyle style)
{
    constexpr std::size_t kPlaces = 3;
    std::string out = "# " + core::printable(overview.title) + "\n" +
                      section("The run", markdownTable(overviewFacts(overview), style));
    if (!overview.parts.empty())
        out += section("A step's time", markdownTable(overviewParts(overview), style));
    if (overview.byRank.size() > 1)
        out += section("Device by device", markdownTable(overviewDevices(overview), style));
    std::string unknown;
    for (const profiler::NotKnown& one : overview.notKnown)
        unknown += "- " + notKnownSentence(one).toStdString() + "\n";
    out += section("Not known", unknown);
    if (const core::Table lacks = overviewNotRecorded(overview); !lacks.rows.empty())
        out += section("Not recorded", markdownTable(lacks, style));
    std::string found;
    if (const QString basis = costsBasis(overview); !basis.isEmpty())
        found = basis.toStdString() + "\n\n";
    for (std::size_t at = 0; at < overview.findings.size(); ++at) {
        const profiler::CostFinding& finding = overview.findings[at];
        found += std::to_string(at + 1) + ". " +
                 core::markdownCell(costSentence(finding, style).toStdString()) + "\n   " +
                 confidenceSentence(finding).toStdString() + " " + adviceSentence(finding).toStdString() +
                 "\n";
        for (std::size_t place = 0; place < std::min(kPlaces, finding.evidence.size()); ++place)
            found += "   - " + placeOf(finding.evidence[place], overview.beginNs, style) + "\n";
    }
    out += section("What costs time",
                   overview.findings.empty() ? noCostText(overview).toStdString() + "\n" : found);
    std::string memory;
    for (const core::Finding& one : overview.memory)
        memory += "- " + findingText(one, style).toStdString() + "\n";
    out += section("Memory", memory);
    return out + section("Analyses that do not apply", markdownTable(overviewNotApplicable(overview), style));
}

} // namespace shardscope::app

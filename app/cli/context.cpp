// SPDX-License-Identifier: GPL-3.0-or-later
// How verbs answer.
#include "app/cli/context.h"

#include "app/cli/last_words.h"
#include "app/cli/text_table.h"
#include "app/session/text/messages.h"
#include "app/session/trace/analyses.h"
#include "core/base/error_at.h"
#include "core/io/escape.h"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace shardscope::app {

namespace {

void say(const std::string& sentence)
{
    saidLastWords();
    // Errors shorten what they repeat; whatever else goes into a sentence, it stays one that can be read.
    std::fputs(("shardscope-cli: " + core::printable(core::shortened(sentence, 4 * core::kMostShown)) + "\n")
                   .c_str(),
               stderr);
}

} // namespace

void Context::refuse(const std::string& sentence)
{
    warn(sentence);
    exit = Exit::BadCall;
}

void Context::warn(const std::string& sentence) const
{
    if (endProgress)
        endProgress();
    say(sentence);
}

void Context::warn(const core::Error& error) const { warn(errorText(error).toStdString()); }

void Context::tell(const std::string& line) const
{
    if (endProgress)
        endProgress();
    std::fputs((json ? line : core::printable(line, core::LineEnds::Kept)).c_str(), stderr);
    std::fflush(stderr);
}

void Context::tellLost(const profiler::ImportReport& report)
{
    if (!profiler::isPart(report))
        return;
    for (const profiler::LostFile& lost : report.lost)
        warn(lost.error);
    if (report.lost.empty()) // when the run was packed
        warn("the run is a part: files were lost when it was packed");
    exit = Exit::No;
}

void Context::fail(const core::Error& error)
{
    warn(error);
    exit = error.code == core::ErrorCode::Cancelled ? Exit::Interrupted : Exit::BadCall;
}

void Context::print(const std::string& text) const
{
    printExact(json ? text : core::printable(text, core::LineEnds::Kept));
}

void Context::printExact(const std::string& text) const
{
    if (beginAnswer)
        beginAnswer();
    // People who read CSV or JSON on a terminal are still people with a terminal.
    static const bool terminal = ::isatty(STDOUT_FILENO) == 1;
    const std::string shown = terminal ? core::printable(text, core::LineEnds::Kept) : std::string();
    const std::string& written = terminal ? shown : text;
    if (outputFailure == 0 && std::fwrite(written.data(), 1, written.size(), stdout) != written.size())
        outputFailure = errno;
}

void Context::flush() const
{
    if (std::fflush(stdout) != 0 && outputFailure == 0)
        outputFailure = errno;
}

void Context::finish()
{
    flush();
    if (outputFailure != 0)
        fail(core::errorIn(core::ErrorCode::FileUnwritable,
                           {std::error_code(outputFailure, std::generic_category()).message()},
                           "standard output"));
}

void Context::print(const core::Table& table, std::size_t rows) const
{
    print(core::printable(table.title) + "\n" + textTable(table, style, rows));
}

void Context::print(const std::vector<core::Table>& tables) const
{
    const char* before = "";
    for (const core::Table& table : tables) {
        print(std::string(std::exchange(before, "\n")));
        print(table);
    }
}

void Context::print(const core::Report& report, bool allRows) const
{
    constexpr std::size_t kRowsShown = 40;
    for (const core::Finding& finding : report.findings)
        print(severityName(finding.severity).toStdString() + ": " +
              core::printable(findingText(finding, style).toStdString()) + "\n");
    if (!report.findings.empty() && !report.tables.empty())
        print("\n");
    for (const core::Table& table : report.tables) {
        print(table, allRows ? 0 : kRowsShown);
        print("\n");
    }
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What every verb of the command line is given, and how it answers: exit codes, errors, tables.
#pragma once

#include "app/session/documents/documents.h"
#include "core/base/error.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/report/report.h"
#include "core/report/table.h"
#include "core/units/text.h"

#include <functional>
#include <string>
#include <vector>

namespace shardscope::app {

class SearchPart;

/// The answer is printed, or why there is none.
using Answered = core::Result<core::Done>;

/// The contract's exit codes (section 1). Interrupted is the shell's own for Ctrl+C.
enum class Exit { Success = 0, No = 1, BadCall = 2, Interrupted = 130 };

struct Context {
    core::Catalog catalog;
    core::Task task;
    core::TextStyle style;
    bool json = false;
    Exit exit = Exit::Success;
    std::function<void()> endProgress; ///< wipes the progress line before anything is said
    std::function<void()> beginAnswer; ///< the same before anything is printed on standard output
    mutable int outputFailure = 0;     ///< errno of what standard output refused first
    SearchPart* part = nullptr;        ///< of a search by several processes, this one's

    /// Prints "shardscope-cli: place: sentence" on standard error and sets the exit code.
    void fail(const core::Error& error);
    /// Prints "shardscope-cli: sentence", and sets the exit code of a bad call.
    void refuse(const std::string& sentence);
    /// Prints the same line, and goes on.
    void warn(const core::Error& error) const;
    void warn(const std::string& sentence) const;
    /// Prints \p line, which ends a line, on standard error while the work goes on.
    void tell(const std::string& line) const;
    /// Says which files of a run were lost, and sets the exit code: what is printed is of a part of the
    /// input.
    void tellLost(const profiler::ImportReport& report);
    /// Prints \p text on standard output: with --json as it is, else fit for a terminal.
    void print(const std::string& text) const;
    /// Prints \p text as it is, for programs.
    void printExact(const std::string& text) const;
    /// What was printed so far goes out now: somebody reads it while the work goes on.
    void flush() const;
    /// What standard output refused; nothing is printed any more.
    [[nodiscard]] bool outputLost() const { return outputFailure != 0; }
    /// Ends the printing: says so if standard output did not take it all, and sets the exit
    /// code.
    void finish();
    /// Prints \p table as aligned text, with its title; at most \p rows of it (0: all), saying how many are
    /// left out.
    void print(const core::Table& table, std::size_t rows = 0) const;
    /// Prints \p tables, a blank line between them.
    void print(const std::vector<core::Table>& tables) const;
    /// Prints the findings of \p report, then its tables, each cut to a screen's height unless \p allRows.
    void print(const core::Report& report, bool allRows) const;
    /// What print() prints, below a blank line.
    template <class... What>
    void printBelow(const What&... what) const
    {
        print(std::string("\n"));
        print(what...);
    }
};

/// The whole program: parses \p arguments (without the program's name), runs one verb, returns the exit code.
int runCommandLine(std::vector<std::string> arguments, SearchPart* part = nullptr);

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// One element of traceEvents, as written: the fields a timeline needs, found in one walk over its text.
// Field meanings: "Trace Event Format" (Chromium project, Duca & Sinclair, 2016).
#pragma once

#include "profiler/import/arguments/arg_numbers.h"
#include "profiler/import/text/decimal.h"
#include "profiler/import/text/json_text.h"

#include <optional>
#include <string_view>

namespace shardscope::profiler {

struct ChromeEvent {
    json::Scalar phase;
    json::Scalar name;
    json::Scalar category;
    json::Scalar process;   ///< pid; a null raw pointer: absent
    json::Scalar thread;    ///< tid
    std::string_view id;    ///< id or id2, as written without quotes
    std::string_view scope; ///< of the id
    std::string_view bindPoint;
    std::string_view arguments; ///< the value of "args", as written
    ArgNumbers numbers;         ///< of the arguments
    Decimal ts;
    Decimal dur;

    /// The phase's letter; NUL where it is absent or longer than one letter.
    [[nodiscard]] char letter() const { return phase.raw.size() == 1 ? phase.raw.front() : '\0'; }
};

/// Reads the object whose '{' is at \p at. Unknown keys are skipped. On Ok the result's end is behind its
/// '}'. \p shapes, if any: the reader's, of arguments.
[[nodiscard]] json::Skipped readChromeEvent(const char* at, const char* end, ChromeEvent& event,
                                            ArgShapes* shapes = nullptr);

/// The value of "args" of the complete event at \p at, as readChromeEvent finds it; empty where it has none,
/// nothing where there is no such event.
[[nodiscard]] std::optional<std::string_view> readChromeArguments(const char* at, const char* end);

/// The next '{' from \p from on that looks like the start of an event: behind "}," and before a known key.
/// Null where there is none. \p begin: how far back it may look.
[[nodiscard]] const char* guessEventStart(const char* begin, const char* from, const char* end);

/// The last such '{' of the text.
[[nodiscard]] const char* lastEventStart(const char* begin, const char* end);

} // namespace shardscope::profiler

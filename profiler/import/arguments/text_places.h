// SPDX-License-Identifier: GPL-3.0-or-later
// Visits many places of a text in one pass: window by window, each byte read once, windows spread over
// threads.
#pragma once

#include "profiler/import/importer.h"

#include <optional>

namespace shardscope::profiler {

/// The arguments of the object that begins at \p at, as a view into it; none where the text up to \p end is
/// too short or no such object. kPadding bytes behind \p end may be read.
using ArgumentsWithin = std::optional<std::string_view> (*)(const char* at, const char* end);

/// Calls \p visitor for every place; \p alone answers for those that \p within cannot read in the window.
void visitPlaces(const RandomText& text, std::span<const std::uint64_t> places, ArgumentsWithin within,
                 const FileArguments& alone, const core::ArgumentVisitor& visitor,
                 const std::stop_token& stop);

} // namespace shardscope::profiler

// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM's settings as arguments, as its log prints them, and as NeMo spells them: one list of names and
// values.
#pragma once

#include "core/io/value.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct Setting {
    std::string name;  ///< Megatron-LM's, with dashes, without the leading ones; "": not one of its
    std::string value; ///< "" for a bare flag
    std::string key;   ///< as written
};

[[nodiscard]] std::vector<Setting> argumentsOf(const std::string& text);
[[nodiscard]] std::vector<Setting> printedArguments(const std::string& text);
/// The settings of the first document of a stream; the others are told as not known.
[[nodiscard]] std::vector<Setting> nemoSettings(const std::vector<core::Value>& documents);

/// A scalar as Python prints it; other values as JSON.
[[nodiscard]] std::string scalarText(const core::Value& value);

} // namespace shardscope::app

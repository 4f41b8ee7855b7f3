// SPDX-License-Identifier: GPL-3.0-or-later
// Reads cells of published rows: a value that is missing or of another kind reads as what stands for it.
#pragma once

#include "core/io/value.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace shardscope::app::published {

using Json = nlohmann::ordered_json;

[[nodiscard]] std::int64_t whole(const Json& row, const char* key, std::int64_t missing);
/// A degree or a count: at least 1.
[[nodiscard]] std::int64_t degree(const Json& row, const char* key);
[[nodiscard]] bool flag(const Json& row, const char* key);
/// 0 where it is no number.
[[nodiscard]] double real(const Json& row, const char* key);
/// Empty where it is no text.
[[nodiscard]] std::string text(const Json& row, const char* key);
/// Whether \p said is a number format that plans know: 16 bits by any of their names, FP8 and its kinds,
/// NVFP4.
[[nodiscard]] bool isFormat(const std::string& said);
/// The formats of mixed precision that a list calls \p said: computing in 8 or 4 bits where it names them.
[[nodiscard]] Json mixedPrecision(const std::string& said);
/// The tree of what we wrote.
[[nodiscard]] core::Value valueOf(const Json& document);

} // namespace shardscope::app::published

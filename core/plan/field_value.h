// SPDX-License-Identifier: GPL-3.0-or-later
// One value under a key, as a file or an option says it, and the rule that it must keep: the same for plans
// and for whatever else has a table of keys.
#pragma once

#include "core/base/result.h"
#include "core/io/value.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace shardscope::core {

enum class FieldForm { Whole, Real, Flag, Word, WholeList, WordMap };
using WordMap = std::map<std::string, std::string>;
/// monostate: nothing is said, and nothing is written.
using FieldValue =
    std::variant<std::monostate, std::int64_t, double, bool, std::string, std::vector<std::int64_t>, WordMap>;

struct FieldRule {
    FieldForm form = FieldForm::Whole;
    double lowest = 0;              ///< of numbers
    double highest = 0;             ///< of numbers
    std::vector<std::string> words; ///< Word; the values of WordMap
    std::vector<std::string> names; ///< the keys of WordMap; empty: any, and \c accepts says which texts
    std::function<Result<Done>(const std::string&)> accepts; ///< in place of words and names
};

/// What \p value at \p pointer says, by \p rule. Errors: WrongType, OutOfRange, UnknownValue and UnknownKey
/// (nearest named), and those of \c accepts.
[[nodiscard]] Result<FieldValue> fieldFrom(const Value& value, const FieldRule& rule,
                                           const std::string& pointer);
/// \p text of an option as a file would write it ("8", "on", "1,2", "a=b,c=d").
[[nodiscard]] Value optionValue(const std::string& text, FieldForm form);
/// The value as a file has it.
[[nodiscard]] Value fieldDocument(const FieldValue& value);

} // namespace shardscope::core

// SPDX-License-Identifier: GPL-3.0-or-later
// A parsed document as a plain tree, the same for JSON and YAML; spec_reader.h checks it.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::core {

/// One node. Objects keep the order of the file.
struct Value {
    enum class Kind { Null, Bool, Integer, Real, Text, Array, Object };
    using Member = std::pair<std::string, Value>;

    Kind kind = Kind::Null;
    bool flag = false;
    std::int64_t integer = 0;
    double real = 0; ///< of Integer and Real
    std::string text;
    std::vector<Value> items;
    std::vector<Member> members;
    std::uint64_t line = 0; ///< counted from 1; 0: unknown

    // Out of line: members holds pairs of this very type, which is complete only behind the class.
    Value();
    Value(const Value& other);
    Value(Value&& other) noexcept;
    Value& operator=(const Value& other);
    Value& operator=(Value&& other) noexcept;
    ~Value();

    static Value ofText(std::string text);
    static Value ofInteger(std::int64_t number);
    static Value ofReal(double number);
    static Value ofFlag(bool flag);
    static Value ofItems(std::vector<Value> items);
    static Value ofMembers(std::vector<Member> members);

    [[nodiscard]] const Value* find(std::string_view key) const; ///< null where absent or not an object
    [[nodiscard]] Value& member(std::string_view key);           ///< of an object; made where absent
    [[nodiscard]] bool isNumber() const { return kind == Kind::Integer || kind == Kind::Real; }
};

/// \p key as one step of a JSON pointer (RFC 6901): '~' and '/' escaped, a slash in front.
[[nodiscard]] std::string pointerStep(std::string_view key);

/// How many values a document may hold: keeps the tree of a hostile file within memory.
inline constexpr std::size_t kValueLimit = 4'000'000;
/// How deep a document may nest: deeper ones are attacks or mistakes.
inline constexpr int kNestingLimit = 64;

/// JSON (RFC 8259). Errors: FileEmpty, SyntaxError (with byte offset and line), NumberMalformed (beyond
/// double), NestingTooDeep, FileTooLarge, Inconsistent (a key twice), the last three with their JSON pointer.
[[nodiscard]] Result<Value> parseJsonText(std::string_view text, const std::string& file);
/// JSON lines, one value on each line, empty ones left out; or one array of them. Values of lines say theirs.
/// Errors: as parseJsonText; FileEmpty where there is none.
[[nodiscard]] Result<std::vector<Value>> parseJsonLines(std::string_view text, const std::string& file);
/// YAML 1.2's JSON-like part: scalars, sequences, maps; every document of the stream. Aliases are refused
/// (they can blow up a small file). Errors: as parseJsonText.
[[nodiscard]] Result<std::vector<Value>> parseYamlText(std::string_view text, const std::string& file);
/// Write a value as a text that reads as the same tree.
[[nodiscard]] std::string jsonText(const Value& value, int indent = 2);
[[nodiscard]] std::string yamlText(const Value& value);

/// "array", "text", …: for WrongType.
[[nodiscard]] std::string_view kindName(Value::Kind kind);

} // namespace shardscope::core

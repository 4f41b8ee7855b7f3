// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the members of an object by key and type. The first problem is kept with its JSON pointer and line,
// and the rest read as zero, so that a parser of many fields is a plain list of them with one check at its
// end.
#pragma once

#include "core/base/error.h"
#include "core/io/value.h"
#include "core/units/quantity.h"

#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// The first error of a document; later ones are mostly its consequences.
class FirstError {
public:
    void set(Error error)
    {
        if (!m_error)
            m_error = std::move(error);
    }
    void replace(Error error) { m_error = std::move(error); }
    [[nodiscard]] const std::optional<Error>& get() const { return m_error; }
    explicit operator bool() const { return m_error.has_value(); }

private:
    std::optional<Error> m_error;
};

/// Whole numbers a file may give: sizes that keep every product of two within 63 bits, and then some.
struct WholeRange {
    std::int64_t lowest = 1;
    std::int64_t highest = std::int64_t{1} << 24;
};

class SpecReader {
public:
    /// \p value should be an object, else WrongType; it and \p errors must outlive the reader.
    SpecReader(const Value& value, std::string pointer, FirstError& errors);

    /// The member, marked as used; null where it is absent or JSON's null.
    [[nodiscard]] const Value* find(std::string_view key);
    [[nodiscard]] bool has(std::string_view key) { return find(key) != nullptr; }

    // Required: MissingKey where absent.
    [[nodiscard]] std::int64_t whole(std::string_view key, WholeRange range = {});
    [[nodiscard]] double number(std::string_view key, double lowest, double highest);
    [[nodiscard]] std::string text(std::string_view key);
    /// A text with a unit, at least \p lowest base units: "80 GiB".
    [[nodiscard]] double quantity(std::string_view key, Dimension dimension, double lowest = 0);
    /// The index of the text in \p names, else UnknownValue naming the nearest.
    [[nodiscard]] std::size_t choice(std::string_view key, const std::vector<std::string>& names);
    [[nodiscard]] std::vector<double> numbers(std::string_view key,
                                              double lowest = std::numeric_limits<double>::lowest(),
                                              double highest = std::numeric_limits<double>::max());
    [[nodiscard]] std::vector<std::int64_t> wholes(std::string_view key, WholeRange range);
    /// A text, or the digits of a number: Kubernetes takes "4" and 4 alike.
    [[nodiscard]] std::string scalar(std::string_view key);

    // Optional: \p otherwise where absent or null.
    [[nodiscard]] std::int64_t wholeOr(std::string_view key, std::int64_t otherwise, WholeRange range = {});
    [[nodiscard]] double numberOr(std::string_view key, double otherwise, double lowest, double highest);
    [[nodiscard]] bool flagOr(std::string_view key, bool otherwise);
    [[nodiscard]] std::string textOr(std::string_view key, std::string otherwise);
    [[nodiscard]] std::size_t choiceOr(std::string_view key, const std::vector<std::string>& names,
                                       std::size_t otherwise);
    [[nodiscard]] std::vector<std::int64_t> wholesOr(std::string_view key, WholeRange range);
    [[nodiscard]] std::vector<std::string> textsOr(std::string_view key);

    /// Calls \p read for each element of \p list, which stands at \p pointer; WrongType where it is none.
    static void eachIn(const Value& list, const std::string& pointer, FirstError& errors,
                       const std::function<void(SpecReader&)>& read);
    /// Calls \p read for each element of the list \p key, which must be there, or may be absent.
    void eachOf(std::string_view key, bool required, const std::function<void(SpecReader&)>& read);
    /// Calls \p read for the object \p key where it is present.
    void inside(std::string_view key, bool required, const std::function<void(SpecReader&)>& read);

    void fail(ErrorCode code, std::vector<std::string> args, std::string_view key = {});
    void fail(const Error& error, std::string_view key = {}) { fail(error.code, error.args, key); }
    [[nodiscard]] bool failed() const { return static_cast<bool>(m_errors); }
    [[nodiscard]] const std::string& pointer() const { return m_pointer; }
    [[nodiscard]] std::string pointerTo(std::string_view key) const { return m_pointer + pointerStep(key); }
    [[nodiscard]] std::string pointerTo(std::string_view key, std::size_t item) const
    {
        return pointerTo(key) + pointerStep(std::to_string(item));
    }

    /// Keys that may be there and say nothing to us.
    void ignore(std::initializer_list<std::string_view> keys);
    [[nodiscard]] std::vector<std::string> keys() const; ///< all, in the order of the file
    /// The keys nobody asked for, in the order of the file.
    [[nodiscard]] std::vector<std::string> unusedKeys() const;
    /// UnknownKey for the first unused key, naming the nearest of those asked for. Replaces the complaint
    /// that a key is missing where the unused one is plainly meant for it.
    void rejectUnused();

private:
    [[nodiscard]] const Value* require(std::string_view key);
    [[nodiscard]] const Value* listAt(std::string_view key, bool required);
    [[nodiscard]] std::vector<std::int64_t> wholesOf(const Value* list, std::string_view key,
                                                     WholeRange range);
    void failAt(ErrorCode code, std::vector<std::string> args, std::string pointer, std::uint64_t line);
    void wrongType(std::string_view wanted, const Value& found, const std::string& pointer);
    [[nodiscard]] std::int64_t wholeOf(const Value& value, const std::string& pointer, WholeRange range);
    [[nodiscard]] double numberOf(const Value& value, const std::string& pointer, double lowest,
                                  double highest);
    [[nodiscard]] std::string textOf(const Value& value, const std::string& pointer);

    const Value& m_value;
    std::string m_pointer;
    FirstError& m_errors;
    std::set<std::string, std::less<>> m_asked;
};

} // namespace shardscope::core

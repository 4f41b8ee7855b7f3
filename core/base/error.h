// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong outside the program: a code, where, and arguments. Sentences are made in
// app/session/text/messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::core {

/// Every failure a user can cause or meet. A code is stable; its sentence lives with the front ends.
enum class ErrorCode : std::uint16_t {
    FileNotFound,    ///< args: none
    FileUnreadable,  ///< args: reason of the system
    FileUnwritable,  ///< args: reason of the system
    FileEmpty,       ///< args: none
    FileTooLarge,    ///< args: size, limit
    FormatUnknown,   ///< args: what was recognised instead, formats known
    SyntaxError,     ///< args: what the parser expected or met, language (JSON where absent)
    NestingTooDeep,  ///< args: limit
    WrongType,       ///< args: wanted type, found type
    MissingKey,      ///< args: key
    UnknownKey,      ///< args: key, nearest known key (may be empty), known keys
    UnknownValue,    ///< args: value, nearest known value (may be empty), known values
    UnknownName,     ///< args: name, nearest (may be empty), what is named, names with it, near it
    OutOfRange,      ///< args: value, lowest, highest
    NotDivisible,    ///< args: what, value, by what, divisor
    UnitMissing,     ///< args: text, example of a right text
    UnitUnknown,     ///< args: unit, units known for the quantity
    UnitMismatch,    ///< args: unit, quantity wanted
    NumberMalformed, ///< args: text
    Inconsistent,    ///< args: what contradicts what
    NotSupported,    ///< args: what, why
    NotBuiltYet,     ///< args: what
    DataCorrupt,     ///< args: what
    Cancelled,       ///< args: none
    StorageFailure,  ///< args: message of the storage engine
    BrokenPromise,   ///< the program's own fault; args: promise and its place, what was looked at (may be
                     ///< empty)
};

/// Where in the input: any part may be absent.
struct Place {
    std::string file = {};
    std::string jsonPointer = {};                 ///< RFC 6901, e.g. "/links/0/bandwidth"
    std::optional<std::uint64_t> line = {};       ///< counted from 1
    std::optional<std::uint64_t> byteOffset = {}; ///< counted from 0
};

struct Error {
    ErrorCode code = ErrorCode::NotSupported;
    std::vector<std::string> args = {};
    Place place = {};

    /// The same error, placed in \p file (an inner place keeps its pointer, line and offset).
    [[nodiscard]] Error in(std::string file) const
    {
        Error placed = *this;
        if (placed.place.file.empty())
            placed.place.file = std::move(file);
        return placed;
    }
    /// The same error, with \p prefix put before the JSON pointer.
    [[nodiscard]] Error under(const std::string& prefix) const
    {
        Error placed = *this;
        placed.place.jsonPointer = prefix + placed.place.jsonPointer;
        return placed;
    }
};

} // namespace shardscope::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome_event.h"

#include <algorithm>
#include <cstring>

namespace shardscope::profiler {

using json::Outcome;
using json::Scalar;
using json::Skipped;

namespace {

enum class Field : std::uint8_t {
    Other,
    Phase,
    Name,
    Category,
    Process,
    Thread,
    Id,
    Scope,
    BindPoint,
    Arguments,
    Ts,
    Dur
};

Field fieldOf(std::string_view key)
{
    switch (key.size()) {
    case 2:
        return key == "ph"   ? Field::Phase
               : key == "ts" ? Field::Ts
               : key == "id" ? Field::Id
               : key == "bp" ? Field::BindPoint
                             : Field::Other;
    case 3:
        return key == "pid"   ? Field::Process
               : key == "tid" ? Field::Thread
               : key == "cat" ? Field::Category
               : key == "dur" ? Field::Dur
               : key == "id2" ? Field::Id
                              : Field::Other;
    case 4: return key == "name" ? Field::Name : key == "args" ? Field::Arguments : Field::Other;
    case 5: return key == "scope" ? Field::Scope : Field::Other;
    default: return Field::Other;
    }
}

std::string_view between(const char* begin, const char* end)
{
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// A scalar where one is expected; a container in its place is taken as its text.
Skipped readField(const char* at, const char* end, Scalar& scalar)
{
    if (at < end && (*at == '{' || *at == '[')) {
        const Skipped skipped = json::skipValue(at, end);
        scalar = {between(at, skipped.end), false};
        return skipped;
    }
    return json::readScalar(at, end, scalar);
}

Skipped readValue(Field field, const char* at, const char* end, ChromeEvent& event)
{
    Scalar scalar;
    switch (field) {
    case Field::Other: return json::skipValue(at, end);
    case Field::Arguments: {
        const Skipped skipped = json::skipValue(at, end);
        event.arguments = between(at, skipped.end);
        return skipped;
    }
    case Field::Phase: return readField(at, end, event.phase);
    case Field::Name: return readField(at, end, event.name);
    case Field::Category: return readField(at, end, event.category);
    case Field::Process: return readField(at, end, event.process);
    case Field::Thread: return readField(at, end, event.thread);
    default: break;
    }
    const Skipped read = readField(at, end, scalar);
    if (field == Field::Id)
        event.id = scalar.raw;
    else if (field == Field::Scope)
        event.scope = scalar.raw;
    else if (field == Field::BindPoint)
        event.bindPoint = scalar.raw;
    else if (read.outcome == Outcome::Ok)
        (field == Field::Ts ? event.ts : event.dur) = parseMicroseconds(scalar.raw);
    return read;
}

} // namespace

Skipped readChromeEvent(const char* at, const char* end, ChromeEvent& event)
{
    event = {};
    at = json::skipSpace(at + 1, end);
    while (true) {
        if (at >= end)
            return {end, Outcome::Incomplete};
        if (*at == '}')
            return {at + 1, Outcome::Ok};
        if (*at != '"')
            return {at, Outcome::Broken};
        const char* const close = json::findQuote(at + 1, end);
        if (close == nullptr)
            return {end, Outcome::Incomplete};
        const Field field = fieldOf(between(at + 1, close));
        at = json::skipSpace(close + 1, end);
        if (at >= end)
            return {end, Outcome::Incomplete};
        if (*at != ':')
            return {at, Outcome::Broken};
        at = json::skipSpace(at + 1, end);
        const Skipped value = readValue(field, at, end, event);
        if (value.outcome != Outcome::Ok)
            return value;
        at = json::skipSpace(value.end, end);
        if (at >= end)
            return {end, Outcome::Incomplete};
        if (*at == ',')
            at = json::skipSpace(at + 1, end);
        else if (*at != '}')
            return {at, Outcome::Broken};
    }
}

const char* guessEventStart(const char* begin, const char* from, const char* end)
{
    constexpr std::string_view kKeys[] = {"ph",  "name", "cat", "pid", "tid", "ts",
                                          "dur", "args", "id",  "bp",  "s"};
    const auto backOverSpace = [&](const char* at) {
        while (at > begin && static_cast<unsigned char>(at[-1]) <= ' ')
            --at;
        return at;
    };
    for (const char* at = from; at < end; ++at) {
        at = static_cast<const char*>(std::memchr(at, '{', static_cast<std::size_t>(end - at)));
        if (at == nullptr)
            return nullptr;
        const char* const comma = backOverSpace(at);
        if (comma == begin || comma[-1] != ',')
            continue;
        const char* const brace = backOverSpace(comma - 1);
        if (brace == begin || brace[-1] != '}')
            continue;
        const char* const quote = json::skipSpace(at + 1, end);
        if (quote >= end || *quote != '"')
            continue;
        const char* const close = json::findQuote(quote + 1, end);
        if (close == nullptr)
            continue;
        const std::string_view key = between(quote + 1, close);
        if (std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys))
            return at;
    }
    return nullptr;
}

} // namespace shardscope::profiler

// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/collective_names.h"

#include "core/base/one_of.h"
#include "core/kinds/work_rules.h"
#include "profiler/trace/rank_labels.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>

namespace shardscope::profiler {

namespace {

using simdjson::dom::element;

/// Calls of NCCL's plugin, to all and to one.
constexpr std::array<std::string_view, 2> kPluginCalls{kNcclCall, kNcclTransfer};

/// Bytes of an element: names of c10::ScalarType and of C++ types, as kineto and record_function print them.
std::int64_t widthOf(std::string_view type)
{
    struct Width {
        std::string_view name;
        std::int64_t bytes;
    };
    constexpr Width kWidths[] = {{"Float", 4},
                                 {"float", 4},
                                 {"Double", 8},
                                 {"double", 8},
                                 {"Half", 2},
                                 {"c10::Half", 2},
                                 {"BFloat16", 2},
                                 {"c10::BFloat16", 2},
                                 {"Long", 8},
                                 {"long int", 8},
                                 {"long", 8},
                                 {"Int", 4},
                                 {"int", 4},
                                 {"Short", 2},
                                 {"short", 2},
                                 {"Byte", 1},
                                 {"unsigned char", 1},
                                 {"Char", 1},
                                 {"signed char", 1},
                                 {"Bool", 1},
                                 {"bool", 1},
                                 {"Float8_e4m3fn", 1},
                                 {"Float8_e5m2", 1},
                                 // HcclDataType (CANN, hccl_types.h), as trace_view.json has it
                                 {"INT8", 1},
                                 {"UINT8", 1},
                                 {"INT16", 2},
                                 {"FP16", 2},
                                 {"BFP16", 2},
                                 {"INT32", 4},
                                 {"FP32", 4},
                                 {"INT64", 8},
                                 {"UINT64", 8},
                                 {"FP64", 8},
                                 // ncclDataType_t (nccl.h)
                                 {"ncclInt8", 1},
                                 {"ncclChar", 1},
                                 {"ncclUint8", 1},
                                 {"ncclInt32", 4},
                                 {"ncclInt", 4},
                                 {"ncclUint32", 4},
                                 {"ncclInt64", 8},
                                 {"ncclUint64", 8},
                                 {"ncclFloat16", 2},
                                 {"ncclHalf", 2},
                                 {"ncclFloat32", 4},
                                 {"ncclFloat", 4},
                                 {"ncclFloat64", 8},
                                 {"ncclDouble", 8},
                                 {"ncclBfloat16", 2},
                                 {"ncclFloat8e4m3", 1},
                                 {"ncclFloat8e5m2", 1}};
    const auto found = std::find_if(std::begin(kWidths), std::end(kWidths),
                                    [&](const Width& width) { return width.name == type; });
    return found == std::end(kWidths) ? -1 : found->bytes;
}

std::int64_t integerOf(const element& object, const char* key, std::int64_t otherwise)
{
    std::int64_t value = otherwise;
    const auto found = object[key];
    if (found.get(value) == simdjson::SUCCESS)
        return value;
    std::string_view text;
    if (found.get(text) == simdjson::SUCCESS)
        std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string textOf(const element& object, const char* key)
{
    std::string_view text;
    if (object[key].get(text) == simdjson::SUCCESS)
        return std::string(text);
    const std::int64_t number = integerOf(object, key, -1);
    return number < 0 ? std::string() : std::to_string(number);
}

std::int32_t rankOf(const element& object, const char* key)
{
    const std::int64_t rank = integerOf(object, key, -1);
    return rank >= 0 && rank <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(rank)
                                                                         : -1;
}

/// Numbers in a text like "[0, 1, 2, 3]". A list that was cut ("[0, 1, ...]") tells nothing.
std::vector<std::int32_t> ranksOfText(std::string_view text)
{
    return text.find("...") == std::string_view::npos ? rankNumbers(text) : std::vector<std::int32_t>();
}

/// Bytes of the first tensor in "Input Dims": [[394241], …], of the first of "Input type".
std::int64_t firstInputBytes(const element& object)
{
    simdjson::dom::array dims;
    simdjson::dom::array types;
    if (object["Input Dims"].get(dims) != simdjson::SUCCESS ||
        object["Input type"].get(types) != simdjson::SUCCESS || dims.size() == 0 || types.size() == 0)
        return -1;
    std::string_view type;
    simdjson::dom::array shape;
    if (types.at(0).get(type) != simdjson::SUCCESS || dims.at(0).get(shape) != simdjson::SUCCESS)
        return -1;
    std::int64_t bytes = widthOf(type);
    if (bytes < 0 || shape.size() == 0)
        return -1;
    for (const element extent : shape) {
        std::int64_t size = 0;
        constexpr std::int64_t kMost = std::int64_t{1} << 50;
        if (extent.get(size) != simdjson::SUCCESS || size < 0 || (size > 0 && bytes > kMost / size))
            return -1;
        bytes *= size;
    }
    return bytes;
}

} // namespace

CollectiveKind collectiveKindOf(std::string_view word)
{
    return core::WorkRules::shipped().collectiveOf(word);
}

CommunicationName communicationOf(const core::RowVerdict& row)
{
    if (row.collectiveRow == core::CollectiveRow::Parameters)
        return {CommunicationRole::Parameters, CollectiveKind::Other};
    if (row.device) // its annotations are the same call again, as the device saw it
        return row.role == core::Role::Communicate
                   ? CommunicationName{CommunicationRole::Device, row.collective}
                   : CommunicationName{};
    return row.collectiveRow == core::CollectiveRow::Call
               ? CommunicationName{CommunicationRole::Annotation, row.collective}
               : CommunicationName{};
}

bool isCallRecorder(std::string_view category)
{
    return category == kFlightRecorder || core::isOneOf(category, kPluginCalls);
}

CollectiveArguments readCollectiveArguments(std::string_view json)
{
    CollectiveArguments read;
    if (json.empty()) // an event without arguments; the parser may not be given a null pointer
        return read;
    simdjson::dom::parser parser;
    element object;
    if (parser.parse(json.data(), json.size()).get(object) != simdjson::SUCCESS || !object.is_object())
        return read;
    const std::string collective = textOf(object, "Collective name");
    if (!collective.empty())
        read.kind = collectiveKindOf(collective);
    read.groupName = textOf(object, "Process Group Name");
    read.groupDescription = textOf(object, "Process Group Description");
    read.ranks = ranksOfText(textOf(object, "Process Group Ranks"));
    read.sequence = integerOf(object, "Seq", -1);
    const std::int64_t elements = integerOf(object, "In msg nelems", -1);
    const std::int64_t width = widthOf(textOf(object, "dtype"));
    constexpr std::int64_t kMost = std::int64_t{1} << 50;
    if (elements >= 0 && elements < kMost && width > 0)
        read.bytes = elements * width;
    else
        read.bytes = firstInputBytes(object);
    if (read.bytes < 0 && !object["Datatype"].error()) {
        const std::int64_t count = integerOf(object, "Count", -1);
        const std::int64_t bytes = widthOf(textOf(object, "Datatype"));
        if (count >= 0 && count < kMost && bytes > 0)
            read.bytes = count * bytes;
        read.sequence = read.sequence >= 0 ? read.sequence : integerOf(object, "SeqNum", -1);
        read.peer = rankOf(object, "Peer");
        std::uint64_t communicator = 0; // a hash of 64 bits
        if (read.groupName.empty() && object["CommHash"].get(communicator) == simdjson::SUCCESS)
            read.groupName = std::to_string(communicator);
    }
    if (const std::int64_t count = integerOf(object, "count", -1);
        read.bytes < 0 && count >= 0 && count < kMost) {
        const std::int64_t bytes = widthOf(textOf(object, "data_type"));
        read.bytes = bytes > 0 ? count * bytes : -1;
    }
    // Nsight Systems' tables of MPI: "size" is in bytes, "remoteRank" the other end of a send or receive.
    const std::int64_t size = integerOf(object, "size", -1);
    if (read.bytes < 0 && size >= 0 && !object["commHandle"].error())
        read.bytes = size;
    if (!object["remoteRank"].error())
        read.peer = rankOf(object, "remoteRank");
    if (read.kind == CollectiveKind::Send)
        read.peer = rankOf(object, "Dst Rank");
    else if (read.kind == CollectiveKind::Receive)
        read.peer = rankOf(object, "Src Rank");
    return read;
}

} // namespace shardscope::profiler

// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/arguments/arg_keys.h"

#include <array>

namespace shardscope::profiler {

namespace {

// PyTorch profiler (kineto output_json.cpp), Nsight Systems' columns, rocprofv3, XPlane.
constexpr std::array kCorrelation{std::string_view("correlation"), std::string_view("correlationId"),
                                  std::string_view("correlation_id")};
constexpr std::array kExternalId{std::string_view("External id"), std::string_view("external id")};
constexpr std::array kStream{std::string_view("stream"), std::string_view("streamId")};
constexpr std::array kDevice{std::string_view("device"), std::string_view("deviceId")};
constexpr std::array kBytes{std::string_view("bytes"), std::string_view("Bytes")};
constexpr std::array kSequence{std::string_view("Sequence number"), std::string_view("sequence number")};

} // namespace

std::span<const std::string_view> argKeyNames(ArgKey key)
{
    switch (key) {
    case ArgKey::Correlation: return kCorrelation;
    case ArgKey::ExternalId: return kExternalId;
    case ArgKey::Stream: return kStream;
    case ArgKey::Device: return kDevice;
    case ArgKey::Bytes: return kBytes;
    case ArgKey::SequenceNumber: return kSequence;
    case ArgKey::Count_: break;
    }
    return {};
}

} // namespace shardscope::profiler

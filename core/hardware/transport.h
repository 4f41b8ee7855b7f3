// SPDX-License-Identifier: GPL-3.0-or-later
// The library or network that carries a collective's bytes.
#pragma once

#include "core/base/enum_names.h"

#include <cstdint>

namespace shardscope::core {

/// UserBuffers: Transformer Engine's, copied by the device's copy engines; DeepEp: kernels that send a
/// mixture's tokens; CopyEngine: plain copies between devices.
enum class Transport : std::uint8_t { Nccl, UserBuffers, DeepEp, CopyEngine, Ipu };
constexpr auto enumNames(Transport)
{
    return namesUpTo<Transport::Ipu>("nccl", "user_buffers", "deep_ep", "copy_engine", "ipu");
}

} // namespace shardscope::core

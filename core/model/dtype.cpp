// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/dtype.h"

#include "core/base/check.h"

#include <array>

namespace shardscope::core {
namespace {

struct DtypeEntry {
    Dtype dtype;
    std::string_view name;
    double width; ///< bytes
};
constexpr std::array kDtypes = std::to_array<DtypeEntry>({
    {Dtype::Fp32, "fp32", 4},
    {Dtype::Tf32, "tf32", 4},
    {Dtype::Bf16, "bf16", 2},
    {Dtype::Fp16, "fp16", 2},
    {Dtype::Fp8, "fp8", 1},
    {Dtype::Int8, "int8", 1},
    {Dtype::Mxfp8, "mxfp8", 1 + 1.0 / 32},
    {Dtype::Nvfp4, "nvfp4", 0.5 + 1.0 / 16},
});

constexpr bool inOrder()
{
    for (std::size_t i = 0; i < kDtypes.size(); ++i) {
        if (static_cast<std::size_t>(kDtypes[i].dtype) != i)
            return false;
    }
    return true;
}
static_assert(inOrder(), "kDtypes is indexed by Dtype");

const DtypeEntry& entryOf(Dtype dtype)
{
    const auto index = static_cast<std::size_t>(dtype);
    SHARDSCOPE_CHECK(index < kDtypes.size());
    return kDtypes[index];
}

} // namespace

Bytes widthOf(Dtype dtype) { return Bytes{entryOf(dtype).width}; }

std::string_view nameOf(Dtype dtype) { return entryOf(dtype).name; }

std::optional<Dtype> dtypeFromName(std::string_view name)
{
    for (const DtypeEntry& entry : kDtypes) {
        if (entry.name == name)
            return entry.dtype;
    }
    return std::nullopt;
}

} // namespace shardscope::core

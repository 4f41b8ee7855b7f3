// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a model description: an error or a model whose tensors can be counted.
#include "core/catalog/model_file.h"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto model = shardscope::core::parseModel(text, "input");
    if (!model.ok())
        return 0;
    double elements = 0;
    for (const auto& tensor : shardscope::core::parameterTensors(*model))
        elements += static_cast<double>(tensor.elements()) * static_cast<double>(tensor.count);
    if (elements < 0 || shardscope::core::parameterCount(*model) < 0)
        __builtin_trap(); // a count overflowed
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/row_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app::published {

std::int64_t whole(const Json& row, const char* key, std::int64_t missing)
{
    const auto found = row.find(key);
    constexpr double kMost = 1e15;
    if (found == row.end() || !found->is_number() || !(std::abs(found->get<double>()) < kMost))
        return missing;
    return static_cast<std::int64_t>(found->get<double>());
}
std::int64_t degree(const Json& row, const char* key)
{
    return std::max<std::int64_t>(1, whole(row, key, 1));
}
bool flag(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_boolean() && found->get<bool>();
}
core::Value valueOf(const Json& document)
{
    if (document.is_boolean())
        return core::Value::ofFlag(document.get<bool>());
    if (document.is_number_integer())
        return core::Value::ofInteger(document.get<std::int64_t>());
    if (document.is_number())
        return core::Value::ofReal(document.get<double>());
    if (document.is_string())
        return core::Value::ofText(document.get<std::string>());
    core::Value value = document.is_object()  ? core::Value::ofMembers({})
                        : document.is_array() ? core::Value::ofItems({})
                                              : core::Value{};
    for (const auto& [key, member] : document.items()) {
        if (document.is_object())
            value.members.emplace_back(key, valueOf(member));
        else
            value.items.push_back(valueOf(member));
    }
    return value;
}
double real(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_number() ? found->get<double>() : 0;
}
std::string text(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool isFormat(const std::string& said)
{
    static constexpr std::array kSixteen{"bf16", "BF16", "fp16", "FP16", "amp_bf16", "amp_fp16"};
    return std::ranges::find(kSixteen, said) != kSixteen.end() || said.starts_with("FP8") ||
           said.starts_with("fp8") || said == "MXFP8" || said == "NVFP4";
}

Json mixedPrecision(const std::string& said)
{
    Json precision{
        {"weights", "bf16"}, {"gradients", "fp32"}, {"master", "fp32"}, {"optimizer_state", "fp32"}};
    if (said.find("MX") != std::string::npos && said.find('/') == std::string::npos &&
        said.find('(') == std::string::npos)
        precision["compute"] = "mxfp8";
    else if (said.starts_with("FP8") || said.starts_with("fp8"))
        precision["compute"] = "fp8";
    else if (said == "NVFP4")
        precision["compute"] = "nvfp4";
    return precision;
}

} // namespace shardscope::app::published

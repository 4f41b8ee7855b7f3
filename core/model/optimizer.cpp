// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/optimizer.h"

#include <array>
#include <utility>

namespace shardscope::core {

namespace {
constexpr std::array kNames{
    std::pair{OptimizerKind::Adam, std::string_view{"adam"}},
    std::pair{OptimizerKind::AdamW, std::string_view{"adamw"}},
    std::pair{OptimizerKind::Sgd, std::string_view{"sgd"}},
    std::pair{OptimizerKind::Momentum, std::string_view{"momentum"}},
    std::pair{OptimizerKind::Adagrad, std::string_view{"adagrad"}},
    std::pair{OptimizerKind::RowwiseAdagrad, std::string_view{"rowwise_adagrad"}},
    std::pair{OptimizerKind::Lamb, std::string_view{"lamb"}},
};
} // namespace

std::string_view nameOf(OptimizerKind optimizer)
{
    for (const auto& [kind, name] : kNames)
        if (kind == optimizer)
            return name;
    return {};
}

std::optional<OptimizerKind> optimizerFromName(std::string_view name)
{
    for (const auto& [kind, known] : kNames)
        if (known == name)
            return kind;
    return std::nullopt;
}

const std::vector<std::string>& optimizerNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const auto& entry : kNames)
            all.emplace_back(entry.second);
        return all;
    }();
    return names;
}

} // namespace shardscope::core

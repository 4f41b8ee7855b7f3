// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a plan file: an error, or a plan that is written as it was read and can be evaluated.
#include "core/catalog/catalog.h"
#include "core/catalog/model_file.h"
#include "core/plan/plan_file.h"
#include "planner/planner.h"
#include "tests/support/core_reader.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace shardscope;

constexpr std::string_view kModel =
    R"({"kind": "transformer", "name": "small", "layers": 12, "hidden": 768, "heads": 12,
    "kv_heads": 12, "feed_forward": 3072, "vocabulary": 50257, "max_sequence": 1024, "activation": "gelu", "norm": "layer_norm",
    "bias": true, "tied_embeddings": true, "learned_positions": true})";

const core::ModelSpec& model()
{
    static const core::ModelSpec value = core::parseModel(kModel, "model").value();
    return value;
}

const core::HardwareSpec& hardware()
{
    static const core::HardwareSpec value =
        core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources").hardware("dgx-a100-80g").value();
    return value;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto plan = tests::parsePlan(text, "input", {}, model());
    if (!plan.ok())
        return 0;
    const auto again = tests::parsePlan(core::planJson(*plan), "again", {}, model());
    if (!again.ok() || !(*again == *plan))
        __builtin_trap(); // what is written is not what was read
    const auto evaluation = planner::evaluate(model(), hardware(), *plan, planner::Detail::Plain);
    if (evaluation.ok()) {
        for (const auto& use : evaluation->memory.tiers) {
            if (!std::isfinite(use.peak.value()) || use.peak.value() < 0)
                __builtin_trap();
        }
    }
    return 0;
}

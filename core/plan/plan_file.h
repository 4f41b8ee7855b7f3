// SPDX-License-Identifier: GPL-3.0-or-later
// Plans as JSON and as options: one table of keys serves the parser, the writer, the option list and the
// errors.
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"
#include "core/plan/framework_defaults.h"
#include "core/plan/plan.h"
#include "core/plan/plan_check.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::core {

struct Value;

/// One key of a plan: "/parallel/tensor" is the option "--tensor".
struct PlanKey {
    std::string pointer; ///< JSON pointer in a plan file
    std::string option;  ///< without dashes: "zero-stage"; of the key's name, with its group in front where
                         ///< two share it
    std::string alias;   ///< a second option name: "rts" for "sharding-weights"; empty for most
    std::string help;    ///< English source text
    std::string values;  ///< "1..", "gpipe|1f1b|...": what is legal
    std::string former;  ///< pointer of its former name: read, and written beside it in whole plans
};

/// Every key the contract (section 3) knows, in its order.
[[nodiscard]] const std::vector<PlanKey>& planKeys();

/// What a plan is read by, beside its keys.
struct PlanReader {
    PlanCheck check = checkPlan; ///< says what else is wrong
    DefaultsOf defaults = nullptr;
};

/// A plan from a file's document (null for none) and options ({"tensor", "8"}; options win). The model
/// supplies defaults (sequence length, dropout), and so does the framework, by \p reader. An error about an
/// option has it as its file: "--tensor". Errors: WrongType, UnknownKey, UnknownValue, OutOfRange,
/// NotDivisible, Inconsistent.
[[nodiscard]] Result<Plan> parsePlan(const Value& document, const std::string& file,
                                     const std::vector<std::pair<std::string, std::string>>& options,
                                     const ModelSpec& model, const PlanReader& reader);
/// The same from a file's text ("" for none). Errors: those of parseJsonText too.
[[nodiscard]] Result<Plan> parsePlan(std::string_view json, const std::string& file,
                                     const std::vector<std::pair<std::string, std::string>>& options,
                                     const ModelSpec& model, const PlanReader& reader);
/// ZeRO stage 0..3 as the three shard degrees over \p replicas ranks (arXiv:1910.02054, section 5).
[[nodiscard]] Sharding zeroSharding(int stage, std::int64_t replicas);
/// The plan as evaluated, defaults included, in the contract's form.
[[nodiscard]] Value planDocument(const Plan& plan);
/// The keys of \p to that \p from has otherwise, null where they are let go: merged into \p from's document
/// it is that of \p to.
[[nodiscard]] Value planChange(const Plan& from, const Plan& to);
[[nodiscard]] std::string planJson(const Plan& plan);

} // namespace shardscope::core

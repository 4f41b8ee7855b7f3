// SPDX-License-Identifier: GPL-3.0-or-later
// The one table behind plan files: each key with its legal values, how it is read into a plan and written out
// of one.
#pragma once

#include "core/plan/field_value.h"
#include "core/plan/plan_file.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// A plan while it is read: what was said, before defaults.
struct PlanDraft {
    Plan plan;
    std::optional<std::int64_t> microBatch;
    std::optional<std::int64_t> microBatches;
    std::optional<std::int64_t> globalBatch;
    std::optional<std::int64_t> zeroStage;
    bool twoWays = false;              ///< the schedule was said to be DualPipe
    std::set<std::string> given;       ///< pointers said in the file or an option
    std::set<std::string> fromOptions; ///< those of an option
};

/// The degrees as a plan's document (null for none) and options say them, 1 where nothing is said: nothing is
/// derived from them or checked yet. Errors: those of one key alone.
[[nodiscard]] Result<Axes> saidAxes(const Value& document, const std::string& file,
                                    const std::vector<std::pair<std::string, std::string>>& options);

struct PlanField : FieldRule {
    PlanKey key;
    std::function<FieldValue(const Plan&)> get;
    std::function<void(PlanDraft&, const FieldValue&)> set;
};

/// All fields in the contract's order (section 3).
[[nodiscard]] const std::vector<PlanField>& planFields();
/// The one called \p pointer; null: no key is.
[[nodiscard]] const PlanField* planField(std::string_view pointer);
/// A plan's words for DualPipe, which is no schedule of its own: deepseek-ai's README cuts it in half, and
/// DualPipeV is what is left.
inline constexpr auto kTwoWays = "dualpipe";
/// \p plan of DualPipe as the DualPipeV that it is: rank i of p holds stages i and p - 1 - i, and so does
/// rank p - 1 - i, for the other direction; these two are replicas, each with half of the micro-batches. What
/// was said of each stage is forgotten. p and the micro-batches must be even.
void foldTwoWays(Plan& plan);
/// Settles what depends on other choices: batch, ZeRO preset, schedule, precisions, dropout, sequence length.
/// Errors: NotDivisible, Inconsistent, OutOfRange.
[[nodiscard]] Result<Done> fillDefaults(PlanDraft& draft, const ModelSpec& model,
                                        const FrameworkDefaults& defaults);

} // namespace shardscope::core

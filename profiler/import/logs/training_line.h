// SPDX-License-Identifier: GPL-3.0-or-later
// What trainers print of their iterations: how long one took, and figures beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// Names and values; names are views into the line.
using TrainingFigures = std::vector<std::pair<std::string_view, double>>;

struct TrainingLine {
    std::int64_t iteration = -1;
    /// How long an iteration took, on average since the line before; none: the line does not say. ns.
    std::optional<std::int64_t> stepNs;
    /// All numbers that the line gives, but for stepNs.
    TrainingFigures figures;
};

/// A line of Megatron-LM and what follows it, without the time that it begins with: "iteration 10/ 100 | lm
/// loss: 1.1E+01 | elapsed time per iteration (ms): 1234.5 |" (NVIDIA/Megatron-LM,
/// megatron/training/training.py, training_log), and NeMo's "Training epoch 0, iteration 9/99 |
/// train_step_timing in s: 2.5" (NVIDIA-NeMo/NeMo, nemo/lightning/pytorch/callbacks/progress_printer.py).
/// None: it tells of no iteration.
[[nodiscard]] std::optional<TrainingLine> readTrainingLine(std::string_view line);

/// Memory of a device as Megatron-LM prints it behind some iterations: "[Rank 0] (after 2 iterations) memory
/// (MB) | allocated: 12.5 | max allocated: 14 |" (megatron/training/utils.py, report_memory). Empty: another
/// line.
[[nodiscard]] TrainingFigures readMemoryLine(std::string_view line);

} // namespace shardscope::profiler

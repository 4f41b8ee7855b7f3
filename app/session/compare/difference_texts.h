// SPDX-License-Identifier: GPL-3.0-or-later
// Words about the parts of a difference: what each is called, which assumption it speaks about, what to try.
#pragma once

#include "app/session/compare/difference.h"
#include "app/session/text/kernel_names.h"

namespace shardscope::app {

/// English, marked: "products", "waiting for a slower rank".
[[nodiscard]] const char* partWord(const profiler::DifferencePart& part);
/// The same in the reader's language, with the number of a slower rank.
[[nodiscard]] QString partName(const profiler::DifferencePart& part);
[[nodiscard]] const char* termWord(core::StepTerm term);
[[nodiscard]] const char* passWord(core::Pass pass);
[[nodiscard]] const char* workWord(core::WorkClass kind);

/// What of a plan a part speaks about: rate, exposure, imbalance, launch, recorder.
enum class Assumption : std::uint8_t {
    Rate,
    Recompute,
    Exposure,
    Imbalance,
    Schedule,
    Launch,
    Host,
    Recorder
};
constexpr auto enumNames(Assumption)
{
    return core::namesUpTo<Assumption::Recorder>("rate", "recompute", "exposure", "imbalance", "schedule",
                                                 "launch", "host", "recorder");
}
[[nodiscard]] Assumption assumptionOf(const profiler::DifferencePart& part);

/// The rows and gaps behind a part, the largest in front: "feed_forward_in: aten::addmm +1.2 ms".
[[nodiscard]] QString evidenceText(const SideDifference& difference, const profiler::DifferencePart& part,
                                   core::TextStyle style);
/// The same in English, whatever the reader's language: of tables, whose cells are the same in each.
[[nodiscard]] std::string evidenceCell(const SideDifference& difference,
                                       const profiler::DifferencePart& part);
/// "aten::mul, aten::add", at most three, each of \p most bytes at most.
[[nodiscard]] QString operationsText(const std::vector<std::string>& operations,
                                     std::size_t most = kMostInTable);
/// "0-22, 24": layers of a row, as the rank counts them.
[[nodiscard]] std::string layersText(const std::vector<std::int16_t>& layers);
/// "+1.2 ms".
[[nodiscard]] QString changeText(double seconds, core::TextStyle style);
[[nodiscard]] QString timeText(double seconds, core::TextStyle style);
/// "12 %", of either sign.
[[nodiscard]] QString percentText(double share);

} // namespace shardscope::app

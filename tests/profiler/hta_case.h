// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis' exact values on real traces (../shared/validation/hta_golden.json, where it is), and
// ours where its definitions are not kept (docs/analyses.md). Our own values were found by a separate program
// in decimal arithmetic, straight from the files.
#pragma once

#include "profiler/profiler.h"
#include "tests/profiler/analysis_case.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::tests {

struct HtaCase {
    const char* name;
    const char* file; ///< below traces/; of several, the folder; empty: what gen_trace.py makes
};

inline constexpr std::array kHtaCases = std::to_array<HtaCase>({
    {"df_index_resolver", "hta/df_index_resolver/df_index_resolver.json.gz"},
    {"trace_diff_control", "hta/trace_diff/control/control.json.gz"},
    {"trace_diff_test", "hta/trace_diff/test/test.json.gz"},
    {"ns_resolution", "hta/ns_resolution_trace/rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz"},
    {"nccl_data", "hta/nccl_parser_config/nccl_data.json.gz"},
    {"rank_non_gpu", "hta/rank_non_gpu/rank_non_gpu.json.gz"},
    {"alexnet", "hta/critical_path/alexnet/benchmark_result_2869224_1695835535_trace.json.gz"},
    {"simple_add", "hta/critical_path/simple_add/benchmark_result_493459_1694039959_trace.json.gz"},
    {"amd_mi250", "hta/amd_trace/mi250_minitoy_train_ROCm6_2_kineto.json.gz"},
    {"tracelens_h100_owlv2", "tracelens/h100/google_owlv2-large-patch14-ensemble__1016001.json.gz"},
    {"tracelens_mi300_owlv2", "tracelens/mi300/google_owlv2-large-patch14-ensemble__1016001.json.gz"},
    {"tracelens_b200_eager", "tracelens/b200/eager_trace.json.gz"},
    {"tracelens_mi300_resnet_act_ckpt", "tracelens/mi300/resnet_act_checkpoint.json.gz"},
    {"kineto_resnet50_nw0_a", "kineto_tb/resnet50_nw0_a.pt.trace.json.gz"},
    {"param_linear_kineto", "param/linear_kineto.json.gz"},
    {"param_dlrm_8ranks", "param/dlrm_kineto"},
    {"synthetic_s100k", ""},
});

/// Null where the reference values are not at hand.
[[nodiscard]] const nlohmann::json& htaGolden();
/// The files of a case; none where they are not at hand (or python3, which makes some).
[[nodiscard]] std::vector<std::filesystem::path> htaFiles(const std::string& file);

/// Whether a value of ours differs on purpose.
[[nodiscard]] bool isOurs(const std::string& what);
/// Within a millionth of \p wanted microseconds, or our own value exactly.
void compareMicroseconds(const std::string& what, std::int64_t nanoseconds, double wanted,
                         double slack = 0.0005);
/// A fraction against one in \p unit-ths that is rounded to \p slack twice over.
void compareShare(const std::string& what, const nlohmann::json& got, const nlohmann::json& wanted,
                  double unit, double slack = 0.0051);

/// Our words for what pandas' describe() gives, and its.
inline constexpr std::pair<const char*, const char*> kHtaSummary[] = {
    {"mean", "mean"},  {"std", "std"}, {"min", "min"}, {"q25", "25%"},
    {"median", "50%"}, {"q75", "75%"}, {"max", "max"}};

/// The rows of \p rank in a report; all if the run has only one, whatever the file calls it.
[[nodiscard]] std::vector<ReportRow> ofRank(const std::vector<ReportRow>& rows, const nlohmann::json& rank,
                                            bool several);

inline const profiler::AnalysisOptions kLikeHta{.window = profiler::AnalysisWindow::WithoutLastStep};

} // namespace shardscope::tests

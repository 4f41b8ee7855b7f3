// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/home/samples.h"

#include "core/base/text_mark.h"

#include <algorithm>
#include <iterator>

namespace shardscope::app {
namespace {

constexpr Sample kSamples[] = {
    {"plan", N_("GPT-3 175B in phases on IPU-POD256"), N_("a model that is larger than the memory beside it"),
     "gpt3_175b_phased_on_ipu_pod256.json", "plan", true},
    {"buckets", N_("ZeRO-2: 100 B parameters on 400 V100"),
     N_("gradients travel in buckets while it computes"), "zero2_100b_on_400_v100.json", "schedule", true},
    {"iterations", N_("ZionEX: DLRM of 12 T parameters"), N_("two iterations, and what hides behind what"),
     "dlrm_12t_on_zionex.json", "schedule", true},
    {"modes", N_("PERSIA: 100 T parameters, wait or not"), N_("four modes of training, side by side"),
     "persia_100t_on_google_cloud.json", "schedule", true},
    {"schedule", N_("GPT-3 175B on 128 A100"), N_("1F1B beside GPipe and zero bubble"),
     "gpt3_175b_pipeline_on_128_a100.json", "schedule", true},
    {"recommender", N_("MLPerf DLRM on ZionEX"), N_("embedding tables, placed and balanced"),
     "dlrm_v2_on_zionex.json", "recommender", true},
    {"overview", N_("Recorded: DLRM on one H200"), N_("where the time of a step went, kernel by kernel"),
     "h200_dlrm.json.gz", "overview", true},
    {"memory", N_("Recorded: memory of GPT-2 on one H200"), N_("every block, from its request to its end"),
     "h200_gpt2_memory.pickle.gz", "memory", true},
    {"tight", N_("GPT-3 175B on IPU-POD256, does not fit"), N_("what is missing, and what would help"),
     "gpt3_175b_on_ipu_pod256.json", "plan", false},
    {"pod16", N_("BERT-Large on IPU-POD16"), N_("its supersteps: compute, exchange, wait"),
     "bert_large_on_ipu_pod16.json", "schedule", false},
    {"pod16_phases", N_("BERT-Large in phases on IPU-POD16"), N_("weights that come and go"),
     "bert_large_phased_on_ipu_pod16.json", "schedule", false},
    {"phases", N_("GPT-3 175B in phases, as a schedule"), N_("what is streamed while it computes"),
     "gpt3_175b_phased_on_ipu_pod256.json", "schedule", false},
};

} // namespace

std::span<const Sample> samples() { return kSamples; }

const Sample* sampleOf(std::string_view key)
{
    const auto* found = std::ranges::find(kSamples, key, &Sample::key);
    return found == std::end(kSamples) ? nullptr : found;
}

} // namespace shardscope::app

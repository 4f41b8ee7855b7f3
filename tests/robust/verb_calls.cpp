// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/robust/verb_calls.h"

namespace shardscope::tests {

const std::vector<VerbCall>& callsWithAFile()
{
    static const std::vector<VerbCall> calls{
        {"models", {"models", "@BAD"}},
        {"hardware", {"hardware", "@BAD"}},
        {"plan, model", {"plan", "@BAD", "dgx-h100"}},
        {"plan, hardware", {"plan", "gpt2", "@BAD"}},
        {"plan, plan", {"plan", "gpt2", "dgx-h100", "--plan", "@BAD"}},
        {"plan, calibration", {"plan", "gpt2", "dgx-h100", "--calibration", "@BAD"}},
        {"plan, beside", {"plan", "dlrm-criteo-1tb", "zionex", "--beside", "@BAD"}},
        {"trace", {"trace", "@BAD"}},
        {"trace, pack", {"trace", "@BAD", "--pack", "@OUT/run.shardpack"}},
        {"analyze", {"analyze", "kernels", "@BAD", "--json"}},
        {"compare", {"compare", "@BAD", "@TRACE"}},
        {"compare, second", {"compare", "@PLAN", "@BAD"}},
        {"sql", {"sql", "@BAD", "SELECT count(*) FROM slice"}},
        {"validate", {"validate", "@BAD"}},
        {"calibrate", {"calibrate", "@BAD", "--hardware", "dgx-h100", "--out", "@OUT/hardware.json"}},
        {"calibrate, hardware", {"calibrate", "@CASES", "--hardware", "@BAD"}},
        {"export, table", {"export", "memory", "@BAD", "dgx-h100", "--out", "@OUT/table.csv"}},
        {"export, trace", {"export", "tracks", "@BAD", "--out", "@OUT/tracks.json"}},
        {"export, files", {"export", "astra-sim", "gpt2", "@BAD", "--out", "@OUT/astra"}},
        {"export, job", {"export", "persiajob", "dlrm-criteo-1tb", "@BAD", "--out", "@OUT/job.yml"}},
        {"import", {"import", "@BAD", "--out", "@OUT/plan.json", "--model-out", "@OUT/model.json"}},
        {"estimate, torchrec", {"estimate", "torchrec", "@BAD"}},
        {"estimate, cluster", {"estimate", "persia", "dlrm-criteo-1tb", "@BAD"}},
        {"estimate, settings",
         {"estimate", "persia", "dlrm-criteo-1tb", "persia-v100", "--global-config", "@BAD"}},
        {"search", {"search", "@BAD", "zionex", "--json"}},
        {"search, hardware", {"search", "dlrm-criteo-1tb", "@BAD"}},
    };
    return calls;
}

const std::vector<VerbCall>& goodCalls()
{
    static const std::vector<VerbCall> calls{
        {"models", {"models", "--json"}},
        {"hardware", {"hardware", "dgx-h100"}},
        {"plan", {"plan", "gpt2", "dgx-h100", "--replica", "8", "--json"}},
        {"plan, explained", {"plan", "gpt2", "dgx-h100", "--explain", "memory.device.weights"}},
        {"plan, file", {"plan", "--plan", "@PLAN"}},
        {"trace", {"trace", "@TRACE", "--no-cache"}},
        {"sql",
         {"sql", "@TRACE", "SELECT name, json_extract('{\"a\": 1.25}', '$.a') FROM slice LIMIT 3", "--csv"}},
        {"export", {"export", "memory", "gpt2", "dgx-h100", "--out", "@OUT/memory.csv"}},
        {"export, files",
         {"export", "astra-sim", "gpt2", "dgx-h100", "--replica", "16", "--out", "@OUT/astra"}},
        {"validate", {"validate", "@CASES", "--json"}},
        {"compare", {"compare", "@TRACE", "@TRACE", "--tolerance", "0.5", "--json"}},
    };
    return calls;
}

QStringList filled(const VerbCall& call, const QString& bad, const QString& out)
{
    QStringList arguments;
    for (QString argument : call.arguments) {
        argument.replace("@OUT", out);
        argument.replace("@PLAN", SHARDSCOPE_SOURCE_DIR "/resources/samples/gpt3_175b_on_ipu_pod256.json");
        argument.replace("@TRACE", SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");
        argument.replace("@CASES", SHARDSCOPE_SOURCE_DIR "/resources/cases/parameter_counts.jsonl");
        arguments << (argument == "@BAD" ? bad : argument);
    }
    return arguments;
}

} // namespace shardscope::tests

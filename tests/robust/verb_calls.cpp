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
        {"analyze", {"analyze", "kernel_breakdown", "@BAD", "--json"}},
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
        {"guess", {"guess", "@BAD", "--out", "@OUT/plan.json", "--model-out", "@OUT/model.json"}},
        {"import", {"import", "@BAD", "--out", "@OUT/plan.json", "--model-out", "@OUT/model.json"}},
        {"lesson", {"lesson", "list", "@BAD"}},
        {"project", {"project", "list", "@BAD"}},
        {"project, item", {"project", "export", "@BAD", "Plan", "--out", "@OUT/item.json"}},
        {"estimate, torchrec", {"estimate", "torchrec", "@BAD"}},
        {"estimate, cluster", {"estimate", "persia", "dlrm-criteo-1tb", "@BAD"}},
        {"estimate, settings",
         {"estimate", "persia", "dlrm-criteo-1tb", "persia-v100", "--global-config", "@BAD"}},
        {"search", {"search", "@BAD", "zionex", "--json"}},
        {"search, hardware", {"search", "dlrm-criteo-1tb", "@BAD"}},
        {"search, layouts", {"search", "@BAD", "dgx-h100", "--devices", "8", "--json"}},
        {"search, machine", {"search", "bert-large", "@BAD", "--devices", "2"}},
        {"search, why", {"search", "bert-large", "dgx-h100", "--devices", "1", "--why", "@BAD"}},
        {"search, plan", {"search", "bert-large", "dgx-h100", "--devices", "1", "--plan", "@BAD"}},
        {"simulate, model", {"simulate", "@BAD", "dgx-h100", "--out", "@OUT/run.json.gz"}},
        {"simulate, hardware", {"simulate", "gpt2", "@BAD", "--out", "@OUT/run.pftrace"}},
        {"simulate, plan", {"simulate", "--plan", "@BAD"}},
        {"simulate, schedule", {"simulate", "--schedule-file", "@BAD", "--out", "@OUT/order.csv"}},
        {"simulate, order", {"simulate", "gpt2", "dgx-h100", "--pipeline", "4", "--schedule-file", "@BAD"}},
        {"analyze, second", {"analyze", "idle_time", "@TRACE", "@BAD"}, true},
        {"analyze, hang", {"analyze", "hang", "@BAD", "--json"}},
        {"analyze, hardware", {"analyze", "utilization", "@TRACE", "--hardware", "@BAD"}},
        {"export, run", {"export", "files", "@TRACE", "@BAD", "--out", "@OUT/files.csv"}, true},
    };
    return calls;
}

const std::vector<VerbCall>& goodCalls()
{
    static const std::vector<VerbCall> calls{
        {"models", {"models", "--json"}},
        {"hardware", {"hardware", "dgx-h100"}},
        {"follow", {"follow", "@OUT", "--once", "--json"}},
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
        {"analyze", {"analyze", "kernel_breakdown", "@TRACE", "--json"}},
        {"overview", {"analyze", "@TRACE", "--json"}},
        {"hang", {"analyze", "hang", "@DUMPS", "--json"}},
        {"simulate",
         {"simulate", "gpt2", "dgx-h100", "--pipeline", "4", "--micro-batches", "8", "--json", "--out",
          "@OUT/run.json"}},
        {"simulate, alone",
         {"simulate", "--schedule", "zb1p", "--pipeline", "4", "--micro-batches", "8", "--costs",
          "F=1.5,I=1.25,W=0.75,comm=0.1"}},
        {"simulate, opened",
         {"sql", "@PLAN", "SELECT name, count(*), sum(dur) FROM slice GROUP BY name", "--csv"}},
        {"search", {"search", "bert-large", "dgx-h100", "--sweep", "devices=1,2"}},
        {"lesson", {"lesson", "list", "--json"}},
        {"project", {"project", "check", "@PROJECT", "--json"}},
        {"project, item", {"plan", "@PROJECT#Plan", "--json"}},
    };
    return calls;
}

QStringList filled(const VerbCall& call, const QString& bad, const QString& out)
{
    QStringList arguments;
    for (QString argument : call.arguments) {
        argument.replace("@OUT", out);
        argument.replace("@PLAN", SHARDSCOPE_SOURCE_DIR "/resources/samples/gpt3_175b_on_ipu_pod256.json");
        argument.replace("@PROJECT", SHARDSCOPE_SOURCE_DIR "/tests/data/projects/version_1.shardscope");
        argument.replace("@TRACE", SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");
        argument.replace("@DUMPS",
                         SHARDSCOPE_SOURCE_DIR "/tests/data/formats/flight_recorder/protocol4_rank_0.pickle");
        argument.replace("@CASES", SHARDSCOPE_SOURCE_DIR "/resources/cases/parameter_counts.jsonl");
        arguments << (argument == "@BAD" ? bad : argument);
    }
    return arguments;
}

} // namespace shardscope::tests

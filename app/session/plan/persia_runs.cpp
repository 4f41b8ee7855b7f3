// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/persia_runs.h"

#include "app/session/plan/clusters.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace shardscope::app {
namespace {

using core::Value;

constexpr double kMost = 1e18;

/// A run with what it says of others.
struct Line {
    PersiaRun run;
    std::string model;
    std::string cluster;
    std::string calibratedOn;
};

Line lineOf(const Value& document, core::FirstError& errors)
{
    core::SpecReader reader(document, {}, errors);
    Line line;
    PersiaRun& run = line.run;
    run.id = reader.textOr("id", "");
    run.source = reader.textOr("source", "");
    line.model = reader.textOr("model", "");
    line.cluster = reader.textOr("cluster", "");
    line.calibratedOn = reader.textOr("calibrated_on", "");
    run.reading = reader.numberOr("reading", 0, 0, kMost);
    run.fitted = reader.has("fits") || line.calibratedOn == run.id;
    reader.inside("measured", false, [&run](core::SpecReader& measured) {
        run.samplesPerSecond = measured.numberOr("samples_per_second", 0, 0, kMost);
    });
    bool dense = true;
    bool embedding = true;
    reader.inside("plan", false, [&](core::SpecReader& plan) {
        plan.inside("parallel", false, [&run](core::SpecReader& parallel) {
            run.accelerators = parallel.wholeOr("replica", 0);
        });
        plan.inside("batch", false,
                    [&run](core::SpecReader& batch) { run.batch = batch.wholeOr("micro_batch", 0); });
        plan.inside("consistency", false, [&](core::SpecReader& consistency) {
            dense = consistency.textOr("dense", "synchronous") == "synchronous";
            embedding = consistency.textOr("embedding", "synchronous") == "synchronous";
        });
    });
    run.mode = dense && embedding ? planner::PersiaMode::FullSync
               : dense            ? planner::PersiaMode::Persia
                                  : planner::PersiaMode::FullAsync;
    return line;
}

/// All lines of the shipped file that ran on a cluster; none where a catalogue has no such file.
core::Result<std::vector<Line>> linesOf(const core::Catalog& catalog)
{
    const std::filesystem::path file = catalog.resources() / "recommender_cases" / "published.jsonl";
    std::vector<Line> lines;
    if (!core::files::exists(file))
        return lines;
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(const std::vector<Value> documents, core::parseJsonLines(text, file.string()));
    core::FirstError errors;
    for (const Value& document : documents) {
        if (document.find("cluster") != nullptr)
            lines.push_back(lineOf(document, errors));
    }
    if (errors)
        return errors.get()->in(file.string());
    return lines;
}

/// The rate that one NN worker's host is set by: of the model and the accelerators of \p line.
core::Result<planner::PersiaCoefficients> calibratedBy(const core::Catalog& catalog, const Line& line,
                                                       planner::PersiaSettings settings)
{
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(line.model));
    SHARDSCOPE_TRY(planner::RoleCluster cluster, readCluster(catalog, line.cluster));
    SHARDSCOPE_TRY(cluster, planner::withAccelerators(std::move(cluster), line.run.accelerators));
    settings.batch = line.run.batch;
    return planner::calibratePersia(*model.recommender(), cluster, line.run.mode, settings,
                                    line.run.samplesPerSecond);
}

} // namespace

core::Result<std::vector<PersiaRun>> persiaRuns(const core::Catalog& catalog, std::string_view model,
                                                std::string_view cluster)
{
    SHARDSCOPE_TRY(const std::vector<Line> lines, linesOf(catalog));
    std::vector<PersiaRun> runs;
    for (const Line& line : lines) {
        if (line.model == model && line.cluster == cluster)
            runs.push_back(line.run);
    }
    std::ranges::sort(runs, {}, [](const PersiaRun& run) {
        return std::tuple(static_cast<int>(run.mode), run.accelerators);
    });
    return runs;
}

core::Result<PersiaDefaults> persiaDefaults(const core::Catalog& catalog, std::string_view model,
                                            std::string_view cluster, const core::HardwareSpec& accelerator)
{
    PersiaDefaults defaults;
    SHARDSCOPE_TRY(defaults.settings, planner::persiaSettings(accelerator, persiaCompute(accelerator)));
    SHARDSCOPE_TRY(const std::vector<Line> lines, linesOf(catalog));
    const auto own = std::ranges::find_if(
        lines, [&](const Line& line) { return line.model == model && line.cluster == cluster; });
    if (own == lines.end())
        return defaults;
    const auto base =
        std::ranges::find_if(lines, [&](const Line& line) { return line.run.id == own->calibratedOn; });
    if (base == lines.end())
        return defaults;
    SHARDSCOPE_TRY(defaults.settings.coefficients, calibratedBy(catalog, *base, defaults.settings));
    defaults.settings.batch = own->run.batch;
    defaults.calibratedOn = base->run.id;
    return defaults;
}

} // namespace shardscope::app

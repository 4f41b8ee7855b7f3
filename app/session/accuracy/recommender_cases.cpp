// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/recommender_cases.h"

#include "app/session/accuracy/interval.h"
#include "app/session/plan/clusters.h"
#include "app/session/text/messages.h"
#include "app/session/trace/persia_trace.h"
#include "core/base/phrase.h"
#include "core/io/text_file.h"
#include "core/plan/plan_file.h"
#include "planner/recommender.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

/// One run, ready to be asked for its rate.
struct Run {
    core::ModelSpec model;
    core::HardwareSpec hardware; ///< of a cluster: its accelerator
    std::optional<planner::RoleCluster> cluster;
    core::Plan plan;
    planner::ZionexSettings zionex;
    planner::PersiaSettings persia;
    planner::PersiaMode mode = planner::PersiaMode::Persia;
    double measured = 0; ///< samples a second
};

core::Result<core::ModelSpec> modelOf(const core::Catalog& catalog, const Json& json)
{
    SHARDSCOPE_TRY(core::ModelSpec model, catalog.model(json.value("model", "")));
    auto* recommender = std::get_if<core::Recommender>(&model.form);
    if (recommender == nullptr)
        return core::Error{
            core::ErrorCode::NotSupported, {model.name, core::phrase(W_("it has no embedding tables"))}, {}};
    const Json settings = json.value("settings", Json::object());
    if (settings.value("interaction", "") == "dcn")
        recommender->interaction = core::Interaction::Dcn;
    for (core::EmbeddingTable& table : recommender->tables) {
        table.skew = settings.value("skew", table.skew);
        if (const auto optimizer = core::optimizerFromName(settings.value("table_optimizer", "")))
            table.optimizer = *optimizer;
    }
    return model;
}

core::Result<Run> runOf(const core::Catalog& catalog, const Json& json)
{
    Run run;
    SHARDSCOPE_TRY(run.model, modelOf(catalog, json));
    SHARDSCOPE_TRY(run.plan, core::parsePlan(json.value("plan", Json::object()).dump(), json.value("id", ""),
                                             {}, run.model));
    run.measured = json["measured"].value("samples_per_second", 0.0);
    if (json.contains("cluster")) {
        SHARDSCOPE_TRY(planner::RoleCluster cluster, readCluster(catalog, json.value("cluster", "")));
        SHARDSCOPE_TRY(run.hardware, acceleratorOf(catalog, cluster));
        SHARDSCOPE_TRY(run.cluster, planner::withAccelerators(std::move(cluster), run.plan.axes.replica));
        SHARDSCOPE_TRY(run.mode, planner::persiaMode(run.plan.consistency));
        SHARDSCOPE_TRY(run.persia, planner::persiaSettings(run.hardware, persiaCompute(run.hardware)));
        run.persia.batch = run.plan.batch.microBatch;
        return run;
    }
    SHARDSCOPE_TRY(run.hardware, catalog.hardware(json.value("hardware", "")));
    SHARDSCOPE_TRY(run.zionex, planner::zionexSettings(run.plan));
    const Json settings = json.value("settings", Json::object());
    run.zionex.hotRows = settings.value("hot_rows", 0.0);
    run.zionex.readersPerDevice = settings.value("readers", std::int64_t{1}); // each process read for itself
    auto& coefficients = run.zionex.coefficients;
    coefficients.readerPerId =
        core::Seconds{settings.value("reader_seconds_per_id", coefficients.readerPerId.value())};
    return run;
}

/// The rate of \p run with the free coefficient of its system taken from \p on.
core::Result<double> rateOf(Run run, const Run& on)
{
    const core::Recommender& model = *run.model.recommender();
    const core::Recommender& other = *on.model.recommender();
    if (run.cluster) {
        SHARDSCOPE_TRY(run.persia.coefficients,
                       planner::calibratePersia(other, *on.cluster, on.mode, on.persia, on.measured));
        SHARDSCOPE_TRY(const planner::PersiaRate rate,
                       planner::persiaRate(model, *run.cluster, run.mode, run.persia));
        return rate.samplesPerSecond;
    }
    const core::Seconds step{static_cast<double>(on.plan.batch.globalBatch) / on.measured};
    SHARDSCOPE_TRY(run.zionex.coefficients,
                   planner::calibrateZionex(other, on.hardware, on.plan.axes.devices(), on.zionex, step));
    SHARDSCOPE_TRY(const planner::ZionexStep answer,
                   planner::zionexStep(model, run.hardware, run.plan.axes.devices(), run.zionex));
    return answer.samplesPerSecond;
}

/// Seconds of a batch from the times of its stages, with the contention that two recorded runs show, if
/// named.
core::Result<double> batchSeconds(const Json& given, const std::filesystem::path& folder,
                                  const core::Task& task)
{
    planner::PersiaStages stages{core::Seconds{given.value("get", 0.0)},
                                 core::Seconds{given.value("dense", 0.0)},
                                 core::Seconds{0},
                                 core::Seconds{given.value("put", 0.0)},
                                 1,
                                 1,
                                 1};
    if (given.contains("alone")) {
        SHARDSCOPE_TRY(stages, withContention(stages, folder / given.value("alone", ""),
                                              folder / given.value("beside", ""), task));
    }
    planner::PersiaMode mode = planner::PersiaMode::FullSync;
    for (const planner::PersiaMode one : planner::kPersiaModes) {
        if (given.value("mode", "") == planner::nameOf(one))
            mode = one;
    }
    constexpr std::int64_t kBatches = 81;
    return planner::persiaTimeline(stages, mode, planner::PersiaSettings{}.staleness, kBatches)
        .period.value();
}

core::Result<double> predictedOf(const core::Catalog& catalog, const std::vector<Json>& all, const Json& json,
                                 const std::filesystem::path& folder, const core::Task& task)
{
    if (json.contains("stages"))
        return batchSeconds(json["stages"], folder, task);
    const std::string on = json.value("calibrated_on", "");
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Json& one) { return one.value("id", "") == on; });
    if (found == all.end())
        return core::Error{core::ErrorCode::UnknownName, {on, "", core::phrase(W_("case"))}, {}};
    SHARDSCOPE_TRY(const Run run, runOf(catalog, json));
    SHARDSCOPE_TRY(const Run calibrated, runOf(catalog, *found));
    return rateOf(run, calibrated);
}

core::Result<std::vector<Json>> readLines(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    std::vector<Json> all;
    std::istringstream lines(text);
    std::string line;
    for (std::uint64_t number = 1; std::getline(lines, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        Json json = Json::parse(line, nullptr, false);
        const bool whole = json.is_object() && json.contains("id") && json.contains("measured") &&
                           json["measured"].is_object() && json["measured"].size() == 1;
        if (!whole) {
            core::Error error{core::ErrorCode::SyntaxError,
                              {core::phrase(W_("a case with \"id\" and one \"measured\" figure"))},
                              {}};
            error.place.file = file.string();
            error.place.line = number;
            return error;
        }
        all.push_back(std::move(json));
    }
    return all;
}

/// Measured over predicted of the runs that were held out, but for those of \p group; ascending.
std::vector<double> heldOutRatios(const std::vector<ValidationRow>& rows, const std::string& group)
{
    std::vector<double> ratios;
    for (const ValidationRow& row : rows) {
        if (row.predicted && row.regime == "calibrated" && row.group != group)
            ratios.push_back(row.measured / *row.predicted);
    }
    std::sort(ratios.begin(), ratios.end());
    return ratios;
}

/// 80 %: between the tenth and ninetieth percentile of measured / predicted on held-out runs of the other
/// groups (split conformal prediction: V. Vovk et al., "Algorithmic Learning in a Random World", 2005). What
/// nothing was calibrated for has the specification's interval.
void setInterval(const std::vector<ValidationRow>& rows, ValidationRow& row)
{
    if (!row.predicted)
        return;
    const std::vector<double> ratios = heldOutRatios(rows, row.group);
    constexpr std::size_t kFewest = 10; // fewer have no tenth percentile
    if (row.regime == "specification" || ratios.size() < kFewest) {
        const Interval interval = specificationInterval(row.key, *row.predicted);
        row.low = interval.low;
        row.high = interval.high;
        return;
    }
    const double count = static_cast<double>(ratios.size());
    const auto rank = static_cast<std::size_t>(std::ceil(0.9 * (count + 1))); // from 1
    const std::size_t high = std::min(rank, ratios.size()) - 1;
    row.low = *row.predicted * ratios[ratios.size() - 1 - high];
    row.high = *row.predicted * ratios[high];
}

} // namespace

core::Result<std::vector<ValidationRow>>
recommenderRows(const core::Catalog& catalog, const std::filesystem::path& file, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<Json> all, readLines(file));
    std::vector<ValidationRow> rows;
    for (const Json& json : all) {
        if (task.cancelled())
            return core::Error{core::ErrorCode::Cancelled, {}, {}};
        const auto measured = json["measured"].items().begin();
        ValidationRow row;
        row.id = json.value("id", "");
        row.group = json.value("group", "");
        row.key = measured.key();
        row.measured = measured.value().get<double>();
        row.reading = json.value("reading", 0.0);
        if (json.contains("tolerance"))
            row.tolerance = json.value("tolerance", 0.0);
        const std::string on = json.value("calibrated_on", "");
        row.regime = json.contains("fits") || on == row.id ? "replayed"
                     : on.empty()                          ? "specification"
                                                           : "calibrated";
        const auto predicted = predictedOf(catalog, all, json, file.parent_path(), task);
        if (predicted.ok()) {
            row.predicted = *predicted;
            row.error = *predicted / row.measured - 1;
        } else {
            row.reason = errorText(predicted.error()).toStdString();
        }
        rows.push_back(std::move(row));
    }
    for (ValidationRow& row : rows)
        setInterval(rows, row);
    return rows;
}

} // namespace shardscope::app

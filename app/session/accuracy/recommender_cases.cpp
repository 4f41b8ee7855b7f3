// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/recommender_cases.h"

#include "app/session/accuracy/interval.h"
#include "app/session/plan/clusters.h"
#include "app/session/plan/read_plan.h"
#include "app/session/text/messages.h"
#include "app/session/trace/persia_trace.h"
#include "core/base/phrase.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "planner/calibration.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace shardscope::app {
namespace {

using core::SpecReader;
using core::Value;

constexpr double kCasesMost = 1e18;

/// One line of the file: what it measured, and what the rest of it says.
struct CaseDocument {
    Value document;
    std::string id;
    std::string key;
    double measured = 0;
    std::string calibratedOn; ///< another case's id
};

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

/// A model's name and what its settings change of it.
core::Result<core::ModelSpec> modelOf(const core::Catalog& catalog, SpecReader& reader)
{
    SHARDSCOPE_TRY(core::ModelSpec model, catalog.model(reader.textOr("model", "")));
    auto* recommender = std::get_if<core::Recommender>(&model.form);
    if (recommender == nullptr)
        return core::Error{core::ErrorCode::NotSupported,
                           {model.name, core::phrase(W_("it has no embedding tables"))}};
    reader.inside("settings", false, [recommender](SpecReader& settings) {
        if (settings.textOr("interaction", "") == "dcn")
            recommender->interaction = core::Interaction::Dcn;
        const auto optimizer = core::fromName<core::OptimizerKind>(settings.textOr("table_optimizer", ""));
        for (core::EmbeddingTable& table : recommender->tables) {
            table.skew = settings.numberOr("skew", table.skew, 0, kCasesMost);
            table.optimizer = optimizer.value_or(table.optimizer);
        }
    });
    return model;
}

core::Result<Run> readRun(const core::Catalog& catalog, const CaseDocument& at, SpecReader& reader)
{
    Run run;
    SHARDSCOPE_TRY(run.model, modelOf(catalog, reader));
    const Value* plan = reader.find("plan");
    SHARDSCOPE_TRY(run.plan, readPlan(plan != nullptr ? *plan : Value{}, at.id, {}, run.model));
    reader.inside("measured", true, [&run](SpecReader& measured) {
        run.measured = measured.numberOr("samples_per_second", 0, 0, kCasesMost);
    });
    if (reader.has("cluster")) {
        SHARDSCOPE_TRY(planner::RoleCluster cluster, readCluster(catalog, reader.text("cluster")));
        SHARDSCOPE_TRY(run.hardware, acceleratorOf(catalog, cluster));
        SHARDSCOPE_TRY(run.cluster, planner::withAccelerators(std::move(cluster), run.plan.axes.replica));
        SHARDSCOPE_TRY(run.mode, planner::persiaMode(run.plan.consistency));
        SHARDSCOPE_TRY(run.persia, planner::persiaSettings(run.hardware, persiaCompute(run.hardware)));
        run.persia.batch = run.plan.batch.microBatch;
        return run;
    }
    SHARDSCOPE_TRY(run.hardware, catalog.hardware(reader.textOr("hardware", "")));
    run.hardware.calibrations.clear(); // its own run is what it is fitted to
    SHARDSCOPE_TRY(run.zionex, planner::zionexSettings(run.model, run.hardware, run.plan));
    run.zionex.readersPerDevice = 1; // each process read for itself
    reader.inside("settings", false, [&run](SpecReader& settings) {
        run.zionex.hotRows = settings.numberOr("hot_rows", 0, 0, kCasesMost);
        run.zionex.readersPerDevice = settings.wholeOr("readers", 1);
        auto& perId = run.zionex.coefficients.readerPerId;
        perId = core::Seconds{settings.numberOr("reader_seconds_per_id", perId.value(), 0, kCasesMost)};
    });
    return run;
}

core::Result<Run> runOf(const core::Catalog& catalog, const CaseDocument& at)
{
    core::FirstError errors;
    SpecReader reader(at.document, {}, errors);
    auto run = readRun(catalog, at, reader);
    if (errors)
        return *errors.get();
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
core::Result<double> batchSeconds(const Value& given, const std::filesystem::path& folder,
                                  const core::Task& task)
{
    core::FirstError errors;
    SpecReader reader(given, "/stages", errors);
    const auto seconds = [&reader](const char* key) {
        return core::Seconds{reader.numberOr(key, 0, 0, kCasesMost)};
    };
    planner::PersiaStages stages{seconds("get"), seconds("dense"), core::Seconds{0}, seconds("put"), 1, 1, 1};
    const std::string alone = reader.textOr("alone", "");
    const std::string beside = reader.textOr("beside", "");
    const std::string mode = reader.textOr("mode", "");
    if (errors)
        return *errors.get();
    if (!alone.empty()) {
        SHARDSCOPE_TRY(stages, withContention(stages, folder / alone, folder / beside, task));
    }
    const auto named = std::ranges::find_if(
        planner::kPersiaModes, [&](planner::PersiaMode one) { return mode == planner::nameOf(one); });
    constexpr std::int64_t kBatches = 81;
    return planner::persiaTimeline(
               stages, named == planner::kPersiaModes.end() ? planner::PersiaMode::FullSync : *named,
               planner::PersiaSettings{}.staleness, kBatches)
        .period.value();
}

core::Result<double> predictedOf(const core::Catalog& catalog, const std::vector<CaseDocument>& all,
                                 const CaseDocument& at, const std::filesystem::path& folder,
                                 const core::Task& task)
{
    if (const Value* stages = at.document.find("stages"))
        return batchSeconds(*stages, folder, task);
    const auto found = std::ranges::find(all, at.calibratedOn, &CaseDocument::id);
    if (found == all.end())
        return core::Error{core::ErrorCode::UnknownName, {at.calibratedOn, "", core::phrase(W_("case"))}};
    SHARDSCOPE_TRY(const Run run, runOf(catalog, at));
    SHARDSCOPE_TRY(const Run calibrated, runOf(catalog, *found));
    return rateOf(run, calibrated);
}

/// The row as far as the file says it.
ValidationRow readRow(CaseDocument& at, core::FirstError& errors)
{
    SpecReader reader(at.document, {}, errors);
    at.id = reader.text("id");
    at.calibratedOn = reader.textOr("calibrated_on", "");
    reader.inside("measured", true, [&at](SpecReader& measured) {
        const std::vector<std::string> keys = measured.keys();
        if (keys.size() != 1)
            return measured.fail(core::ErrorCode::OutOfRange,
                                 {core::phrase(W_("%1 figures"), {std::to_string(keys.size())}), "1", "1"});
        at.key = keys.front();
        at.measured = measured.number(at.key, 0, kCasesMost);
    });
    ValidationRow row;
    row.id = at.id;
    row.group = reader.textOr("group", "");
    row.key = at.key;
    row.measured = at.measured;
    row.reading = reader.numberOr("reading", 0, 0, kCasesMost);
    if (reader.has("tolerance"))
        row.tolerance = reader.number("tolerance", 0, kCasesMost);
    row.regime = reader.has("fits") || at.calibratedOn == row.id ? "replayed"
                 : at.calibratedOn.empty()                       ? "specification"
                                                                 : "calibrated";
    return row;
}

/// The runs that were held out, but for those of \p group; a group is a part.
planner::LeftOut heldOut(const std::vector<ValidationRow>& rows, const std::string& group)
{
    planner::LeftOut others;
    std::map<std::string, int> parts;
    for (const ValidationRow& row : rows) {
        if (row.predicted && row.regime == "calibrated" && row.group != group)
            others.add(std::log(*row.predicted / row.measured),
                       parts.try_emplace(row.group, static_cast<int>(parts.size())).first->second);
    }
    return others;
}

/// 80 %: from held-out runs of the other groups, few systems that each err in their own way
/// (planner/calibrate/spread.h). What nothing was
/// calibrated for has the specification's interval.
void setInterval(const std::vector<ValidationRow>& rows, ValidationRow& row)
{
    if (!row.predicted)
        return;
    const planner::LeftOut others = heldOut(rows, row.group);
    constexpr std::size_t kFewest = 10;
    if (row.regime == "specification" || others.logs.size() < kFewest) {
        const Interval interval = specificationInterval(row.key, *row.predicted);
        row.low = interval.low;
        row.high = interval.high;
        return;
    }
    const planner::ErrorSpread spread = planner::spreadOfAnotherPart(others);
    row.low = *row.predicted * (1 + spread.low);
    row.high = *row.predicted * (1 + spread.high);
}

} // namespace

core::Result<std::vector<ValidationRow>>
recommenderRows(const core::Catalog& catalog, const std::filesystem::path& file, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(std::vector<Value> documents, core::parseJsonLines(text, file.string()));
    std::vector<CaseDocument> all;
    std::vector<ValidationRow> rows;
    for (Value& document : documents) {
        core::FirstError errors;
        all.push_back({std::move(document), {}, {}, 0, {}});
        rows.push_back(readRow(all.back(), errors));
        if (errors)
            return errors.get()->in(file.string());
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const auto predicted = predictedOf(catalog, all, all[i], file.parent_path(), task);
        if (predicted.ok()) {
            rows[i].predicted = *predicted;
            rows[i].error = *predicted / rows[i].measured - 1;
        } else {
            rows[i].reason = errorText(predicted.error()).toStdString();
        }
    }
    for (ValidationRow& row : rows)
        setInterval(rows, row);
    return rows;
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/recommender_search.h"

#include "app/session/documents/documents.h"
#include "app/session/documents/missing_name.h"
#include "app/session/plan/clusters.h"
#include "app/session/plan/read_plan.h"
#include "app/session/recommender/recommender_operations.h"
#include "app/session/recommender/role_table.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/error_at.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/stopwatch.h"
#include "core/catalog/said_name.h"
#include "core/explain/derivation.h"
#include "core/io/json_tree.h"
#include "core/plan/plan_file.h"
#include "core/plan/recommender_batch.h"
#include "core/report/columns.h"
#include "core/units/percent.h"
#include "planner/planner.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

core::Result<planner::SearchObjective> objectiveOf(const std::string& name)
{
    if (const auto objective = core::fromName<planner::SearchObjective>(name))
        return *objective;
    const auto& known = core::namesOf<planner::SearchObjective>();
    return core::errorIn(core::ErrorCode::UnknownValue,
                         {name, core::nearestName(name, known), core::joined(known, ", ")}, "--objective");
}

Json hitJson(const planner::SearchHit& hit)
{
    return {{"plan", core::jsonOf<Json>(core::planDocument(hit.plan))},
            {"devices", hit.devices},
            {"samples_per_second", hit.samplesPerSecond},
            {"step_seconds", hit.step.value()},
            {"peak_bytes", hit.peak.value()},
            {"currency_per_hour", hit.currencyPerHour ? Json(*hit.currencyPerHour) : Json()},
            {"objective", hit.objective},
            {"fits", hit.fits},
            {"bound", hit.bound}};
}

std::string dtypeOf(const core::Plan& plan, const char* key)
{
    const auto found = plan.wire.find(key);
    return found == plan.wire.end() ? "" : std::string(core::nameOf(found->second));
}

constexpr std::array kWires{"all_to_all_forward", "all_to_all_backward", "all_reduce"};

/// Fills in the outcome and how long it took.
core::Result<core::Done> run(SearchAnswer& answer, const core::HardwareSpec& hardware,
                             const planner::RecommenderSpace& space, const core::Task& task)
{
    const core::Stopwatch watch;
    answer.searchedBatch = space.searchedBatch;
    SHARDSCOPE_TRY(answer.outcome, planner::searchRecommender(answer.model, hardware, space, task));
    answer.seconds = watch.seconds();
    return core::Done{};
}

/// Columns and cells of a plan that a search found.
std::vector<core::Column> hitColumns()
{
    return {core::integerColumn("devices", N_("Devices")),
            core::integerColumn("micro_batch", N_("Batch of a device")),
            core::textColumn("forward", N_("Vectors")),
            core::textColumn("backward", N_("Gradients")),
            core::textColumn("all_reduce", N_("All-reduce")),
            core::textColumn("compute", N_("Compute")),
            core::secondsColumn("step", N_("Step")),
            core::realColumn("samples_per_second", N_("Samples/s")),
            core::realColumn("samples_per_device", N_("Samples/s a device")),
            core::bytesColumn("peak", N_("Device memory")),
            core::realColumn("cost_per_hour", N_("Cost an hour")),
            core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
            core::flagColumn("fits", N_("Fits"))};
}
std::vector<core::Cell> hitCells(const planner::SearchHit& hit)
{
    return {hit.devices,
            hit.plan.batch.globalBatch / hit.devices,
            dtypeOf(hit.plan, "all_to_all_forward"),
            dtypeOf(hit.plan, "all_to_all_backward"),
            dtypeOf(hit.plan, "all_reduce"),
            std::string(core::nameOf(*hit.plan.precision.compute)),
            hit.step.value(),
            hit.samplesPerSecond,
            hit.samplesPerSecond / static_cast<double>(hit.devices),
            hit.peak.value(),
            hit.currencyPerHour ? core::Cell(*hit.currencyPerHour) : core::Cell(),
            hit.bound,
            hit.fits};
}

bool names(const SearchRequest& request, const char* option)
{
    return std::ranges::any_of(request.options, [&](const auto& one) { return one.first == option; });
}
bool namesBatch(const SearchRequest& request)
{
    return names(request, "global-batch") || names(request, "micro-batch") || names(request, "micro-batches");
}

double considered(const planner::SearchTally& tally) { return static_cast<double>(tally.considered); }

} // namespace

core::Result<SearchAnswer> searchPlans(const core::Catalog& catalog, const SearchRequest& request,
                                       const core::Task& task)
{
    SearchAnswer answer;
    if (!request.objective.empty()) {
        SHARDSCOPE_TRY(answer.objective, objectiveOf(request.objective));
    }
    if (request.top < 1)
        return core::outOfRange(request.top, "1").in("--top");
    PlanDocument document;
    if (!request.planFile.empty()) {
        SHARDSCOPE_TRY(document, readPlanDocument(request.planFile));
    }
    const std::string& model = request.model.empty() ? document.model : request.model;
    const std::string& hardware = request.hardware.empty() ? document.hardware : request.hardware;
    if (model.empty() || hardware.empty())
        return missingName(model).in("search");
    SHARDSCOPE_TRY(answer.model, catalog.model(model));
    if (answer.model.recommender() == nullptr)
        return core::errorIn(core::ErrorCode::NotBuiltYet,
                             {core::phrase(W_("the search of plans for %1"), {answer.model.name})}, "search");
    SHARDSCOPE_TRY(core::HardwareSpec machine, catalog.hardware(hardware));
    machine = priced(std::move(machine), request.choices);
    answer.hardware = machine.name;
    SHARDSCOPE_TRY(core::Plan base, readPlan(document.plan, request.planFile, request.options, answer.model));
    base = planner::withTrainer(std::move(base), machine);
    std::optional<std::int64_t> devices = request.devices;
    if (!devices && (names(request, "replica") || document.says("parallel", "replica")))
        devices = base.axes.replica;
    if (!devices)
        devices = core::devicesSaid(hardware);
    planner::RecommenderSpace space = planner::recommenderSpace(machine, base, devices);
    space.keepGlobalBatch = names(request, "global-batch") || document.says("batch", "global_batch");
    const bool batchNamed = namesBatch(request) || document.says("batch", "global_batch") ||
                            document.says("batch", "micro_batch") || document.says("batch", "micro_batches");
    space.searchedBatch = batchNamed ? 0 : core::kPublishedBatch;
    if (request.objective.empty())
        answer.objective =
            space.devices.size() > 1 ? planner::SearchObjective::Devices : planner::SearchObjective::Time;
    space.objective = answer.objective;
    space.top = static_cast<std::size_t>(request.top);
    space.pareto = request.pareto;
    space.together = request.together;
    space.journal = request.journal;
    space.options = zionexOptionsOf(request.choices);
    SHARDSCOPE_TRY_DONE(run(answer, machine, space, task));
    return answer;
}

core::Result<SearchAnswer> searchAround(const StudyRequest& request, const SearchAroundOptions& options,
                                        const core::Task& task)
{
    SearchAnswer answer;
    answer.model = request.model;
    answer.hardware = request.hardware.name;
    answer.objective = options.objective;
    core::Plan base = planner::withTrainer(request.plan, request.hardware);
    if (options.anyFormats) {
        for (const char* key : kWires)
            base.wire.erase(key);
        base.precision.compute.reset();
    }
    planner::RecommenderSpace space = planner::recommenderSpace(
        request.hardware, base, options.anyDevices ? std::nullopt : std::optional(base.axes.devices()));
    space.objective = options.objective;
    space.top = static_cast<std::size_t>(std::max<std::int64_t>(1, options.top));
    space.pareto = options.pareto;
    space.searchedBatch = options.anyBatch ? core::kPublishedBatch : 0;
    space.options = zionexOptionsOf(request.choices);
    SHARDSCOPE_TRY_DONE(run(answer, request.hardware, space, task));
    return answer;
}

bool searchedFrom(const core::Plan& plan, const planner::SearchHit& hit)
{
    core::Plan like = plan;
    like.axes.replica = hit.plan.axes.replica;
    like.batch = hit.plan.batch;
    like.precision.compute = hit.plan.precision.compute;
    for (const char* key : kWires)
        like.wire[key] = hit.plan.wire.at(key);
    return like == hit.plan;
}

std::vector<FoundPlan> foundPlans(const planner::SearchOutcome& outcome)
{
    std::vector<FoundPlan> plans;
    for (const planner::SearchHit& hit : outcome.best)
        plans.push_back({hit, false});
    for (const planner::SearchHit& hit : outcome.pareto) {
        const auto known =
            std::ranges::find_if(plans, [&](const FoundPlan& one) { return one.hit.plan == hit.plan; });
        if (known == plans.end())
            plans.push_back({hit, true});
        else
            known->front = true;
    }
    return plans;
}

std::string searchJson(const SearchAnswer& answer)
{
    const planner::SearchTally& tally = answer.outcome.tally;
    Json json{{"model", answer.model.name},
              {"hardware", answer.hardware},
              {"objective", planner::nameOf(answer.objective)},
              {"considered", tally.considered},
              {"pruned", Json::object()},
              {"evaluated", tally.evaluated},
              {"placements", tally.placements},
              {"seconds", answer.seconds},
              {"candidates_per_second", answer.seconds > 0 ? considered(tally) / answer.seconds : 0},
              {"best", Json::array()},
              {"pareto", Json::array()}};
    for (const auto& [rule, count] : tally.pruned)
        json["pruned"][rule] = count;
    for (const planner::SearchHit& hit : answer.outcome.best)
        json["best"].push_back(hitJson(hit));
    for (const planner::SearchHit& hit : answer.outcome.pareto)
        json["pareto"].push_back(hitJson(hit));
    return documentText(json);
}

core::Table searchTable(const SearchAnswer& answer, bool front)
{
    core::Table table{front ? "pareto" : "best",
                      front ? N_("Plans that no other beats in rate, memory and devices") : N_("Best plans"),
                      {},
                      {}};
    table.columns = hitColumns();
    for (const planner::SearchHit& hit : front ? answer.outcome.pareto : answer.outcome.best)
        table.rows.push_back(hitCells(hit));
    return table;
}

core::Table foundTable(const std::vector<FoundPlan>& plans)
{
    core::Table table{"found", N_("Plans found"), {}, {}};
    table.columns = hitColumns();
    table.columns.push_back(
        core::flagColumn("front", N_("On the front"), N_("no other beats it in rate, memory and devices")));
    for (const FoundPlan& plan : plans) {
        table.rows.push_back(hitCells(plan.hit));
        table.rows.back().push_back(plan.front);
    }
    return table;
}

QString searchSentence(const SearchAnswer& answer, const CellText& cells)
{
    if (answer.outcome.best.empty())
        return {};
    const planner::SearchHit& best = answer.outcome.best.front();
    const core::Plan& plan = best.plan;
    const auto shown = [&](core::Column column, core::Cell value) {
        return cells({"fact", "", {std::move(column)}, {{std::move(value)}}}, 0, 0);
    };
    const auto whole = [&](std::int64_t value) { return shown(core::integerColumn("n", ""), value); };
    const auto format = [&](const char* key) { return shownText(dtypeOf(plan, key)); };
    const core::Framework program = planner::frameworkOf(plan);
    const QString machine = planner::factsOf(program).can.transformers
                                ? shownText(answer.hardware)
                                : Words::tr("%1 under %2", "a machine under a framework")
                                      .arg(shownText(answer.hardware), frameworkTitle(program));
    const QString what =
        Words::tr("%1 × %2, vectors in %3 and gradients in %4 on the wire, products in %5: "
                  "%6 a step (global batch %7), %8 samples/s")
            .arg(whole(best.devices), machine, format("all_to_all_forward"), format("all_to_all_backward"),
                 shownText(core::nameOf(*plan.precision.compute)),
                 shown(core::secondsColumn("s", ""), best.step.value()), whole(plan.batch.globalBatch),
                 whole(std::llround(best.samplesPerSecond)));
    if (!best.fits)
        return Words::tr("No plan that was tried fits; nearest: %1.").arg(what);
    switch (answer.objective) {
    case planner::SearchObjective::Cost: return Words::tr("Cheapest: %1.").arg(what);
    case planner::SearchObjective::Energy: return Words::tr("Least energy: %1.").arg(what);
    case planner::SearchObjective::Memory: return Words::tr("Least memory: %1.").arg(what);
    case planner::SearchObjective::Devices: return Words::tr("Most from each device: %1.").arg(what);
    case planner::SearchObjective::Time: break;
    }
    return Words::tr("Fastest: %1.").arg(what);
}

QString searchBasis(const SearchAnswer& answer)
{
    QStringList sentences;
    if (answer.searchedBatch > 0)
        sentences << Words::tr(
                         "The batch is the largest that fits up to %1 samples of all devices together, "
                         "with which published trainings of such models reached their quality (MLPerf's "
                         "DLRM-DCNv2).")
                         .arg(answer.searchedBatch);
    if (answer.objective == planner::SearchObjective::Devices && !answer.outcome.best.empty()) {
        const planner::SearchHit& best = answer.outcome.best.front();
        if (best.fits) {
            const auto fewest = std::ranges::min_element(
                answer.outcome.best, [](const planner::SearchHit& a, const planner::SearchHit& b) {
                    return a.fits != b.fits ? a.fits : a.devices < b.devices;
                });
            const auto number = [](double value) {
                return QString::fromStdString(core::numberText(value, 3));
            };
            sentences << Words::tr("%n devices suffice to train it, at %1 samples/s. Devices are counted "
                                   "against the rate that they add: on %2 each gives most, %3 samples/s. For "
                                   "the highest rate of all, ask for the least time (--objective time).",
                                   nullptr, static_cast<int>(fewest->devices))
                             .arg(number(fewest->samplesPerSecond))
                             .arg(best.devices)
                             .arg(number(best.samplesPerSecond / static_cast<double>(best.devices)));
            const auto each = [](const planner::SearchHit& hit) {
                return hit.samplesPerSecond / static_cast<double>(hit.devices);
            };
            if (fewest->devices < best.devices) // why the fewest are not the first
                sentences << Words::tr("On %1 each gives %2 of that (limited by: %3).")
                                 .arg(
                                     QString::number(fewest->devices),
                                     QString::fromStdString(core::percentText(each(*fewest) / each(best), 0)),
                                     boundName(fewest->bound));
        }
    }
    return sentences.join(QLatin1Char(' '));
}

std::string searchSummary(const SearchAnswer& answer)
{
    const planner::SearchTally& tally = answer.outcome.tally;
    std::int64_t pruned = 0;
    std::string rules;
    for (const auto& [rule, count] : tally.pruned) {
        pruned += count;
        rules += (rules.empty() ? " (" : ", ") + rule + " " + std::to_string(count);
    }
    const auto digits = [](double value) { return core::numberText(value, 3); };
    const std::string speed = " in " + digits(answer.seconds) +
                              " s: " + digits(answer.seconds > 0 ? considered(tally) / answer.seconds : 0) +
                              " a second.";
    return std::to_string(tally.considered) + " considered; " + std::to_string(pruned) + " pruned" + rules +
           (rules.empty() ? "; " : "); ") + std::to_string(tally.evaluated) + " evaluated over " +
           std::to_string(tally.placements) + " placements" + speed;
}

core::Result<planner::SizedCluster> searchCluster(const core::Catalog& catalog, const SearchRequest& request)
{
    planner::SearchObjective objective = planner::SearchObjective::Time;
    if (!request.objective.empty()) {
        SHARDSCOPE_TRY(objective, objectiveOf(request.objective));
    }
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(request.model));
    if (model.recommender() == nullptr)
        return core::notSupportedFor(model.name,
                                     W_("parameter servers hold the tables of recommendation models"))
            .in("search");
    RecommenderChoices choices = request.choices;
    choices.cluster = request.hardware;
    SHARDSCOPE_TRY(const planner::RoleCluster cluster, clusterOf(catalog, choices));
    SHARDSCOPE_TRY(const core::HardwareSpec accelerator, acceleratorOf(catalog, cluster));
    SHARDSCOPE_TRY(const PersiaDefaults asked,
                   persiaSettingsOf(catalog, model, cluster, accelerator, choices));
    planner::PersiaSettings settings = asked.settings;
    SHARDSCOPE_TRY(const core::Plan plan, readPlan({}, "", request.options, model));
    if (namesBatch(request)) // else the cluster's own
        settings.batch = std::max(settings.batch, plan.batch.microBatch);
    const auto goal = objective == planner::SearchObjective::Cost ? planner::SizingGoal::LowestCost
                                                                  : planner::SizingGoal::FewestMachines;
    if (!(choices.wantedRate > 0)) { // as fast as it is, with no machine more than that takes
        SHARDSCOPE_TRY(const planner::PersiaRate own,
                       planner::persiaRate(*model.recommender(), cluster, choices.mode, settings));
        choices.wantedRate = own.samplesPerSecond;
    }
    return planner::sizeCluster(*model.recommender(), cluster, choices.mode, settings, choices.wantedRate,
                                goal);
}

core::Table sizedTable(const planner::SizedCluster& sized)
{
    return roleTable(N_("The smallest cluster"), sized.rate, sized.cluster);
}

std::string sizedJson(const planner::SizedCluster& sized)
{
    Json roles = Json::object();
    for (const planner::PersiaRoleRate& role : sized.rate.roles)
        roles[std::string(planner::nameOf(role.role))] = {{"replicas", sized.cluster[role.role].replicas},
                                                          {"samples_per_second", role.samplesPerSecond},
                                                          {"utilisation", role.utilisation}};
    const auto cost = sized.cluster.costPerHour();
    return documentText(Json{{"cluster", sized.cluster.name},
                             {"samples_per_second", sized.rate.samplesPerSecond},
                             {"machines", sized.cluster.machines()},
                             {"currency_per_hour", cost ? Json(*cost) : Json()},
                             {"roles", roles}});
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/plan_search_request.h"

#include "app/session/accuracy/interval.h"
#include "app/session/documents/missing_name.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/plan/read_plan.h"
#include "app/session/search/plan_options.h"
#include "app/session/search/plan_space_reader.h"
#include "app/session/search/search_numbers.h"
#include "core/base/error_at.h"
#include "core/base/mapped.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/split_at.h"
#include "core/catalog/said_name.h"
#include "core/io/value.h"
#include "core/plan/plan_file.h"
#include "core/plan/recompute_parts.h"
#include "core/units/text.h"
#include "planner/calibration.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace shardscope::app {
namespace {

using core::ErrorCode;
using core::Result;
using planner::PlanSpace;
using Option = PlanOption;

template <core::Dimension D>
Result<double> quantityOf(const std::string& text, const std::string& where)
{
    auto value = core::parseQuantity<D>(text);
    if (!value.ok())
        return value.error().in(where);
    return value->value();
}

Result<std::string> optionOf(std::string name, const std::string& where)
{
    std::ranges::replace(name, '_', '-');
    if (const core::PlanKey* key = planKeyOf(name))
        return key->option;
    const auto known = core::mapped<std::string>(core::planKeys(), &core::PlanKey::option);
    return core::errorIn(ErrorCode::UnknownKey, {name, core::nearestName(name, known), ""}, where);
}

/// Flash kernels keep next to nothing of the attention's core.
std::vector<core::Recompute> recomputesTried(const planner::PlanSearch& search)
{
    const bool eager = std::ranges::any_of(search.space.variants, [](const core::Plan& variant) {
        return variant.attention == core::Attention::Eager;
    });
    std::vector<core::Recompute> tried = core::usualRecomputes(search.model, eager);
    if (search.model.transformer() != nullptr &&
        std::ranges::any_of(search.space.variants, [](const core::Plan& variant) {
            return planner::factsOf(variant).can.recomputesOperations;
        }))
        tried.push_back(core::Recompute::ByOperations);
    return tried;
}

Result<std::vector<planner::PlanObjective>> objectivesOf(const std::string& list, const std::string& where)
{
    std::vector<planner::PlanObjective> found;
    const auto& known = core::namesOf<planner::PlanObjective>();
    for (const std::string& name : core::splitAt(list, ',')) {
        const auto one = core::fromName<planner::PlanObjective>(name);
        if (!one)
            return core::errorIn(ErrorCode::UnknownValue,
                                 {name, core::nearestName(name, known), core::joined(known, ", ")}, where);
        found.push_back(*one);
    }
    return found;
}

/// How far above its prediction a step may come to lie: the interval's upper end. Plans of equal keys have
/// one factor, which is asked for once.
class Slowness {
public:
    explicit Slowness(const core::ModelSpec& model)
        : m_model(model)
    {
    }
    double of(const core::HardwareSpec& hardware, const core::Plan& plan)
    {
        const std::pair key{hardware.name, planner::calibrationKey(plan)};
        {
            const std::scoped_lock lock(m_guard);
            if (const auto known = m_known.find(key); known != m_known.end())
                return known->second;
        }
        const double factor = stepFactor(m_model, hardware, plan);
        const std::scoped_lock lock(m_guard);
        if (m_known.size() >= kMost)
            m_known.clear();
        m_known.emplace(key, factor);
        return factor;
    }

private:
    static constexpr std::size_t kMost = 1 << 16;
    core::ModelSpec m_model;
    std::mutex m_guard;
    std::map<std::pair<std::string, planner::CalibrationKey>, double> m_known;
};

planner::Pessimism pessimismOf(const core::ModelSpec& model)
{
    const auto slowness = std::make_shared<Slowness>(model);
    return {[slowness](const core::HardwareSpec& hardware, const core::Plan& plan) {
        return slowness->of(hardware, plan);
    }};
}

/// The number for each of \p machines, as \p text of the option \p where gives it: one for all, one for each
/// in their order, or NAME=NUMBER,…, which may leave some out. Empty where nothing is said.
Result<std::vector<std::optional<double>>> numbersOf(const std::string& text, const char* where,
                                                     const std::vector<std::string>& machines)
{
    if (text.empty())
        return std::vector<std::optional<double>>(machines.size());
    const std::vector<std::string> said = core::splitAt(text, ',');
    const bool named = text.find('=') != std::string::npos;
    if (!named && said.size() > 1 && said.size() != machines.size())
        return core::inconsistent(W_("%1 numbers are said for %2"),
                                  {std::to_string(said.size()), core::joined(machines, ", ")})
            .in(where);
    std::vector<std::optional<double>> numbers;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const auto entry =
            named ? std::ranges::find_if(
                        said, [&](const std::string& one) { return one.rfind(machines[i] + "=", 0) == 0; })
                  : said.begin() + static_cast<std::ptrdiff_t>(said.size() > 1 ? i : 0);
        if (entry == said.end()) {
            numbers.emplace_back();
            continue;
        }
        SHARDSCOPE_TRY(const double number,
                       countOf(named ? entry->substr(machines[i].size() + 1) : *entry, where));
        numbers.emplace_back(number);
    }
    for (const std::string& one : named ? said : std::vector<std::string>{}) {
        const std::string name = one.substr(0, one.find('='));
        if (std::ranges::find(machines, name) == machines.end())
            return core::unknownValue(name, machines).in(where);
    }
    return numbers;
}

Result<core::Done> readMachines(const core::Catalog& catalog, const PlanSearchRequest& request,
                                const std::string& names, PreparedSearch& prepared)
{
    const std::vector<std::string> all = core::splitAt(names, ',');
    SHARDSCOPE_TRY(const std::vector<std::optional<double>> prices, numbersOf(request.price, "--price", all));
    SHARDSCOPE_TRY(const std::vector<std::optional<double>> powers, numbersOf(request.power, "--power", all));
    planner::PlanSearch& search = prepared.search;
    const bool fewest = search.objective == planner::PlanObjective::Devices || search.limits.seconds ||
                        search.limits.currency || search.limits.joules;
    for (std::size_t i = 0; i < all.size(); ++i) {
        SHARDSCOPE_TRY(core::HardwareSpec hardware, catalog.hardware(all[i]));
        if (!request.calibration.empty()) {
            SHARDSCOPE_TRY(hardware, withCalibration(catalog, std::move(hardware), request.calibration));
        }
        if (!request.price.empty() && !prices[i] && !hardware.price)
            return core::inconsistent(W_("no price of %1 is said"), {all[i]}).in("--price");
        hardware = withEnteredCosts(std::move(hardware), prices[i].value_or(0), powers[i].value_or(0));
        std::vector<std::int64_t> devices;
        constexpr std::int64_t kMostDevices = 65536;
        const std::int64_t most = hardware.devices().value_or(kMostDevices);
        if (!request.devices.empty()) {
            SHARDSCOPE_TRY(const planner::WholeRange range, rangeOf(request.devices, "--devices"));
            devices = range.single()
                          ? std::vector<std::int64_t>{range.lowest}
                          : planner::deviceCounts(hardware, range.lowest, std::min(range.highest, most));
        } else if (prepared.around) {
            devices = {prepared.around->axes.devices()};
        } else if (const auto said = core::devicesSaid(all[i])) {
            devices = {*said};
        } else if (fewest) {
            devices = planner::deviceCounts(hardware, 1, most);
        } else { // a node where nobody says how many there are
            devices = {hardware.devices().value_or(hardware.devicesPerNode)};
        }
        if (devices.empty())
            return core::outOfRange(request.devices, "1", most).in("--devices");
        search.machines.push_back({std::move(hardware), std::move(devices)});
    }
    return core::Done{};
}

Result<core::Done> readLimits(const PlanSearchRequest& request, planner::PlanLimits& limits)
{
    if (!request.deadline.empty()) {
        SHARDSCOPE_TRY(limits.seconds, quantityOf<core::kSecond>(request.deadline, "--deadline"));
    }
    if (!request.budget.empty()) {
        SHARDSCOPE_TRY(limits.currency, countOf(request.budget, "--budget"));
    }
    if (!request.energy.empty()) {
        SHARDSCOPE_TRY(limits.joules, quantityOf<core::kJoule>(request.energy, "--energy"));
    }
    limits.headroom.reset();
    if (!request.headroom.empty()) {
        SHARDSCOPE_TRY(const double free, quantityOf<core::kByte>(request.headroom, "--headroom"));
        limits.headroom = core::Bytes{free};
        if (!(free >= 0))
            return core::outOfRange(request.headroom, "0 GiB").in("--headroom");
    }
    return core::Done{};
}

/// The memory beside the devices that every machine has: the hosts', else that which streams to processors.
std::optional<core::Tier> memoryBeside(const planner::PlanSearch& search)
{
    for (const core::Tier tier : {core::Tier::Host, core::Tier::Streaming}) {
        if (std::ranges::all_of(search.machines, [tier](const planner::SearchMachine& machine) {
                return machine.hardware.tier(tier) != nullptr;
            }))
            return tier;
    }
    return std::nullopt;
}

/// What was asked for and could be given up; memory and headroom are not told here (search_relax.h).
void addConstraints(const PlanSearchRequest& request, const std::map<std::string, std::string>& limited,
                    PreparedSearch& prepared)
{
    using planner::PlanObjective;
    using planner::PlanSearch;
    using Drop = std::function<void(PlanSearch&)>;
    std::vector<SearchConstraint>& all = prepared.constraints;
    const auto add = [&](std::string name, Drop drop) { all.push_back({std::move(name), std::move(drop)}); };
    const auto addLimit = [&](const char* name, PlanObjective least, Drop drop) {
        all.push_back({name, std::move(drop), least});
    };
    const planner::PlanLimits& limits = prepared.search.limits;
    if (limits.seconds)
        addLimit("deadline", PlanObjective::Time, [](PlanSearch& search) { search.limits.seconds.reset(); });
    if (limits.currency)
        addLimit("budget", PlanObjective::Cost, [](PlanSearch& search) { search.limits.currency.reset(); });
    if (limits.joules)
        addLimit("energy", PlanObjective::Energy, [](PlanSearch& search) { search.limits.joules.reset(); });
    for (const auto& [option, asked] : limited) {
        Drop drop;
        WholeAxis whole{};
        const auto axis = wholeAxes().find(option);
        if (axis != wholeAxes().end())
            whole = axis->second;
        if (option == "global-batch") { // also smaller ones, and four times as large
            drop = [](PlanSearch& search) {
                search.space.globalBatch = {1, 4 * search.space.globalBatch.highest};
            };
        } else if (whole.range != nullptr) {
            drop = [range = whole.range](PlanSearch& search) { search.space.*range = PlanSpace{}.*range; };
        } else if (option == "zero-stage") {
            drop = [](PlanSearch& search) { search.space.zeroStages.clear(); };
        } else if (option == "recompute") {
            drop = [](PlanSearch& search) { search.space.recomputes = recomputesTried(search); };
        } else if (option == "schedule") {
            drop = [](PlanSearch& search) { search.space.schedules.clear(); };
        } else if (option == "layers-per-stage") {
            drop = [](PlanSearch& search) { search.space.unevenStages = true; };
        } else if (option == "sequence-parallel") {
            drop = [](PlanSearch& search) { search.space.sequenceParallel = PlanSpace{}.sequenceParallel; };
        } else {
            continue;
        }
        all.push_back({option, std::move(drop), {}, whole.range, whole.valueOf, asked});
    }
    const auto& variants = prepared.search.space.variants;
    if (std::ranges::all_of(variants,
                            [](const core::Plan& plan) { return plan.residency == core::Residency{}; }))
        add("offload",
            [](PlanSearch& search) { // beside the devices: optimizer, activations, all of the state
                const core::Tier beside = memoryBeside(search).value_or(core::Tier::Host);
                std::vector<core::Plan> more;
                for (const core::Plan& variant : search.space.variants) {
                    using core::Tier;
                    for (const core::Residency& to :
                         {core::Residency{Tier::Device, Tier::Device, beside, Tier::Device},
                          core::Residency{Tier::Device, Tier::Device, Tier::Device, beside},
                          core::Residency{Tier::Device, Tier::Device, beside, beside},
                          core::Residency{beside, beside, beside, beside}}) {
                        more.push_back(variant);
                        more.back().residency = to;
                    }
                }
                search.space.variants.insert(search.space.variants.end(), more.begin(), more.end());
            });
    if (request.tensorWithinNode)
        add("tensor-within-node", [](PlanSearch& search) { search.space.tensorWithinNode = false; });
    if (prepared.search.space.runnableOnly)
        add("framework", [](PlanSearch& search) { search.space.runnableOnly = false; });
    addLimit("devices", PlanObjective::Devices, [](PlanSearch& search) { // more, as far as there are
        constexpr std::int64_t kTimes = 16;
        for (planner::SearchMachine& machine : search.machines) {
            const std::int64_t most = machine.devices.back() * kTimes;
            machine.devices =
                planner::deviceCounts(machine.hardware, machine.devices.back() + 1,
                                      std::min(machine.hardware.devices().value_or(most), most));
        }
    });
}

/// To the memory beside the devices: what of the state frameworks bring there together (planner/framework).
/// Opens nothing if somebody says where things lie, or if the machines have no such memory that we know.
/// Activations only where nothing fits without: no run that we know shows how much of their way computing
/// hides.
void openOffloads(bool placed, planner::PlanSearch& search)
{
    using core::Tier;
    const std::optional<Tier> beside = memoryBeside(search);
    if (placed || !beside)
        return;
    const Tier to = *beside;
    const Tier at = Tier::Device;
    search.space.offloads = {{at, at, to, at}, {at, to, to, at}, {to, to, to, at}};
    search.space.lastOffloads = {{at, at, at, to}, {at, at, to, to}, {at, to, to, to},
                                 {to, to, to, to}, {to, at, at, at}, {to, at, to, at}};
}

/// On machines whose programs run in phases, each variant also in phases, in as many as its stages may be cut
/// into, as the programs have it that are published: without tiles for streaming, with 64 (BERT) and 128
/// (GPT-3) of them (graphcore/examples @3cc8f81, nlp/bert/popxl/config/pretraining.yml and
/// nlp/gpt3_175B/popxl/config/pretraining.yml). \p said: whether an option is.
void openPhases(const std::function<bool(const char*)>& said, bool placed, planner::PlanSearch& search)
{
    if (placed || said("schedule") || said("phases"))
        return;
    const auto phasedOn = [](core::Plan plan, const core::HardwareSpec& hardware) {
        plan.schedule = core::Schedule::Phased;
        plan.phaseSource = planner::phaseSourceOf(hardware);
        return plan;
    };
    const auto runs = [&](const core::Plan& variant, const planner::SearchMachine& machine) {
        const core::Plan phased = phasedOn(variant, machine.hardware);
        return phased.phaseSource != core::Tier::Device && planner::canRun(phased, machine.hardware);
    };
    std::vector<core::Plan> more;
    for (const core::Plan& variant : search.space.variants) {
        if (variant.schedule == core::Schedule::Phased ||
            !std::ranges::all_of(search.machines,
                                 [&](const auto& machine) { return runs(variant, machine); }))
            continue;
        std::vector<std::int64_t> tiles{variant.inProcessor.ioTiles};
        if (!said("io-tiles"))
            tiles = {0, 64, 128};
        for (const std::int64_t io : tiles) {
            more.push_back(phasedOn(variant, search.machines.front().hardware));
            more.back().inProcessor.ioTiles = io;
        }
    }
    search.space.variants.insert(search.space.variants.end(), more.begin(), more.end());
}

/// Gathering a tensor group's inputs again costs traffic and keeps less: where nothing fits without it.
void openGathering(const std::function<bool(const char*)>& said, planner::PlanSearch& search)
{
    if (said("gathered-inputs"))
        return;
    for (const core::Plan& variant : search.space.variants) {
        if (variant.gatheredInputs == core::GatheredInputs::Regathered)
            continue;
        core::Plan again = variant;
        again.gatheredInputs = core::GatheredInputs::Regathered;
        search.space.lastVariants.push_back(std::move(again));
    }
}

/// Machines on which another program trains (planner::frameworkOf) than the one that the plan was started
/// from.
void takeTheirProgram(planner::PlanSearch& search)
{
    for (core::Plan& variant : search.space.variants) {
        const core::Framework program = planner::frameworkOf(variant, search.machines.front().hardware);
        if (std::ranges::all_of(search.machines,
                                [&](const planner::SearchMachine& machine) {
                                    return planner::frameworkOf(variant, machine.hardware) == program;
                                }) &&
            program != planner::frameworkOf(variant))
            variant = planner::withFramework(std::move(variant), program);
    }
}

/// The batch if nobody says how large a step is: at most the 16 Mi tokens of Llama 3's largest
/// (arXiv:2407.21783, section 3.4.1); if samples are no tokens, the 32,768 images that ResNet-50 learns from
/// at once (arXiv:1909.09756).
planner::WholeRange usualBatch(const planner::PlanSearch& search)
{
    constexpr std::int64_t kTokens = std::int64_t{16} << 20;
    constexpr std::int64_t kSamples = 32768;
    const std::int64_t length = search.space.variants.front().batch.sequenceLength;
    return {1, length > 0 ? std::max<std::int64_t>(1, kTokens / length) : kSamples};
}

} // namespace

Result<PreparedSearch> prepareSearch(const core::Catalog& catalog, const PlanSearchRequest& request)
{
    PreparedSearch prepared;
    prepared.catalog = catalog;
    planner::PlanSearch& search = prepared.search;
    PlanDocument document;
    const std::string& file = request.around.empty() ? request.planFile : request.around;
    if (!file.empty()) {
        SHARDSCOPE_TRY(document, readPlanDocument(file));
    }
    const std::string& model = request.model.empty() ? document.model : request.model;
    const std::string& hardware = request.hardware.empty() ? document.hardware : request.hardware;
    if (model.empty() || hardware.empty())
        return missingName(model).in("search");
    SHARDSCOPE_TRY(search.model, catalog.model(model));
    prepared.names = {model, core::splitAt(hardware, ','), request.calibration};
    SHARDSCOPE_TRY(const std::vector<planner::PlanObjective> objective,
                   objectivesOf(request.objective, "--objective"));
    if (objective.size() != 1)
        return core::outOfRange(request.objective, "1", core::phrase(W_("1 objective"))).in("--objective");
    search.objective = objective.front();
    if (!request.pareto.empty()) {
        SHARDSCOPE_TRY(search.front, objectivesOf(request.pareto, "--pareto"));
        if (search.front.size() < 2 || search.front.size() > 3)
            return core::outOfRange(request.pareto, "2", core::phrase(W_("3 objectives"))).in("--pareto");
        if (std::set(search.front.begin(), search.front.end()).size() < search.front.size())
            return core::inconsistent(W_("an objective is said twice")).in("--pareto");
    }
    constexpr std::int64_t kMostPlans = 10000; // each is simulated operation by operation
    if (request.top < 1 || request.top > kMostPlans)
        return core::outOfRange(request.top, 1, kMostPlans).in("--top");
    search.top = static_cast<std::size_t>(request.top);
    search.together = request.together;
    search.journal = request.journal;
    SHARDSCOPE_TRY_DONE(readLimits(request, search.limits));

    PlanSpaceReader reader(search.space);
    std::map<std::string, std::pair<std::string, std::string>> said; // option -> values, where; the last wins
    if (document.plan.kind != core::Value::Kind::Null) {
        // The file must be right by itself before its keys become limits.
        SHARDSCOPE_TRY(const core::Plan whole, readPlan(document.plan, file, {}, search.model));
        if (!request.around.empty()) {
            said["global-batch"] = {std::to_string(whole.batch.globalBatch), file};
            std::vector<Option> job; // what is asked of the sample's plan too, so that both can be compared
            std::ranges::copy_if(request.options, std::back_inserter(job), [](const Option& one) {
                return !saysDivision(one.first) && one.first != "global-batch";
            });
            SHARDSCOPE_TRY(prepared.around, readPlan(document.plan, file, job, search.model));
        }
        const bool phased = whole.schedule == core::Schedule::Phased; // another way to compute, no order
        for (const Option& leaf : optionsOf(document.plan)) {
            if (request.around.empty() || !saysDivision(leaf.first) || (phased && leaf.first == "schedule"))
                said[leaf.first] = {leaf.second, file};
        }
    }
    for (const Option& option : request.options)
        said[option.first] = {option.second, "--" + option.first};
    const auto sayKeys = [&](const std::vector<std::string>& texts, const char* where) -> Result<core::Done> {
        for (const std::string& text : texts) {
            const std::size_t equals = text.find('=');
            if (equals == std::string::npos)
                return core::errorIn(ErrorCode::SyntaxError, {"KEY=VALUE", where}, where);
            SHARDSCOPE_TRY(const std::string option, optionOf(text.substr(0, equals), where));
            const std::string values = text.substr(equals + 1);
            const auto before = said.find(option);
            if (before != said.end() && before->second.second != file && before->second.first != values)
                return core::inconsistent(W_("%1 is said twice: %2, %3"),
                                          {option, before->second.first, values})
                    .in(where);
            said[option] = {values, where};
        }
        return core::Done{};
    };
    SHARDSCOPE_TRY_DONE(sayKeys(request.fixed, "--fix"));
    SHARDSCOPE_TRY_DONE(sayKeys(request.ranges, "--range"));
    if (!request.globalBatch.empty())
        said["global-batch"] = {request.globalBatch, "--global-batch"};
    if (!request.tokens.empty()) {
        SHARDSCOPE_TRY(const double tokens, countOf(request.tokens, "--tokens"));
        said["training-tokens"] = {std::to_string(static_cast<std::int64_t>(tokens)), "--tokens"};
    }
    if (const auto micro = said.find("micro-batch"); micro != said.end() && micro->second.first == "max") {
        prepared.largestMicroBatch = true;
        said.erase(micro);
    }
    for (const auto& [option, value] : said)
        SHARDSCOPE_TRY_DONE(reader.set(option, value.first, value.second));
    SHARDSCOPE_TRY_DONE(reader.addVariants(search.model));
    if (said.count("global-batch") == 0)
        search.space.globalBatch = usualBatch(search);
    if (said.count("recompute") == 0)
        search.space.recomputes = recomputesTried(search);
    if (!request.batchMultiple.empty()) {
        SHARDSCOPE_TRY(search.space.batchMultiple, rangeOf(request.batchMultiple, "--batch-multiple"));
    }
    search.space.runnableOnly = !request.anyFramework;
    search.space.tensorWithinNode = request.tensorWithinNode;
    if (request.anyFramework && reader.limited().count("schedule") == 0)
        search.space.schedules = {core::Schedule::OneForwardOneBackward,
                                  core::Schedule::Interleaved,
                                  core::Schedule::ZeroBubble,
                                  core::Schedule::Gpipe,
                                  core::Schedule::Zbv,
                                  core::Schedule::DualPipeV};
    SHARDSCOPE_TRY_DONE(readMachines(catalog, request, hardware, prepared));
    const auto isSaid = [&](const char* option) { return said.count(option) > 0; };
    takeTheirProgram(search);
    openPhases(isSaid, reader.placed(), search);
    openGathering(isSaid, search);
    openOffloads(reader.placed(), search);
    if (request.pessimistic)
        search.pessimism = pessimismOf(search.model);
    std::map<std::string, std::string> limited = reader.limited();
    limited.try_emplace("global-batch");
    addConstraints(request, limited, prepared);
    return prepared;
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// search: best plans under constraints; what is given as a plan's option is fixed, the rest is searched.
#include "app/cli/checks.h"
#include "app/cli/search_part.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"

#include "app/session/plan/clusters.h"
#include "app/session/recommender/recommender_search.h"
#include "app/session/search/answer_sentence.h"
#include "app/session/search/plan_search_answer.h"
#include "app/session/search/search_journal.h"
#include "app/session/search/search_solvers.h"
#include "app/session/text/messages.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/stopwatch.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <unistd.h>

namespace shardscope::app {
namespace {

struct SearchCall {
    PlanArguments plan;
    SearchRequest recommender;
    PlanSearchRequest request;
    bool pareto = false;
    std::string resume;
    bool progress = false;
    std::vector<std::pair<std::string, std::string>> choices;
};

Answered runCluster(const Context& context, const SearchRequest& request)
{
    SHARDSCOPE_TRY(const auto sized, searchCluster(context.catalog, request));
    context.json ? context.print(sizedJson(sized)) : context.print(sizedTable(sized));
    return core::Done{};
}

/// Cells as the tables below the sentence have them.
CellText cellsOf(const Context& context)
{
    return [style = context.style](const core::Table& table, std::size_t row, std::size_t column) {
        return cellText(table, row, column, style);
    };
}

Answered runRecommender(Context& context, const SearchRequest& request)
{
    SHARDSCOPE_TRY(const auto answer, searchPlans(context.catalog, request, context.task));
    if (context.json) {
        context.print(searchJson(answer));
    } else {
        std::vector<core::Table> tables{searchTable(answer, false)};
        if (request.pareto)
            tables.push_back(searchTable(answer, true));
        context.print(searchSentence(answer, cellsOf(context)).toStdString() + "\n\n");
        context.print(tables);
        if (const QString basis = searchBasis(answer); !basis.isEmpty())
            context.print("\n" + basis.toStdString() + "\n");
        context.print("\n" + searchSummary(answer) + "\n");
    }
    const auto& best = answer.outcome.best;
    if (best.empty() || !best.front().fits)
        context.exit = Exit::No; // nothing fits: the answer is no
    return core::Done{};
}

bool onTerminal() { return ::isatty(STDERR_FILENO) == 1; }

void printWhy(const Context& context, const WhyNot& why, const char* plan)
{
    if (why.refused) {
        context.print(std::string("\n") + plan + ": " + errorText(*why.refused).toStdString() + "\n");
        return;
    }
    context.print(std::string("\n") + plan + ": " +
                  verdictText(why.evaluation->verdict, context.style).toStdString() + "\n");
    if (const QString sentence = whySentence(why, cellsOf(context)); !sentence.isEmpty())
        context.print(sentence.toStdString() + "\n");
    if (!why.parts.empty())
        context.print(whyTable(why));
}

/// \p catalogued: the model is the one that the call names, so that its plan can be called for. \p sample:
/// what is asked why it is not the best is the sample that the call names.
void printAnswer(const Context& context, const PlanSearchAnswer& answer, bool catalogued, bool sample)
{
    if (answer.best.empty()) {
        if (!answer.nearest.empty())
            context.print(layoutTable(answer.search, answer.nearest, "nearest", N_("Nearest plans")));
        context.printBelow(relaxTable(answer));
        if (!answer.together.empty()) {
            context.printBelow(togetherTable(answer));
        }
    } else {
        context.print(layoutTable(answer.search, answer.best, "best", N_("Best plans")));
        const FoundLayout& best = answer.best.front();
        context.print(marginSummary(answer, context.style));
        context.print(twinsSummary(answer));
        context.print(simulatedSummary(answer, context.style));
        if (catalogued)
            context.print("  " + planCommand(answer, best) + "\n");
        for (const std::string& figure : answer.unverified)
            context.print("Unverified figure used: " + figure + "\n");
        context.print(linesOf(publishedLines(answer.published)));
    }
    for (const auto& [layouts, key, title] :
         {std::tuple{&answer.tracedOut, "walked_out",
                     N_("Left out: operation by operation they do not fit, or leave too little free")},
          std::tuple{&answer.machines, "machines", N_("The best plan of each machine")},
          std::tuple{&answer.front, "front", N_("Plans that no other beats")}}) {
        if (!layouts->empty()) {
            context.printBelow(layoutTable(answer.search, *layouts, key, title));
        }
    }
    if (!answer.sensitivity.empty()) {
        context.printBelow(sensitivityTable(answer));
    }
    if (answer.why)
        printWhy(context, *answer.why, sample ? "The sample's own plan" : "The plan of --why");
    context.print("\n" + planSearchSummary(answer) + "\n");
}

Answered runSweep(Context& context, const PlanSearchRequest& request)
{
    SHARDSCOPE_TRY(const Sweep sweep, sweepSearch(context.catalog, request, context.task));
    context.json ? context.print(sweepJson(sweep)) : context.print(sweepTable(sweep));
    if (std::ranges::none_of(sweep.rows, [](const SweepRow& row) { return row.best.has_value(); }))
        context.exit = Exit::No;
    return core::Done{};
}

Answered runLargest(Context& context, const PlanSearchRequest& request)
{
    SHARDSCOPE_TRY(const auto largest, largestModel(context.catalog, request, context.task));
    if (context.json) {
        context.print(largestModelJson(largest));
    } else {
        context.print(largestSentence(largest, cellsOf(context)).toStdString() + "\n\n");
        printAnswer(context, largest.answer, false, false);
    }
    if (largest.layers == 0)
        context.exit = Exit::No;
    return core::Done{};
}

/// Tells of the best plan so far on standard error: the first at once, others not more often than one can
/// read, and the last before what is worth knowing beside it is looked for.
class SoFar {
public:
    SoFar(const Context& context, std::vector<std::string> machines)
        : m_context(context)
        , m_machines(std::move(machines))
    {
    }
    void operator()(const planner::PlanHit* best, double share)
    {
        constexpr double kRest = 2;
        const double now = m_watch.seconds();
        if (m_told && share < 1 && now - *m_told < kRest)
            return;
        m_told = now;
        std::string line = m_context.json
                               ? sofarJson(best, m_machines, share, now)
                               : sofarSentence(best, m_machines, cellsOf(m_context)).toStdString() + "\n";
        m_context.tell(line);
    }

private:
    const Context& m_context;
    std::vector<std::string> m_machines;
    core::Stopwatch m_watch;
    std::optional<double> m_told;
};

core::Result<PlanSearchAnswer> answerOf(const Context& context, PlanSearchRequest request, bool watched)
{
    if (request.smallestDevice)
        return smallestDevice(context.catalog, request, context.task);
    SHARDSCOPE_TRY(const PreparedSearch prepared, prepareSearch(context.catalog, request));
    if (watched) {
        std::vector<std::string> machines;
        for (const planner::SearchMachine& machine : prepared.search.machines)
            machines.push_back(machine.hardware.name);
        request.sofar = SoFar(context, std::move(machines));
    }
    return answerSearch(prepared, request, context.task);
}

Answered runTransformer(Context& context, const PlanSearchRequest& request, bool watched)
{
    SHARDSCOPE_TRY(const PlanSearchAnswer answer, answerOf(context, request, watched));
    if (context.json) {
        context.print(planSearchJson(answer));
    } else {
        context.print(answerSentence(answer, cellsOf(context)).toStdString() + "\n\n");
        if (!answer.sizes.empty()) {
            context.print(deviceSizeTable(answer));
            context.print(std::string("\n"));
        }
        printAnswer(context, answer, true, !request.around.empty() && request.why.empty());
    }
    if (const QString broken = brokenText(answer); !broken.isEmpty())
        context.warn(broken.toStdString());
    if (answer.best.empty())
        context.exit = Exit::No;
    return core::Done{};
}

/// The model that the call names, or its plan file; recommenders have a search of their own.
core::Result<bool> isRecommender(const Context& context, const PlanArguments& arguments)
{
    std::string name = arguments.model;
    if (name.empty() && !arguments.planFile.empty()) {
        SHARDSCOPE_TRY(const PlanDocument document, readPlanDocument(arguments.planFile));
        name = document.model;
    }
    if (name.empty())
        return false; // the search says what is missing
    SHARDSCOPE_TRY(const core::ModelSpec model, context.catalog.model(name));
    return model.recommender() != nullptr;
}

constexpr std::int64_t kMostDevices = 1'000'000;

/// What only the search of transformers heeds.
core::Result<core::Done> takesNoTransformerOption(const CLI::App& verb)
{
    return takesNoneOf(verb,
                       {"--sweep", "--largest-model", "--smallest-device", "--pessimistic", "--why", "--fix",
                        "--range", "--tokens", "--deadline", "--budget", "--energy", "--price", "--power",
                        "--headroom", "--batch-multiple", "--tensor-within-node", "--any-framework",
                        "--calibration"},
                       core::phrase(W_("the search of recommendation models does not heed it")));
}

/// A sweep, the largest model and the smallest device are answers of their own.
core::Result<core::Done> asksOneThing(const PlanSearchRequest& request)
{
    const char* first = request.sweep.empty() ? nullptr : "--sweep";
    for (const auto& [wanted, option] : {std::pair(request.largestModel, "--largest-model"),
                                         std::pair(request.smallestDevice, "--smallest-device")}) {
        if (wanted && first != nullptr)
            return core::inconsistent(W_("%1 and %2 are two answers"), {first, option}).in(first);
        first = wanted ? option : first;
    }
    return core::Done{};
}

/// Runs a search that \p place takes the journal of, where there is a file for it.
Answered keepingJournal(Context& context, const std::string& file, const std::string& identity,
                        planner::SearchJournal*& place, const std::function<Answered()>& run)
{
    std::unique_ptr<SearchJournal> journal;
    if (!file.empty()) {
        SHARDSCOPE_TRY(journal, SearchJournal::open(file, identity));
        journal->writes = [&] { return context.part == nullptr || context.part->speaks(); };
        place = journal.get();
    }
    Answered answered = run();
    if (!journal || !journal->failure())
        return answered;
    if (!answered.ok())
        context.fail(answered.error());
    return *journal->failure();
}

Answered runSearch(Context& context, SearchCall& call, const CLI::App& verb)
{
    if (listsChoices(context, call.choices))
        return core::Done{};
    const std::string asked = call.plan.model;
    call.plan = withSample(std::move(call.plan));
    const bool sample = call.plan.model != asked;
    SearchRequest& old = call.recommender;
    SHARDSCOPE_TRY(old.choices, withChoices({}, call.choices));
    old.model = call.plan.model;
    old.hardware = call.plan.hardware;
    old.planFile = call.plan.planFile;
    if (sample) { // of a plan on a cluster of roles only its names are asked
        const auto document = readPlanDocument(old.planFile);
        if (document.ok() && isCluster(context.catalog, document->hardware)) {
            old.model = document->model;
            old.hardware = document->hardware;
            old.planFile.clear();
        }
    }
    old.options = call.plan.options;
    old.objective = verb.count("--objective") > 0 ? call.request.objective : "";
    old.top = call.request.top;
    old.pareto = call.pareto;
    if (!old.hardware.empty() && isCluster(context.catalog, old.hardware)) {
        SHARDSCOPE_TRY_DONE(takesNoTransformerOption(verb));
        SHARDSCOPE_TRY_DONE(takesNoneOf(verb, {"--resume"}, core::phrase(W_("a cluster is sized at once"))));
        return runCluster(context, old);
    }
    SHARDSCOPE_TRY(const bool tables, isRecommender(context, call.plan));
    PlanSearchRequest& request = call.request;
    if (tables) {
        SHARDSCOPE_TRY_DONE(takesNoTransformerOption(verb));
        if (!request.devices.empty()) {
            const auto devices = core::parseWhole(request.devices);
            core::Error error{core::ErrorCode::NumberMalformed, {request.devices}};
            if (devices && (*devices < 1 || *devices > kMostDevices))
                error = {core::ErrorCode::OutOfRange, {request.devices, "1", std::to_string(kMostDevices)}};
            else if (devices)
                old.devices = *devices;
            if (!old.devices)
                return error.in("--devices");
        }
        old.together = context.part;
        PlanSearchRequest inWords = request;
        inWords.model = old.model;
        inWords.hardware = old.hardware;
        inWords.planFile = old.planFile;
        inWords.options = old.options;
        inWords.options.insert(inWords.options.end(), call.choices.begin(), call.choices.end());
        inWords.pareto = call.pareto ? "front" : "";
        return keepingJournal(context, call.resume, searchIdentity(inWords), old.journal,
                              [&] { return runRecommender(context, old); });
    }
    request.model = call.plan.model;
    request.hardware = call.plan.hardware;
    (sample ? request.around : request.planFile) = call.plan.planFile;
    request.options = call.plan.options;
    request.calibration = call.plan.calibration;
    if (call.pareto && request.pareto.empty())
        request.pareto = "time,memory";
    SHARDSCOPE_TRY_DONE(
        takesNoneOf(verb, {"--set", "--rate"}, core::phrase(W_("only recommendation models are asked it"))));
    SHARDSCOPE_TRY_DONE(asksOneThing(request));
    request.together = context.part;
    return keepingJournal(context, call.resume, searchIdentity(request), request.journal, [&] {
        return !request.sweep.empty() ? runSweep(context, request)
               : request.largestModel ? runLargest(context, request)
                                      : runTransformer(context, request, call.progress || onTerminal());
    });
}

void addLimits(CLI::App& verb, PlanSearchRequest& request)
{
    const char* group = "Limits";
    verb.add_option("--fix", request.fixed,
                    "KEY=VALUE: a plan's key that must be so; --KEY VALUE says the same")
        ->group(group)
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->take_all();
    verb.add_option("--range", request.ranges, "KEY=A..B or KEY=A,B,C: what a plan's key may be")
        ->group(group)
        ->type_name("KEY=A..B")
        ->allow_extra_args(false)
        ->take_all();
    verb.add_option("--tokens", request.tokens, "what the training sees: 15T")->group(group);
    verb.add_option("--deadline", request.deadline, "the training must be over: \"30 d\"")->group(group);
    verb.add_option("--budget", request.budget, "the training may cost so much")->group(group);
    verb.add_option("--energy", request.energy, "the training may take so much: \"5 GJ\"")->group(group);
    verb.add_option("--price", request.price,
                    "of a device and hour; one, one for each HARDWARE, or NAME=PRICE,…")
        ->group(group);
    verb.add_option("--power", request.power,
                    "watts of a device, in the place of the hardware's own; as --price")
        ->group(group);
    verb.add_option("--headroom", request.headroom,
                    "of every device's memory that must stay free: \"4 GiB\"; without it what the plan's "
                    "framework needs, so that every plan found fits; with 0 those that may not fit too")
        ->group(group);
    verb.add_option("--batch-multiple", request.batchMultiple, "the global batch must be a multiple of it")
        ->group(group);
    verb.add_flag("--tensor-within-node", request.tensorWithinNode, "no tensor group reaches beyond a node")
        ->group(group);
    verb.add_flag("--any-framework", request.anyFramework,
                  "also plans that the implementation cannot run, and schedules of other frameworks")
        ->group(group);
}

} // namespace

void addSearchVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("search", "best plans under constraints");
    const auto call = std::make_shared<SearchCall>();
    addPlanArguments(*verb, call->plan);
    verb->get_option("HARDWARE")->description("catalogue names or files, with commas between");
    addCalibrationOption(*verb, call->plan);
    PlanSearchRequest& request = call->request;
    verb->add_option("--devices,--gpus", request.devices, "exactly that many devices, or N..M");
    verb->add_option("--objective", request.objective,
                     "time, memory, cost, energy or devices: least, of a sample or of the training");
    verb->add_option("--top", request.top, "how many plans to print");
    verb->add_option("--pareto", request.pareto,
                     "also the plans that no other beats in two or three objectives")
        ->type_name("A,B")
        ->expected(0, 1)
        ->each([call](const std::string&) { call->pareto = true; });
    verb->add_option(
            "--sweep", request.sweep,
            "KEY=A,B,C or KEY=A..B (each twice the one before): the best plan at each value; devices or "
            "a plan's key")
        ->type_name("KEY=A..B");
    verb->add_flag("--largest-model", request.largestModel, "MODEL with as many layers as still fit");
    verb->add_flag("--smallest-device", request.smallestDevice,
                   "the machine with the smallest devices that hold MODEL; without HARDWARE of all, without "
                   "--devices on one device");
    verb->add_flag("--pessimistic", request.pessimistic, "rank by the upper end of the step's interval");
    verb->add_option("--why", request.why, "a plan file: why is it not the best?")->type_name("PLANFILE");
    verb->add_option(
            "--resume", call->resume,
            "a file that keeps how far the search is: stopped and called again, it goes on from there")
        ->type_name("FILE");
    verb->add_flag("--progress", call->progress,
                   "also where standard error is no terminal, the best plan so far there, a line each time: "
                   "with --json a document a line");
    addLimits(*verb, request);
    verb->add_option_function<std::string>(
        "--rate", [call](const std::string& value) { call->choices.emplace_back("wanted-rate", value); },
        "samples a second wanted, where HARDWARE is a cluster of PERSIA's roles: --set wanted-rate=…");
    addChoiceOption(*verb, call->choices);
    answersWith(*verb, context, [&context, call, verb]() -> Answered {
        call->pareto = call->pareto || verb->count("--pareto") > 0;
        if (const Answered answered = runSearch(context, *call, *verb); !answered.ok())
            context.fail(answered.error());
        if (context.part != nullptr) { // of a search by several processes: who was lost
            for (const std::string& loss : context.part->losses())
                context.warn(loss);
        }
        return core::Done{};
    });
}

} // namespace shardscope::app

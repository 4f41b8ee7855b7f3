// SPDX-License-Identifier: GPL-3.0-or-later
// A study as it is answered: the best plan of each scenario, what its training comes to, and which to take.
#pragma once

#include "app/session/search/plan_search_answer.h"
#include "app/session/study/scenario_goodput.h"
#include "app/session/study/study.h"
#include "core/base/task.h"
#include "core/report/report.h"
#include "core/units/text.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// Whether a scenario does what is asked: with both ends of its range, with its likely value alone, or not.
enum class Holds : std::uint8_t { Surely, Likely, No };
constexpr auto enumNames(Holds) { return core::namesUpTo<Holds::No>("surely", "likely", "no"); }

struct SolvedScenario {
    StudyScenario scenario;
    std::optional<core::Error> refused;                 ///< it could not be asked
    core::HardwareSpec hardware;                        ///< as changed
    std::optional<FoundLayout> best;                    ///< none: nothing fits
    std::optional<FoundLayout> nearest;                 ///< where nothing fits: what comes closest
    std::shared_ptr<const core::Evaluation> evaluation; ///< of best
    std::int64_t devices = 0;                           ///< of the plan, without spares
    double steps = 0;                                   ///< of the training
    double tokensPerSecond = 0;                         ///< of all devices, while it goes on
    ScenarioGoodput goodput;
    Spread seconds;               ///< of the training; the range is 80 %
    std::optional<Spread> cost;   ///< spares are paid for; none: no price was said
    std::optional<Spread> energy; ///< joules
    std::optional<Spread> carbon; ///< grams
    PublishedBeside published;    ///< the nearest measured runs
    Holds deadline = Holds::Surely;
    Holds budget = Holds::Surely;

    [[nodiscard]] bool feasible() const { return best.has_value(); }
    /// How well both limits hold: as the one that holds worse, deadline or budget.
    [[nodiscard]] Holds holds() const { return feasible() ? std::max(deadline, budget) : Holds::No; }
};

/// What would change the decision: the value at which it does.
struct BreakEven {
    std::string what; ///< price network batch share_of_peak goodput devices
    std::string scenario;
    double value = 0;
    double now = 0;
    core::Dimension dimension{};
    std::string sentence; ///< marked; filled by \c args
    std::vector<std::string> args;
};

struct SolvedStudy {
    JobStudy study;
    std::string model; ///< its title
    double parameters = 0;
    std::vector<SolvedScenario> scenarios; ///< as asked
    std::optional<std::size_t> decision;   ///< none: no scenario holds
    std::optional<std::size_t> closest;    ///< then: the one that is nearest to it
    bool byCost = false;                   ///< the cheapest was taken, else the fastest
    std::vector<BreakEven> breakEven;
};

/// Solves each scenario by an exact search under its own constraints, for the shortest step; where devices
/// are a range, for the fewest that meet the deadline. Errors: those of the model and of
/// resources/reliability.json; Cancelled. What is wrong with one scenario is its own \c refused.
[[nodiscard]] core::Result<SolvedStudy> solveStudy(const core::Catalog& catalog, const JobStudy& study,
                                                   const core::Task& task = {});

/// One of them by itself. Errors: as above.
[[nodiscard]] core::Result<SolvedScenario> solveScenario(const core::Catalog& catalog, const StudyJob& job,
                                                         const StudyScenario& scenario,
                                                         const core::Task& task = {});
/// What the search of \p scenario depends on, as a text: where two have the same, they have the same plan. A
/// price, spare devices, a budget and carbon never stand in it; the deadline and failures only where as few
/// devices are wanted as it allows.
[[nodiscard]] std::string searchQuestion(const StudyJob& job, const StudyScenario& scenario);
/// \p searched, whose searchQuestion() is that of \p job and \p scenario, counted as these say: nothing is
/// searched. Errors: those of the model and of resources/reliability.json.
[[nodiscard]] core::Result<SolvedScenario> accountedAnew(const core::Catalog& catalog, const StudyJob& job,
                                                         const StudyScenario& scenario,
                                                         SolvedScenario searched);
/// Whether what would change a decision is looked for, which takes some evaluations and searches.
enum class Edges : std::uint8_t { Left, Found };
/// \p scenarios of \p study, solved one by one, with the decision between them. Errors: as above.
[[nodiscard]] core::Result<SolvedStudy> joinedStudy(const core::Catalog& catalog, JobStudy study,
                                                    std::vector<SolvedScenario> scenarios, Edges edges,
                                                    const core::Task& task = {});

/// Decides among those that hold surely, else likely: for the cheapest if each has a price, else the fastest.
void decide(SolvedStudy& solved);

/// Contract, section 13; ends in a newline.
[[nodiscard]] std::string studyJson(const SolvedStudy& solved);
/// scenarios (sorted by the decision's measure), break_even, failures (what goodput rests on).
[[nodiscard]] core::Report studyReport(const SolvedStudy& solved);
/// Which is taken, and why.
[[nodiscard]] QString decisionSentence(const SolvedStudy& solved, core::TextStyle style = {});
/// The same by sentences: the decision, then what each other scenario comes to.
[[nodiscard]] QStringList decisionSentences(const SolvedStudy& solved, core::TextStyle style = {});
/// What it rests on and what may go wrong, a sentence each.
[[nodiscard]] QStringList riskSentences(const SolvedStudy& solved, core::TextStyle style = {});
[[nodiscard]] QString breakEvenSentence(const BreakEven& breakEven);

} // namespace shardscope::app

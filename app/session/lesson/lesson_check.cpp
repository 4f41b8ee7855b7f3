// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lesson/lesson_check.h"

#include "app/session/lesson/lesson_answers.h"
#include "app/session/lesson/lesson_plan.h"
#include "app/session/text/messages.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

namespace shardscope::app {
namespace {

/// \p error of the engines where the lesson asks them.
core::Error placed(core::Error error, const Lesson& lesson, const std::string& pointer)
{
    error.place = {lesson.file, pointer};
    return error;
}

/// What the product says of \p plan: nothing where it fits.
core::Result<QString> refusal(const core::Catalog& catalog, const LessonPlan& plan)
{
    const PlanRequest request = requestOf(plan);
    if (!traceOf(plan).empty()) {
        SHARDSCOPE_TRY([[maybe_unused]] const profiler::ImportedRun run, runOf(catalog, plan));
        return QString();
    }
    if (request.hardware.empty()) {
        SHARDSCOPE_TRY([[maybe_unused]] const core::ModelSpec model, catalog.model(request.model));
        return QString();
    }
    if (request.model.empty()) {
        SHARDSCOPE_TRY([[maybe_unused]] const core::HardwareSpec hardware,
                       catalog.hardware(request.hardware));
        return QString();
    }
    SHARDSCOPE_TRY(const PlanResult result, evaluatePlan(catalog, request, planner::Detail::Plain));
    return result.evaluation.verdict.feasible() ? QString() : verdictText(result.evaluation.verdict);
}

class Check {
public:
    Check(const core::Catalog& catalog, const Lesson& lesson, const core::Task& task)
        : m_catalog(catalog)
        , m_lesson(lesson)
        , m_task(task)
        , m_answers(catalog, task)
    {
        m_found.file = lesson.file;
        m_found.name = lesson.name;
        m_found.steps = lesson.steps.size();
    }

    CheckedLesson run()
    {
        for (const LessonStep& step : m_lesson.steps) {
            if (m_task.cancelled())
                break;
            checkStates(step);
            for (const LessonAssertion& one : step.assertions)
                checkAssertion(step, one);
        }
        return std::move(m_found);
    }

private:
    void tell(core::Error error, const std::string& pointer)
    {
        m_found.problems.push_back(placed(std::move(error), m_lesson, pointer));
    }

    void checkStates(const LessonStep& step)
    {
        const std::size_t choices = step.control ? step.control->choices.size() : 1;
        for (std::size_t choice = 0; choice < choices; ++choice) {
            const std::string pointer =
                step.pointer + (step.control ? "/control/values/" + std::to_string(choice) : "");
            const LessonFailure* failure = nullptr;
            for (const LessonFailure& one : step.failures) {
                if (one.value == step.control->choices[choice].value)
                    failure = &one;
            }
            for (const bool revealed : {false, true}) {
                if (revealed && step.reveal.empty())
                    continue;
                const LessonPlan plan = planAt(step, {choice, revealed});
                if (revealed && plan == planAt(step, {choice, false}))
                    continue;
                checkState(plan, failure, revealed ? step.pointer + "/reveal/plan" : pointer);
            }
        }
    }

    void checkState(const LessonPlan& plan, const LessonFailure* failure, const std::string& pointer)
    {
        ++m_found.states;
        const auto said = refusal(m_catalog, plan);
        if (!said.ok() && failure == nullptr)
            return tell(said.error(), pointer);
        if (failure == nullptr)
            return;
        const QString all = said.ok() ? *said : sentence(said.error());
        if (!all.contains(QString::fromStdString(failure->says)))
            tell(core::inconsistent(
                     W_("at %1 the product says \"%2\", not \"%3\""),
                     {failure->value, all.isEmpty() ? "Fits." : all.toStdString(), failure->says}),
                 failure->pointer);
    }

    void checkAssertion(const LessonStep& step, const LessonAssertion& one)
    {
        ++m_found.assertions;
        const auto answer = m_answers.value(one, planAt(step, firstMoment(step)));
        if (!answer.ok())
            return tell(answer.error(), one.pointer + "/quantity");
        if (auto wrong = contradiction(one, *answer))
            tell(std::move(*wrong), one.pointer);
    }

    const core::Catalog& m_catalog;
    const Lesson& m_lesson;
    const core::Task& m_task;
    LessonAnswers m_answers;
    CheckedLesson m_found;
};

} // namespace

CheckedLesson checkLesson(const core::Catalog& catalog, const std::filesystem::path& file,
                          const core::Task& task)
{
    const auto lesson = readLesson(file);
    if (lesson.ok())
        return checkLesson(catalog, *lesson, task);
    CheckedLesson failed;
    failed.file = file.string();
    failed.name = file.stem().string();
    failed.problems.push_back(lesson.error().in(failed.file));
    return failed;
}

CheckedLesson checkLesson(const core::Catalog& catalog, const Lesson& lesson, const core::Task& task)
{
    return Check(catalog, lesson, task).run();
}

core::Table checkTable(const std::vector<CheckedLesson>& checked)
{
    core::Table table{"lessons", N_("Lessons"), {}, {}};
    table.columns = {core::textColumn("name", N_("Name")), core::integerColumn("steps", N_("Steps")),
                     core::integerColumn("states", N_("Plans evaluated")),
                     core::integerColumn("assertions", N_("Figures asked")),
                     core::integerColumn("problems", N_("Problems"))};
    const auto count = [](std::size_t number) { return core::Cell(static_cast<std::int64_t>(number)); };
    for (const CheckedLesson& one : checked)
        table.rows.push_back({core::Cell(one.name), count(one.steps), count(one.states),
                              count(one.assertions), count(one.problems.size())});
    return table;
}

std::string checkJson(const std::vector<CheckedLesson>& checked)
{
    using core::Value;
    std::vector<Value> lessons;
    for (const CheckedLesson& one : checked) {
        std::vector<Value> problems;
        for (const core::Error& error : one.problems)
            problems.push_back(
                Value::ofMembers({{"place", Value::ofText(placeText(error.place).toStdString())},
                                  {"sentence", Value::ofText(sentence(error).toStdString())}}));
        const auto count = [](std::size_t number) {
            return Value::ofInteger(static_cast<std::int64_t>(number));
        };
        lessons.push_back(Value::ofMembers({{"name", Value::ofText(one.name)},
                                            {"file", Value::ofText(one.file)},
                                            {"steps", count(one.steps)},
                                            {"states", count(one.states)},
                                            {"assertions", count(one.assertions)},
                                            {"problems", Value::ofItems(std::move(problems))}}));
    }
    return core::jsonText(Value::ofMembers({{"lessons", Value::ofItems(std::move(lessons))}})) + "\n";
}

} // namespace shardscope::app

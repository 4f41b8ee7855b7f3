// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lesson/lesson.h"
#include "app/session/lesson/lesson_figures.h"
#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/document.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "core/units/plain_number.h"

#include <QLocale>

#include <algorithm>

namespace shardscope::app {
namespace {

using core::ErrorCode;
using core::SpecReader;
using core::Value;

constexpr double kMost = 1e300;
constexpr std::size_t kMostChoices = 64;

/// {"en": …, "ja": …}: both have to be there.
BothWords bothWords(SpecReader& reader, const char* key, bool required = true)
{
    BothWords words;
    reader.inside(key, required, [&](SpecReader& languages) {
        for (const auto& [language, text] : {std::pair("en", &words.en), std::pair("ja", &words.ja)}) {
            *text = QString::fromStdString(languages.text(language)).trimmed();
            if (text->isEmpty())
                languages.fail(ErrorCode::MissingKey, {language}, language);
        }
        languages.rejectUnused();
    });
    return words;
}

BothWords caption(SpecReader& reader)
{
    BothWords words = bothWords(reader, "caption");
    for (const auto& [language, text] : {std::pair("en", &words.en), std::pair("ja", &words.ja)}) {
        if (const int count = sentencesIn(*text); count > kMostSentences)
            reader.fail(core::inconsistent(W_("a caption has at most %1 sentences; in %2 it has %3"),
                                           {std::to_string(kMostSentences), language, std::to_string(count)}),
                        "caption");
    }
    return words;
}

std::string scalarText(SpecReader& reader, const std::string& key)
{
    const Value* value = reader.find(key);
    if (value != nullptr && value->kind == Value::Kind::Bool)
        return value->flag ? "true" : "false";
    return reader.scalar(key);
}

/// {"zero_stage": 2}: as options are called.
LessonPlan planOf(SpecReader& reader, const char* where = "plan")
{
    LessonPlan plan;
    reader.inside(where, false, [&](SpecReader& keys) {
        for (const std::string& key : keys.keys()) {
            std::string option = key;
            std::ranges::replace(option, '_', '-');
            plan.emplace_back(option, scalarText(keys, key));
        }
    });
    return plan;
}

std::string figureOf(SpecReader& reader, const char* key, bool required)
{
    if (!required && !reader.has(key))
        return {};
    std::string name = reader.text(key);
    if (!name.empty() && !isLessonFigure(name))
        reader.fail(core::unknownValue(name, lessonFigures()), key);
    return name;
}

LessonQuantity quantityOf(SpecReader& reader)
{
    LessonQuantity quantity;
    quantity.path = reader.text("quantity");
    quantity.plan = planOf(reader);
    return quantity;
}

LessonAssertion assertionOf(SpecReader& reader)
{
    LessonAssertion one;
    one.pointer = reader.pointer();
    one.quantity = quantityOf(reader);
    reader.inside("per", false, [&](SpecReader& per) {
        one.per = quantityOf(per);
        per.rejectUnused();
    });
    one.times = reader.numberOr("times", 1, -kMost, kMost);
    if (const Value* is = reader.find("is"))
        one.is = *is;
    one.within = reader.numberOr("within", 0, 0, kMost);
    if (reader.has("at_least"))
        one.least = reader.number("at_least", -kMost, kMost);
    if (reader.has("at_most"))
        one.most = reader.number("at_most", -kMost, kMost);
    if (one.is.kind == Value::Kind::Null && !one.least && !one.most)
        reader.fail(ErrorCode::MissingKey, {"is"});
    one.label = bothWords(reader, "label", false);
    one.unit = reader.textOr("unit", {});
    one.published = reader.textOr("published", {});
    one.source = reader.textOr("source", {});
    if (!one.published.empty() && one.source.empty())
        reader.fail(ErrorCode::MissingKey, {"source"});
    reader.rejectUnused();
    return one;
}

/// A value alone, or {"value": …, "words": {…}}.
LessonControl::Choice choiceOf(const Value& item, const std::string& pointer, core::FirstError& errors)
{
    if (item.kind == Value::Kind::Object) {
        SpecReader reader(item, pointer, errors);
        LessonControl::Choice choice{scalarText(reader, "value"), bothWords(reader, "words", false)};
        reader.rejectUnused();
        return choice;
    }
    if (item.kind == Value::Kind::Text)
        return {item.text, {}};
    if (item.isNumber())
        return {core::shortestText(item.real), {}};
    if (item.kind == Value::Kind::Bool)
        return {item.flag ? "true" : "false", {}};
    errors.set(
        core::errorAt(ErrorCode::WrongType, {"text", std::string(core::kindName(item.kind))}, pointer));
    return {};
}

/// {"from": 1, "to": 64, "times": 2} or {"from": 0, "to": 40, "by": 10}: each of them.
std::vector<LessonControl::Choice> rangeOf(SpecReader& range)
{
    std::vector<LessonControl::Choice> choices;
    const double from = range.number("from", -kMost, kMost);
    const double to = range.number("to", -kMost, kMost);
    const double times = range.numberOr("times", 1, 1, kMost);
    const double by = range.numberOr("by", times > 1 ? 0 : 1, 0, kMost);
    range.rejectUnused();
    if (range.failed())
        return choices;
    if (to < from || (times <= 1 && by <= 0) || (times > 1 && from <= 0)) {
        range.fail(core::inconsistent(W_("a range goes up from \"from\" to \"to\" by \"by\" or \"times\"")));
        return choices;
    }
    for (double value = from; value <= to * (1 + 1e-12) && choices.size() < kMostChoices;
         value = value * times + by)
        choices.push_back({core::shortestText(value), {}});
    return choices;
}

LessonControl controlOf(SpecReader& reader, core::FirstError& errors)
{
    LessonControl control;
    control.key = reader.text("key");
    std::ranges::replace(control.key, '_', '-');
    control.label = bothWords(reader, "label");
    if (const Value* values = reader.find("values")) {
        if (values->kind != Value::Kind::Array)
            reader.fail(ErrorCode::WrongType, {"array", std::string(core::kindName(values->kind))}, "values");
        for (std::size_t at = 0; at < values->items.size(); ++at)
            control.choices.push_back(choiceOf(values->items[at], reader.pointerTo("values", at), errors));
    }
    reader.inside("range", false, [&](SpecReader& range) { control.choices = rangeOf(range); });
    if (!reader.failed() && control.choices.size() < 2)
        reader.fail(core::inconsistent(W_("a control has two values at least, by \"values\" or \"range\"")));
    if (control.key == "figure") {
        for (const LessonControl::Choice& choice : control.choices) {
            if (!isLessonFigure(choice.value))
                reader.fail(core::unknownValue(choice.value, lessonFigures()), "values");
        }
    }
    if (reader.has("start")) {
        const std::string start = scalarText(reader, "start");
        const auto found = std::ranges::find(control.choices, start, &LessonControl::Choice::value);
        if (found == control.choices.end())
            reader.fail(
                core::inconsistent(W_("the control begins with %1, which is none of its values"), {start}),
                "start");
        else
            control.start = static_cast<std::size_t>(found - control.choices.begin());
    }
    reader.rejectUnused();
    return control;
}

LessonQuestion questionOf(SpecReader& reader)
{
    LessonQuestion question;
    question.ask = bothWords(reader, "ask");
    question.kind = static_cast<QuestionKind>(reader.choice("kind", {"choice", "number", "slider"}));
    if (question.kind == QuestionKind::Choice) {
        int right = 0;
        reader.eachOf("answers", true, [&](SpecReader& answer) {
            if (answer.flagOr("right", false)) {
                ++right;
                question.right = question.answers.size();
            }
            question.answers.push_back(bothWords(answer, "words"));
            answer.rejectUnused();
        });
        if (!reader.failed() && (right != 1 || question.answers.size() < 2))
            reader.fail(core::inconsistent(W_("of two answers or more one is right")), "answers");
    } else {
        question.is = reader.number("is", -kMost, kMost);
        question.within = reader.number("within", 0, kMost);
        question.unit = reader.textOr("unit", {});
        if (question.kind == QuestionKind::Slider) {
            question.from = reader.number("from", -kMost, kMost);
            question.to = reader.number("to", -kMost, kMost);
            if (!reader.failed() && !(question.from <= question.is && question.is <= question.to))
                reader.fail(core::outOfRange(core::shortestText(question.is),
                                             core::shortestText(question.from),
                                             core::shortestText(question.to)),
                            "is");
        }
    }
    reader.rejectUnused();
    return question;
}

void append(LessonPlan& plan, const LessonPlan& more) { plan.insert(plan.end(), more.begin(), more.end()); }

/// What stands at the end of a lesson too, where the reader's own plan takes the place of the file's.
LessonStep stepOf(SpecReader& reader, const LessonPlan& shared, core::FirstError& errors, bool yours)
{
    LessonStep step;
    step.pointer = reader.pointer();
    step.yours = yours;
    step.title = bothWords(reader, "title");
    step.caption = caption(reader);
    step.notes = bothWords(reader, "notes", false);
    step.figure = figureOf(reader, "figure", true);
    step.lit = reader.textsOr("lit");
    step.plan = shared;
    append(step.plan, planOf(reader));
    reader.inside("control", false, [&](SpecReader& control) { step.control = controlOf(control, errors); });
    if (yours) {
        reader.rejectUnused();
        return step;
    }
    step.hidden = reader.textsOr("hidden");
    reader.inside("question", false, [&](SpecReader& question) { step.question = questionOf(question); });
    reader.inside("reveal", step.question.has_value(), [&](SpecReader& reveal) {
        step.reveal = bothWords(reveal, "text");
        step.revealPlan = planOf(reveal);
        step.revealFigure = figureOf(reveal, "figure", false);
        reveal.rejectUnused();
    });
    reader.eachOf("assert", false, [&](SpecReader& one) { step.assertions.push_back(assertionOf(one)); });
    reader.eachOf("fails", false, [&](SpecReader& one) {
        LessonFailure failure{scalarText(one, "value"), one.text("says"), one.pointer()};
        one.rejectUnused();
        const bool known =
            step.control && std::ranges::find(step.control->choices, failure.value,
                                              &LessonControl::Choice::value) != step.control->choices.end();
        if (!one.failed() && !known)
            one.fail(core::inconsistent(W_("%1 is no value of the step's control"), {failure.value}),
                     "value");
        step.failures.push_back(std::move(failure));
    });
    reader.rejectUnused();
    return step;
}

/// Recordings are named from where the lesson lies.
void findTraces(LessonPlan& plan, const std::filesystem::path& folder)
{
    for (auto& [key, value] : plan) {
        if (key == "trace" && !value.empty())
            value = (folder / value).string(); // an absolute one stays as it is
    }
}

void findTraces(LessonStep& step, const std::filesystem::path& folder)
{
    findTraces(step.plan, folder);
    findTraces(step.revealPlan, folder);
    for (LessonAssertion& one : step.assertions) {
        findTraces(one.quantity.plan, folder);
        if (one.per)
            findTraces(one.per->plan, folder);
    }
}

} // namespace

const QString& BothWords::in(const QString& language) const
{
    return language.startsWith(QLatin1String("ja")) ? ja : en;
}

const QString& BothWords::shown() const { return in(QLocale().name()); }

int sentencesIn(const QString& text)
{
    static const QString latin = QStringLiteral(".!?");
    static const QString wide = QStringLiteral("。！？");
    int count = 0;
    bool open = false; // something stands behind the last mark
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool last = at + 1 == text.size() || text[at + 1].isSpace();
        if (wide.contains(text[at]) || (latin.contains(text[at]) && last)) {
            count += open ? 1 : 0;
            open = false;
        } else if (text[at].isLetterOrNumber()) {
            open = true;
        }
    }
    return count + (open ? 1 : 0);
}

core::Result<Lesson> readLesson(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(const Value document, core::parseDocument(text, file));
    SHARDSCOPE_TRY(Lesson lesson, readLesson(document, file.string()));
    lesson.name = file.stem().string();
    return lesson;
}

core::Result<Lesson> readLesson(const Value& document, const std::string& file)
{
    core::FirstError errors;
    SpecReader reader(document, {}, errors);
    Lesson lesson;
    lesson.file = file;
    lesson.title = bothWords(reader, "title");
    lesson.goal = bothWords(reader, "goal");
    lesson.number = reader.wholeOr("number", 0, {1, 10000});
    lesson.minutes = reader.whole("minutes", {1, 600});
    lesson.sources = reader.textsOr("sources");
    const LessonPlan shared = planOf(reader);
    reader.eachOf("steps", true,
                  [&](SpecReader& step) { lesson.steps.push_back(stepOf(step, shared, errors, false)); });
    if (!reader.failed() && lesson.steps.empty())
        reader.fail(ErrorCode::MissingKey, {"steps"});
    reader.inside("with_your_model", false,
                  [&](SpecReader& step) { lesson.steps.push_back(stepOf(step, shared, errors, true)); });
    reader.rejectUnused();
    if (errors)
        return errors.get()->in(file);
    for (LessonStep& step : lesson.steps)
        findTraces(step, std::filesystem::path(file).parent_path());
    return lesson;
}

} // namespace shardscope::app

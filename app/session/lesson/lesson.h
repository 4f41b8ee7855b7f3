// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as its file says it (docs/lessons.md): steps of a caption, a figure on a plan, at most one
// control, a question, and what the engines must answer for all of it to be true.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/io/value.h"

#include <QString>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// A text in each of the languages.
struct BothWords {
    QString en;
    QString ja;
    [[nodiscard]] bool empty() const { return en.isEmpty(); }
    [[nodiscard]] const QString& in(const QString& language) const;
    /// The text in the language that the reader's numbers and texts are in.
    [[nodiscard]] const QString& shown() const;
};

/// Model, machine and keys of a plan, as options without dashes; later ones win.
using LessonPlan = std::vector<std::pair<std::string, std::string>>;

/// A figure of the engines, by the names that plan --json, simulate --json and the reports use.
struct LessonQuantity {
    std::string path;  ///< "plan/step/bubble_seconds"
    LessonPlan plan{}; ///< over the step's
};

/// What a quantity must be.
struct LessonAssertion {
    LessonQuantity quantity;
    std::optional<LessonQuantity> per; ///< it is divided by that
    double times = 1;
    core::Value is;    ///< a number, a word or a flag; null: see least, most
    double within = 0; ///< of a number
    std::optional<double> least;
    std::optional<double> most;
    /// Shown beside the figure; empty: the check alone reads it.
    BothWords label;
    std::string unit;      ///< "B", "s", "%" in the reader's units; else as it is written
    std::string published; ///< what the source says, as it says it; empty: nothing
    std::string source;
    std::string pointer; ///< where in the file
};

/// The one thing of a step that can be changed.
struct LessonControl {
    struct Choice {
        std::string value;
        BothWords words; ///< empty: the value
    };
    std::string key; ///< of the plan, "model", "hardware"; "figure": another picture of the same
    BothWords label;
    std::vector<Choice> choices;
    std::size_t start = 0; ///< which of them the step begins with
};

/// A value of the control at which the product says no.
struct LessonFailure {
    std::string value;
    std::string says; ///< part of its English sentence
    std::string pointer;
};

enum class QuestionKind { Choice, Number, Slider };
constexpr auto enumNames(QuestionKind)
{
    return core::namesUpTo<QuestionKind::Slider>("choice", "number", "slider");
}

struct LessonQuestion {
    QuestionKind kind = QuestionKind::Choice;
    BothWords ask;
    std::vector<BothWords> answers; ///< of a choice
    std::size_t right = 0;
    double is = 0; ///< of a number, a slider
    double within = 0;
    double from = 0; ///< of a slider
    double to = 0;
    std::string unit;
};

struct LessonStep {
    BothWords title;
    BothWords caption;
    BothWords notes;                 ///< for who teaches
    std::string figure;              ///< one of lessonFigures()
    std::vector<std::string> lit;    ///< parts of the figure that count, by the beginnings of their names
    std::vector<std::string> hidden; ///< parts that are not seen before what happens is shown
    LessonPlan plan;                 ///< the lesson's with the step's
    std::optional<LessonControl> control;
    std::optional<LessonQuestion> question;
    BothWords reveal;         ///< empty: there is nothing to reveal
    LessonPlan revealPlan;    ///< over the step's, once it is revealed
    std::string revealFigure; ///< empty: the same
    std::vector<LessonAssertion> assertions;
    std::vector<LessonFailure> failures;
    bool yours = false; ///< drawn of the reader's own plan
    std::string pointer;
};

struct Lesson {
    std::string name; ///< of its file, without the ending
    std::string file;
    BothWords title;
    BothWords goal;
    std::int64_t number = 0; ///< in the order of teaching; 0: behind those that have one
    std::int64_t minutes = 0;
    std::vector<std::string> sources;
    std::vector<LessonStep> steps; ///< the last one is "with your model", where there is one
};

/// A lesson's file, JSON or YAML. Errors: of the file and its format; UnknownKey, MissingKey (also of a
/// language), WrongType, OutOfRange, UnknownValue (a figure) and Inconsistent with their places.
[[nodiscard]] core::Result<Lesson> readLesson(const std::filesystem::path& file);
[[nodiscard]] core::Result<Lesson> readLesson(const core::Value& document, const std::string& file);

/// How many sentences \p text has, by the marks that end them.
[[nodiscard]] int sentencesIn(const QString& text);
inline constexpr int kMostSentences = 3; ///< of a caption

} // namespace shardscope::app

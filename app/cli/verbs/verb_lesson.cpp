// SPDX-License-Identifier: GPL-3.0-or-later
// lesson: which lessons there are, what one says, and whether all of it is so.
#include "app/cli/checks.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"

#include "app/session/lesson/lesson_check.h"
#include "app/session/lesson/lesson_shelf.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/io/files.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace shardscope::app {
namespace {

constexpr const char* kListLessons = "list";
constexpr const char* kCheckLessons = "check";

struct LessonCall {
    std::string action;
    std::vector<std::string> places; ///< files, folders, names; empty: the shipped ones
};

/// Lessons of \p folder; one that holds none, or cannot be listed, is refused.
core::Result<std::vector<std::filesystem::path>> lessonFilesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files = lessonFiles(folder);
    if (files.empty())
        return core::errorIn(core::ErrorCode::FormatUnknown,
                             {core::phrase(W_("a folder without lessons")), ".yaml, .yml, .json"},
                             folder.string());
    return files;
}

/// The files that \p place means: those of a folder, a file, a shipped lesson by its name.
core::Result<std::vector<std::filesystem::path>> lessonFilesAt(const Context& context,
                                                               const std::string& place)
{
    if (core::files::isFolder(place))
        return lessonFilesIn(place);
    if (core::files::exists(place))
        return std::vector<std::filesystem::path>{place};
    SHARDSCOPE_TRY(const Lesson lesson, findLesson(context.catalog, place));
    return std::vector<std::filesystem::path>{lesson.file};
}

core::Result<std::vector<std::filesystem::path>> lessonFilesOf(const Context& context, const LessonCall& call)
{
    if (call.places.empty())
        return lessonFilesIn(shippedFolder(context.catalog));
    std::vector<std::filesystem::path> files;
    for (const std::string& place : call.places) {
        SHARDSCOPE_TRY(const std::vector<std::filesystem::path> more, lessonFilesAt(context, place));
        files.insert(files.end(), more.begin(), more.end());
    }
    return files;
}

Answered checkLessons(Context& context, const LessonCall& call)
{
    SHARDSCOPE_TRY(const std::vector<std::filesystem::path> files, lessonFilesOf(context, call));
    std::vector<CheckedLesson> checked;
    for (std::size_t at = 0; at < files.size(); ++at) {
        context.task.report("check", static_cast<double>(at) / static_cast<double>(files.size()));
        checked.push_back(checkLesson(context.catalog, files[at], context.task));
        SHARDSCOPE_TRY_DONE(context.task.checkCancelled());
        if (!checked.back().problems.empty())
            context.exit = Exit::No;
    }
    if (context.json) {
        context.print(checkJson(checked));
        return core::Done{};
    }
    for (const CheckedLesson& lesson : checked) {
        for (const core::Error& problem : lesson.problems)
            context.warn(problem);
    }
    context.print(checkTable(checked));
    return core::Done{};
}

Answered listLessons(Context& context, const LessonCall& call)
{
    SHARDSCOPE_TRY(const std::vector<std::filesystem::path> files, lessonFilesOf(context, call));
    std::vector<Lesson> lessons;
    for (const std::filesystem::path& file : files) {
        SHARDSCOPE_TRY(Lesson lesson, readLesson(file));
        lessons.push_back(std::move(lesson));
    }
    inTheirOrder(lessons);
    if (context.json)
        context.print("{\"lessons\": " + core::toJson(lessonTable(lessons)) + "}\n");
    else
        context.print(lessonTable(lessons));
    return core::Done{};
}

} // namespace

void addLessonVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "lesson",
        "lessons on the engines: lists them, or checks every step, control, figure and text of one");
    const auto call = std::make_shared<LessonCall>();
    takesOneOf(verb->add_option("ACTION", call->action, "list or check")->required(),
               {kListLessons, kCheckLessons});
    verb->add_option("LESSON", call->places,
                     "lessons by name, files or folders of them (docs/lessons.md); none: the shipped ones");
    answersWith(*verb, context, [&context, call] {
        return call->action == kCheckLessons ? checkLessons(context, *call) : listLessons(context, *call);
    });
}

} // namespace shardscope::app

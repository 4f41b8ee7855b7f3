// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lesson/lesson_shelf.h"

#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/files.h"
#include "core/report/columns.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <limits>

namespace shardscope::app {
namespace {

bool isLessonFile(const std::filesystem::path& path)
{
    const std::string ending = path.extension().string();
    return ending == ".json" || ending == ".yaml" || ending == ".yml";
}

} // namespace

std::vector<std::filesystem::path> lessonFiles(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& entry : core::files::entries(folder)) {
        if (isLessonFile(entry) && core::files::isPlain(entry))
            files.push_back(entry);
    }
    std::ranges::sort(files);
    return files;
}

std::filesystem::path shippedFolder(const core::Catalog& catalog) { return catalog.resources() / "lessons"; }

std::vector<Lesson> lessonsIn(const std::filesystem::path& folder)
{
    std::vector<Lesson> lessons;
    for (const std::filesystem::path& file : lessonFiles(folder)) {
        if (auto lesson = readLesson(file); lesson.ok())
            lessons.push_back(std::move(lesson).value());
    }
    inTheirOrder(lessons);
    return lessons;
}

void inTheirOrder(std::vector<Lesson>& lessons)
{
    std::ranges::stable_sort(lessons, {}, [](const Lesson& lesson) {
        return lesson.number > 0 ? lesson.number : std::numeric_limits<std::int64_t>::max();
    });
}

core::Result<LessonPlace> lessonPlace(const std::string& text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || isLessonFile(text))
        return LessonPlace{text, 0};
    const auto step = core::parseWhole(text.substr(colon + 1));
    if (!step || *step < 1)
        return core::errorIn(core::ErrorCode::NumberMalformed, {text.substr(colon + 1)}, text);
    return LessonPlace{text.substr(0, colon), static_cast<std::size_t>(*step - 1)};
}

core::Result<Lesson> findLesson(const core::Catalog& catalog, const std::string& nameOrFile)
{
    std::vector<std::string> known;
    for (const std::filesystem::path& file : lessonFiles(shippedFolder(catalog))) {
        if (file.stem() == nameOrFile)
            return readLesson(file);
        known.push_back(file.stem().string());
    }
    if (isLessonFile(nameOrFile))
        return readLesson(nameOrFile);
    return core::unknownName(nameOrFile, known, W_("lesson"));
}

core::Table lessonTable(const std::vector<Lesson>& lessons)
{
    core::Table table{"lessons", N_("Lessons"), {}, {}};
    table.columns = {core::textColumn("name", N_("Name")), core::textColumn("title", N_("Title")),
                     core::integerColumn("minutes", N_("Minutes")), core::integerColumn("steps", N_("Steps")),
                     core::textColumn("goal", N_("Goal"))};
    for (const Lesson& lesson : lessons)
        table.rows.push_back({core::Cell(lesson.name), core::Cell(lesson.title.en.toStdString()),
                              core::Cell(lesson.minutes),
                              core::Cell(static_cast<std::int64_t>(lesson.steps.size())),
                              core::Cell(lesson.goal.en.toStdString())});
    return table;
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/report/slide.h"

#include "core/report/columns.h"
#include "core/storage/item_links.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace shardscope::app {
namespace {

using core::Value;

std::string wordsAt(const Value& document, const char* key)
{
    const Value* value = document.find(key);
    return value != nullptr ? value->text : std::string();
}

double numberAt(const Value& document, const char* key)
{
    const Value* value = document.find(key);
    return value != nullptr && value->isNumber() ? value->real : 0;
}

/// A place within the slide, whatever a file says.
double fractionAt(const Value& document, const char* key)
{
    return std::clamp(numberAt(document, key), 0.0, 1.0);
}

std::vector<SlideMark> marksIn(const Value* list)
{
    std::vector<SlideMark> marks;
    if (list == nullptr)
        return marks;
    for (const Value& one : list->items) {
        const auto kind = core::fromName<MarkKind>(wordsAt(one, "kind"));
        if (kind)
            marks.push_back({*kind, fractionAt(one, "x"), fractionAt(one, "y"), fractionAt(one, "to_x"),
                             fractionAt(one, "to_y"), wordsAt(one, "words")});
    }
    return marks;
}

Value markDocument(const SlideMark& mark)
{
    std::vector<Value::Member> members{{"kind", Value::ofText(std::string(core::nameOf(mark.kind)))},
                                       {"x", Value::ofReal(mark.x)},
                                       {"y", Value::ofReal(mark.y)}};
    if (mark.kind == MarkKind::Text) {
        members.emplace_back("words", Value::ofText(mark.words));
    } else {
        members.emplace_back("to_x", Value::ofReal(mark.toX));
        members.emplace_back("to_y", Value::ofReal(mark.toY));
    }
    return Value::ofMembers(std::move(members));
}

Value cellDocument(const core::Cell& cell)
{
    const auto* words = std::get_if<std::string>(&cell);
    return words != nullptr ? Value::ofText(*words) : Value();
}

/// A table of texts, as it was read.
core::Table tableIn(const Value& document)
{
    core::Table table{"kept", wordsAt(document, "title"), {}, {}, {}};
    if (const Value* columns = document.find("columns")) {
        for (const Value& one : columns->items)
            table.columns.push_back(core::textColumn(wordsAt(one, "key"), wordsAt(one, "title")));
    }
    const Value* rows = document.find("rows");
    if (rows == nullptr)
        return table;
    for (const Value& row : rows->items) {
        std::vector<core::Cell> cells(table.columns.size());
        for (std::size_t at = 0; at < std::min(cells.size(), row.items.size()); ++at) {
            if (row.items[at].kind == Value::Kind::Text)
                cells[at] = row.items[at].text;
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Value tableMembers(const core::Table& table)
{
    std::vector<Value> columns;
    for (const core::Column& column : table.columns)
        columns.push_back(
            Value::ofMembers({{"key", Value::ofText(column.key)}, {"title", Value::ofText(column.title)}}));
    std::vector<Value> rows;
    for (const auto& row : table.rows) {
        std::vector<Value> cells;
        std::ranges::transform(row, std::back_inserter(cells), cellDocument);
        rows.push_back(Value::ofItems(std::move(cells)));
    }
    return Value::ofMembers({{"title", Value::ofText(table.title)},
                             {"columns", Value::ofItems(std::move(columns))},
                             {"rows", Value::ofItems(std::move(rows))}});
}

} // namespace

std::optional<Slide> slideIn(const core::ProjectItem& item)
{
    if (item.kind != core::ItemKind::Slide)
        return {};
    const auto document = core::parseJsonText(item.body, item.name);
    const Value* place = document.ok() ? document->find("place") : nullptr;
    if (place == nullptr)
        return {};
    Slide slide;
    slide.id = item.id;
    slide.place = numberAt(*document, "place");
    slide.figure = wordsAt(*document, "figure");
    slide.picture = core::referredTo(wordsAt(*document, "picture"));
    slide.view = wordsAt(*document, "view");
    // A number, no link: a slide outlives the plan that it was taken of.
    if (const Value* of = document->find("of"); of != nullptr && of->integer > 0)
        slide.of = core::ItemId(static_cast<std::uint32_t>(of->integer));
    if (const Value* subject = document->find("subject"))
        slide.subject = *subject;
    if (const Value* frame = document->find("frame"); frame != nullptr && frame->integer >= 0)
        slide.frame = static_cast<std::size_t>(frame->integer);
    slide.title = wordsAt(*document, "title");
    slide.caption = wordsAt(*document, "caption");
    slide.notes = wordsAt(*document, "notes");
    slide.asOf = wordsAt(*document, "as_of");
    slide.version = wordsAt(*document, "version");
    slide.marks = marksIn(document->find("marks"));
    return slide;
}

std::string slideBody(const Slide& slide)
{
    std::vector<Value::Member> members{{"place", Value::ofReal(slide.place)}};
    const auto say = [&](const char* key, const std::string& words) {
        if (!words.empty())
            members.emplace_back(key, Value::ofText(words));
    };
    say("figure", slide.figure);
    if (slide.picture)
        say("picture", core::referenceTo(*slide.picture));
    say("view", slide.view);
    if (slide.of)
        members.emplace_back("of", Value::ofInteger(slide.of->value));
    if (slide.subject.kind != Value::Kind::Null)
        members.emplace_back("subject", slide.subject);
    if (slide.frame)
        members.emplace_back("frame", Value::ofInteger(static_cast<std::int64_t>(*slide.frame)));
    say("title", slide.title);
    say("caption", slide.caption);
    say("notes", slide.notes);
    say("as_of", slide.asOf);
    say("version", slide.version);
    if (!slide.marks.empty()) {
        std::vector<Value> marks;
        std::ranges::transform(slide.marks, std::back_inserter(marks), markDocument);
        members.emplace_back("marks", Value::ofItems(std::move(marks)));
    }
    return core::jsonText(Value::ofMembers(std::move(members)), 0);
}

KeptPicture pictureIn(const core::ProjectItem& item)
{
    KeptPicture picture;
    const auto document = core::parseJsonText(item.body, item.name);
    if (!document.ok())
        return picture;
    picture.title = wordsAt(*document, "title");
    picture.sentence = wordsAt(*document, "sentence");
    picture.source = wordsAt(*document, "source");
    picture.svg = wordsAt(*document, "svg");
    if (const Value* table = document->find("table"))
        picture.table = tableIn(*table);
    return picture;
}

std::string pictureBody(const KeptPicture& picture)
{
    std::vector<Value::Member> members{{"title", Value::ofText(picture.title)},
                                       {"sentence", Value::ofText(picture.sentence)},
                                       {"source", Value::ofText(picture.source)},
                                       {"svg", Value::ofText(picture.svg)}};
    if (!picture.table.columns.empty())
        members.emplace_back("table", tableMembers(picture.table));
    return core::jsonText(Value::ofMembers(std::move(members)), 0);
}

std::vector<Slide> slidesOf(const Project& project)
{
    std::vector<Slide> slides;
    for (const core::ItemPtr& item : project.itemsOf(core::ItemKind::Slide)) {
        if (auto slide = slideIn(*item))
            slides.push_back(std::move(*slide));
    }
    inOrder(slides);
    return slides;
}

void inOrder(std::vector<Slide>& slides)
{
    std::ranges::sort(slides, {}, [](const Slide& one) { return std::pair(one.place, one.id.value); });
}

std::string nameOf(const Slide& slide)
{
    return !slide.title.empty() ? slide.title : !slide.figure.empty() ? slide.figure : "picture";
}

} // namespace shardscope::app

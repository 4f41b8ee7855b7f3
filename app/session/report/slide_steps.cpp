// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/report/slide_steps.h"

#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/storage/named_item.h"
#include "shardscope_config.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace shardscope::app {
namespace {

using core::ItemChange;
using core::ItemKind;
using core::ItemPtr;
using core::Value;

constexpr std::size_t kLongestName = 60; ///< bytes of an item's name

/// The first bytes of \p text that are whole letters.
std::string shortened(std::string text)
{
    if (text.size() <= kLongestName)
        return text;
    std::size_t end = kLongestName;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    text.resize(end);
    return text;
}

/// What no other slide is called, and none of \p taken, which it joins.
std::string freshName(const Project& project, const std::string& wanted, std::set<std::string>& taken)
{
    const std::string base = shortened(wanted);
    std::string name = project.freshName(ItemKind::Slide, base);
    for (int number = 2; !taken.insert(name).second; ++number)
        name = project.freshName(ItemKind::Slide, base + " (" + std::to_string(number) + ")");
    return name;
}

Value documentIn(const ItemPtr& item)
{
    auto document = item ? core::parseJsonText(item->body, item->name) : core::Result<Value>(Value{});
    return document.ok() ? std::move(document).value() : Value{};
}

std::string wordsIn(const Value& document, const char* key)
{
    const Value* value = document.find(key);
    return value != nullptr ? value->text : std::string();
}

/// The model or machine that \p reference names: by its name, or what the project's item or the file says,
/// which may be gone where the report is shown.
Value described(const Project& project, const std::string& reference)
{
    const auto id = core::referredTo(reference);
    const ItemPtr item = id ? project.find(*id) : nullptr;
    const auto saidBy = [](std::string text) {
        return Value::ofMembers({{"text", Value::ofText(std::move(text))}});
    };
    if (item)
        return saidBy(core::textOf(*item));
    constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 20; // a network with its weights stays a file
    if (core::files::exists(reference) && core::files::sizeOf(reference).value_or(kLargest) < kLargest) {
        if (auto text = core::readTextFile(reference); text.ok() && !core::looksLikeOnnx(*text))
            return saidBy(std::move(text).value());
    }
    return Value::ofText(reference);
}

/// The value in a reader's words; an object or a list is told by its parts.
std::string plainWord(const Value* value)
{
    if (value == nullptr)
        return {};
    return value->kind == Value::Kind::Text ? value->text : core::jsonText(*value, 0);
}

void compareInto(std::vector<ChangedKey>& changed, const std::string& key, const Value* before,
                 const Value* now)
{
    const bool parts =
        before != nullptr && now != nullptr && !before->members.empty() && !now->members.empty();
    if (!parts) {
        if (plainWord(before) != plainWord(now))
            changed.push_back({key, plainWord(before), plainWord(now)});
        return;
    }
    const std::string inside = key.empty() ? key : key + ".";
    for (const auto& [name, value] : before->members)
        compareInto(changed, inside + name, &value, now->find(name));
    for (const auto& [name, value] : now->members) {
        if (before->find(name) == nullptr)
            compareInto(changed, inside + name, nullptr, &value);
    }
}

} // namespace

std::vector<ItemChange> addedSlides(Project& project, std::vector<Slide> slides,
                                    std::vector<std::optional<KeptPicture>> pictures)
{
    std::vector<ItemChange> changes;
    std::set<std::string> taken;
    const std::vector<Slide> there = slidesOf(project);
    double place = there.empty() ? 0 : there.back().place;
    pictures.resize(slides.size());
    for (std::size_t at = 0; at < slides.size(); ++at) {
        Slide& slide = slides[at];
        slide.place = ++place;
        if (pictures[at]) {
            changes.push_back(project.made(ItemKind::Slide,
                                           freshName(project, "picture: " + pictures[at]->title, taken),
                                           pictureBody(*pictures[at])));
            slide.picture = changes.back().after->id;
        }
        const std::string name = slide.title.empty() && pictures[at] ? pictures[at]->title : nameOf(slide);
        changes.push_back(project.made(ItemKind::Slide, freshName(project, name, taken), slideBody(slide)));
    }
    return changes;
}

std::vector<ItemChange> removedSlide(const Project& project, const Slide& slide)
{
    std::vector<ItemChange> changes;
    if (const ItemPtr item = project.find(slide.id))
        changes.push_back(Project::removed(item));
    if (const ItemPtr picture = slide.picture ? project.find(*slide.picture) : nullptr)
        changes.push_back(Project::removed(picture));
    return changes;
}

std::vector<ItemChange> rewrittenSlide(const Project& project, const Slide& slide)
{
    const ItemPtr item = project.find(slide.id);
    const std::string body = slideBody(slide);
    if (!item || item->body == body)
        return {};
    const auto before = slideIn(*item);
    if (slide.title.empty() || (before && before->title == slide.title))
        return {Project::rewritten(item, body)};
    std::set<std::string> taken;
    core::ProjectItem next = *item; // it is called as its title is
    next.name = freshName(project, slide.title, taken);
    next.body = body;
    ++next.revision;
    return {{item, std::make_shared<const core::ProjectItem>(std::move(next))}};
}

std::vector<ItemChange> movedSlide(const Project& project, std::size_t from, std::size_t to)
{
    std::vector<Slide> slides = slidesOf(project);
    if (from >= slides.size() || to >= slides.size() || from == to)
        return {};
    Slide moved = slides[from];
    slides.erase(slides.begin() + static_cast<std::ptrdiff_t>(from));
    const double low = to == 0 ? slides.front().place - 2 : slides[to - 1].place;
    const double high = to == slides.size() ? slides.back().place + 2 : slides[to].place;
    moved.place = low + (high - low) / 2;
    if (moved.place > low && moved.place < high)
        return rewrittenSlide(project, moved);
    // Too close together for a number between them: all are counted anew.
    slides.insert(slides.begin() + static_cast<std::ptrdiff_t>(to), moved);
    std::vector<ItemChange> changes;
    for (std::size_t at = 0; at < slides.size(); ++at) {
        slides[at].place = static_cast<double>(at + 1);
        std::ranges::move(rewrittenSlide(project, slides[at]), std::back_inserter(changes));
    }
    return changes;
}

Value subjectOf(const Project& project, const ItemPtr& item)
{
    if (!item)
        return {};
    const Value document = documentIn(item);
    if (item->kind == ItemKind::Study)
        return document;
    if (item->kind != ItemKind::Plan)
        return {};
    std::vector<Value::Member> members;
    const std::string machine = wordsIn(document, "hardware");
    for (const char* key : {"model", "hardware"}) {
        if (const std::string reference = wordsIn(document, key); !reference.empty())
            members.emplace_back(key, described(project, reference));
    }
    const Value prices = documentIn(project.find(ItemKind::Prices, "entered"));
    if (const Value* entered = prices.find(machine); entered != nullptr && !machine.empty())
        members.emplace_back("entered", *entered);
    Value plan = document;
    std::erase_if(plan.members, [](const Value::Member& one) {
        return one.first == "model" || one.first == "hardware" || one.first == "devices_held";
    });
    members.emplace_back("plan", std::move(plan));
    return Value::ofMembers(std::move(members));
}

Since since(const Project& project, const Slide& slide)
{
    if (!slide.of)
        return Since::Same;
    const ItemPtr item = project.find(*slide.of);
    if (!item)
        return Since::Gone;
    return core::jsonText(subjectOf(project, item), 0) == core::jsonText(slide.subject, 0) ? Since::Same
                                                                                           : Since::Changed;
}

Slide updatedSlide(const Project& project, Slide slide, const std::string& day)
{
    const ItemPtr item = slide.of ? project.find(*slide.of) : nullptr;
    if (!item)
        return slide;
    slide.subject = subjectOf(project, item);
    slide.asOf = day;
    slide.version = config::kVersion;
    return slide;
}

std::vector<ChangedKey> changedKeys(const Value& before, const Value& now)
{
    std::vector<ChangedKey> changed;
    compareInto(changed, {}, &before, &now);
    return changed;
}

Since sinceView(const Slide& slide, const Value& open)
{
    const auto said = [](const Value& subject, const char* key) {
        const Value* part = subject.find(key);
        return part != nullptr ? core::jsonText(*part, 0) : std::string();
    };
    if (said(slide.subject, "of") != said(open, "of"))
        return Since::Same;
    return said(slide.subject, "is") == said(open, "is") ? Since::Same : Since::Changed;
}

std::vector<ItemChange> redrawnSlide(const Project& project, Slide slide, const KeptPicture& picture,
                                     Value subject, const std::string& day)
{
    const ItemPtr kept = slide.picture ? project.find(*slide.picture) : nullptr;
    if (!kept)
        return {};
    slide.subject = std::move(subject);
    slide.asOf = day;
    slide.version = config::kVersion;
    std::vector<ItemChange> changes = rewrittenSlide(project, slide);
    if (std::string body = pictureBody(picture); body != kept->body)
        changes.push_back(Project::rewritten(kept, std::move(body)));
    return changes;
}

} // namespace shardscope::app

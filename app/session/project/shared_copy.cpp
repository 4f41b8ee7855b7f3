// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/project/shared_copy.h"

#include "app/session/project/kept_answer.h"
#include "app/session/project/kept_project.h"
#include "core/base/text_mark.h"
#include "core/io/value.h"
#include "core/report/columns.h"
#include "profiler/profiler.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace shardscope::app {
namespace {

using core::Value;
using Json = nlohmann::ordered_json;

constexpr std::array kKinds{N_("host"), N_("user"), N_("path")};

QString shown(const std::string& text) { return QString::fromStdString(text); }

/// Keys under which documents say a host or a user by name.
std::optional<PrivateKind> namedBy(const std::string& key)
{
    for (const char* host : {"hostname", "host_name", "node_name"}) {
        if (key == host)
            return PrivateKind::Host;
    }
    for (const char* user : {"user", "user_name", "username", "author", "login"}) {
        if (key == user)
            return PrivateKind::User;
    }
    return std::nullopt;
}

/// What documents have as keys, whatever somebody is called.
bool isKey(const std::string& key)
{
    return std::ranges::all_of(key,
                               [](char letter) { return (letter >= 'a' && letter <= 'z') || letter == '_'; });
}

void look(PrivateWords& words, const Value& value, const QString& where)
{
    if (value.kind == Value::Kind::Text)
        words.look(shown(value.text), where);
    for (const Value& item : value.items)
        look(words, item, where);
    for (const auto& [key, member] : value.members) {
        if (!isKey(key))
            words.look(shown(key), where);
        if (const auto kind = namedBy(key); kind && member.kind == Value::Kind::Text && !member.text.empty())
            words.learn(*kind, shown(member.text), where);
        look(words, member, where);
    }
}

/// Whether anything of \p value was replaced.
bool replace(PrivateWords& words, Value& value)
{
    bool any = false;
    const auto put = [&](std::string& text) {
        std::string next = words.replaced(shown(text)).toStdString();
        any = any || next != text;
        text = std::move(next);
    };
    if (value.kind == Value::Kind::Text)
        put(value.text);
    for (Value& item : value.items)
        any = replace(words, item) || any;
    for (auto& [key, member] : value.members) {
        if (!isKey(key))
            put(key);
        any = replace(words, member) || any;
    }
    return any;
}

} // namespace

SharedCopy sharedCopy(const core::ProjectContents& contents, const Surroundings& here,
                      const QStringList& kept)
{
    PrivateWords words(here);
    std::vector<core::ProjectItem> items;
    std::vector<Value> bodies;
    for (const core::ItemPtr& item : contents.items) {
        items.push_back(*item);
        auto body = core::parseJsonText(item->body, {});
        bodies.push_back(body.ok() ? std::move(body).value() : Value::ofText(item->body));
        const QString where = shown(item->name);
        words.look(where, where);
        look(words, bodies.back(), where);
    }
    // Only the last answer goes along: where the window was is nobody else's business.
    std::string answer;
    for (const auto& [key, body] : contents.seats)
        answer = key == kAnswerSeat ? body : answer;
    auto answered = core::parseJsonText(answer, {});
    if (answered.ok())
        look(words, *answered, QStringLiteral("Search"));
    words.decide(kept);
    SharedCopy copy;
    std::set<std::pair<core::ItemKind, std::string>> names;
    for (std::size_t at = 0; at < items.size(); ++at) {
        core::ProjectItem& item = items[at];
        item.revision = 1;
        item.name = words.replaced(shown(item.name)).toStdString();
        while (!names.emplace(item.kind, item.name).second)
            item.name += " (2)";
        if (replace(words, bodies[at])) // else to the byte as it is
            item.body = core::jsonText(bodies[at], 0);
        copy.contents.items.push_back(std::make_shared<const core::ProjectItem>(std::move(item)));
    }
    if (answered.ok()) {
        replace(words, *answered);
        copy.contents.seats.emplace_back(kAnswerSeat, core::jsonText(*answered, 0));
    }
    copy.replaced = words.found();
    return copy;
}

core::Result<core::Done> writeShared(const SharedCopy& copy, const std::filesystem::path& file,
                                     const std::vector<std::filesystem::path>& traces, const core::Task& task)
{
    // The pack first: where it cannot be made, there is no copy that promises it.
    if (!traces.empty()) {
        profiler::SoloWorker alone;
        SHARDSCOPE_TRY_DONE(profiler::buildPack(traces, packBeside(file), alone, task));
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return saveProject(copy.contents, file);
}

std::filesystem::path packBeside(const std::filesystem::path& file)
{
    std::filesystem::path pack = file;
    return pack.replace_extension(".traces.pack");
}

core::Table privateTable(const SharedCopy& copy)
{
    core::Table table{"private",
                      N_("What is replaced in the copy"),
                      {core::textColumn("kind", N_("Kind")), core::textColumn("found", N_("Found")),
                       core::textColumn("replacement", N_("In the copy")),
                       core::textColumn("item", N_("First found in")),
                       core::integerColumn("times", N_("Times"))},
                      {}};
    for (const PrivateWord& word : copy.replaced)
        table.rows.push_back({std::string(kKinds[static_cast<std::size_t>(word.kind)]),
                              word.found.toStdString(), word.replacement.toStdString(),
                              word.where.toStdString(), std::int64_t{word.times}});
    return table;
}

std::string shareJson(const SharedCopy& copy, const std::string& file)
{
    Json replaced = Json::array();
    for (const PrivateWord& word : copy.replaced)
        replaced.push_back({{"kind", core::nameOf(word.kind)},
                            {"found", word.found.toStdString()},
                            {"replacement", word.replacement.toStdString()},
                            {"item", word.where.toStdString()},
                            {"times", word.times}});
    const Json document{{"file", file.empty() ? Json() : Json(file)},
                        {"items", copy.contents.items.size()},
                        {"replaced", std::move(replaced)}};
    return document.dump(2) + "\n";
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/follow/follower.h"

#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "app/session/trace/overview_texts.h"
#include "core/units/text.h"

#include <nlohmann/json.hpp>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr KeyedText kFound[] = {
    {"slower", N_("Steps take longer since step %1: %3 instead of %2.")},
    {"recovered", N_("Steps are as fast as before again since step %1: %3.")},
    {"slower_than_plan", N_("Steps take longer than planned since step %1: %3, planned %2.")},
    {"within_plan", N_("Steps are within the plan again since step %1: %3, planned %2.")},
    {"memory_above_plan", N_("Memory is above the plan by step %1: %3 allocated, planned %2.")},
    {"silent", N_("Nothing was written for %3 since step %1, which took %2.")},
};

QString quantity(double value, const core::Dimension& unit)
{
    return QString::fromStdString(core::quantityText(value, unit).joined());
}

} // namespace

QString followSentence(const FollowFinding& finding)
{
    if (finding.cost)
        return costSentence(*finding.cost);
    const bool bytes = finding.kind == "memory_above_plan";
    const auto text = [&](double value) { return quantity(value, bytes ? core::kByte : core::kSecond); };
    const QString sentence = filled(translated(textOf(kFound, finding.kind)),
                                    {QString::number(finding.since), text(finding.usual), text(finding.now)});
    if (finding.rank >= 0)
        return filled(Words::tr("Rank %1: %2"), {QString::number(finding.rank), sentence});
    return finding.file.empty()
               ? sentence // of several files whose names say no rank
               : QString::fromStdString(std::filesystem::path(finding.file).filename().string()) +
                     QStringLiteral(": ") + sentence;
}

std::string followJson(const FollowedStep& step)
{
    return Json{{"event", "step"},
                {"rank", step.rank < 0 ? Json() : Json(step.rank)},
                {"step", step.number},
                {"seconds", step.seconds},
                {"file", step.file}}
               .dump(-1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

std::string followJson(const FollowFinding& finding)
{
    return Json{{"event", "finding"},
                {"kind", finding.kind},
                {"rank", finding.rank < 0 ? Json() : Json(finding.rank)},
                {"since_step", finding.since < 0 ? Json() : Json(finding.since)},
                {"usual", finding.usual > 0 ? Json(finding.usual) : Json()},
                {"now", finding.now},
                {"file", finding.file},
                {"sentence", followSentence(finding).toStdString()}}
               .dump(-1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

std::string followEndJson(const Follower& follower, std::size_t findings)
{
    Json unread = Json::array();
    for (const auto& [file, error] : follower.unread())
        unread.push_back({{"file", file.string()}, {"because", sentence(error).toStdString()}});
    return Json{{"event", "end"},
                {"files", follower.files()},
                {"steps", follower.stepsSeen()},
                {"findings", findings},
                {"unread", unread}}
               .dump(-1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

} // namespace shardscope::app

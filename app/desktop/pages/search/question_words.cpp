// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/search/question_words.h"

#include "app/desktop/plan/control_names.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/split_at.h"
#include "core/plan/plan_fields.h"
#include "core/plan/plan_file.h"

#include <QFileInfo>

#include <algorithm>

namespace shardscope::app {
namespace {

QString titleIn(const std::vector<CatalogEntry>& entries, const std::string& name)
{
    const auto found = std::ranges::find(entries, name, &CatalogEntry::name);
    return found != entries.end() ? found->title
                                  : shownText(QFileInfo(QString::fromStdString(name)).fileName());
}

/// "Implementation: Megatron-LM" of a plan's option.
QString saidText(const std::pair<std::string, std::string>& option)
{
    const auto key = std::ranges::find(core::planKeys(), option.first, &core::PlanKey::option);
    if (key == core::planKeys().end())
        return QString::fromStdString(option.first + ' ' + option.second);
    return QStringLiteral("%1: %2").arg(controlName(key->pointer), choiceTitle(key->pointer, option.second));
}

} // namespace

QString questionText(Workbench& workbench, const PlanSearchRequest& request)
{
    QStringList machines;
    for (const std::string& name : core::splitAt(request.hardware, ',')) {
        if (!name.empty())
            machines << titleIn(workbench.machines(), name);
    }
    const QString devices = QString::fromStdString(request.devices);
    const QString on = machines.isEmpty() ? Words::tr("any machine") : machines.join(QStringLiteral(", "));
    const QString model = titleIn(workbench.models(), request.model);
    QStringList said{devices.isEmpty() ? Words::tr("%1 on %2", "a model, a machine").arg(model, on)
                                       : Words::tr("%1 on %2 × %3", "a model, devices, a machine")
                                             .arg(model, shownText(request.devices), on)};
    const auto say = [&said](const QString& name, const std::string& value) {
        if (!value.empty())
            said << name.arg(shownText(value));
    };
    say(Words::tr("global batch %1"), request.globalBatch);
    for (const auto& option : request.options)
        said << saidText(option);
    say(Words::tr("%1 tokens"), request.tokens);
    say(Words::tr("%1 USD a device and hour"), request.price);
    say(Words::tr("within %1", "a deadline"), request.deadline);
    say(Words::tr("for at most %1 USD"), request.budget);
    say(Words::tr("with at most %1", "energy"), request.energy);
    say(Words::tr("%1 left free", "memory"), request.headroom);
    for (const std::string& range : request.ranges)
        said << shownText(range);
    say(Words::tr("for each of %1"), request.sweep);
    return said.join(QStringLiteral("; "));
}

} // namespace shardscope::app

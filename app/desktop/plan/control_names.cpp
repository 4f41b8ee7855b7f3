// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/control_names.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::app {
namespace {

/// The control of \p pointer; else the first of what lies below it.
const PlanControlRow* rowOf(const std::string& pointer)
{
    const PlanControlRow* below = nullptr;
    for (const PlanControlSection& section : planControlSections()) {
        for (const PlanControlRow& row : section.rows) {
            if (isKeyWithin(pointer, row.key))
                return &row;
            if (below == nullptr && isKeyWithin(row.key, pointer))
                below = &row;
        }
    }
    return below;
}

/// A key that is set by other means than a control of the Plan page's column.
struct SetElsewhere {
    const char* key;
    const char* name;
};
constexpr SetElsewhere kElsewhere[] = {{"/layers_per_stage", N_("Stages")},
                                       {"/placement", N_("Placement of tables")},
                                       {"/batch/global_batch", N_("Global batch")},
                                       {"/sharding", N_("Sharding over the replicas")}};

/// The pointer of the key of a plan that is called \p name in files; empty: none is.
std::string pointerOf(const std::string& name)
{
    for (const core::PlanField& field : core::planFields()) {
        const std::string& pointer = field.key.pointer;
        if (pointer.substr(pointer.rfind('/') + 1) == name)
            return pointer;
    }
    return {};
}

/// \p words of an error, "global_batch / replica", by the controls' names; what is no key stays.
std::string byControls(const std::string& words)
{
    QStringList parts = QString::fromStdString(words).split(QStringLiteral(" / "));
    for (QString& part : parts) {
        if (const std::string pointer = pointerOf(part.toStdString()); !pointer.empty())
            part = controlName(pointer);
    }
    return parts.join(QStringLiteral(" / ")).toStdString();
}

} // namespace

bool isKeyWithin(const std::string& pointer, const std::string& group)
{
    return pointer == group || pointer.rfind(group + "/", 0) == 0;
}

QString controlName(const std::string& pointer)
{
    if (pointer.size() < 2)
        return {};
    for (const SetElsewhere& one : kElsewhere) {
        if (isKeyWithin(pointer, one.key) && rowOf(pointer) == nullptr)
            return translated(one.name);
    }
    if (const PlanControlRow* row = rowOf(pointer))
        return controlText(row->label);
    std::string words = pointer.substr(pointer.rfind('/') + 1);
    std::ranges::replace(words, '_', ' ');
    return QString::fromStdString(words);
}

std::string controlHelp(const core::PlanField& field)
{
    const PlanControlRow* row = rowOf(field.key.pointer);
    const bool own = row != nullptr && row->key == field.key.pointer && *row->help != '\0';
    return own ? std::string(row->help) : field.key.help;
}

QString namedSentence(const core::Error& error)
{
    std::string pointer = error.place.jsonPointer;
    // What is missing is below the place that misses it.
    if (error.code == core::ErrorCode::MissingKey && !error.args.empty() && !pointer.empty())
        pointer += '/' + error.args.front();
    core::Error named = error;
    if (error.code == core::ErrorCode::NotDivisible) { // a number by another, both of keys
        for (const std::size_t key : {0, 2})
            named.args.at(key) = byControls(error.args.at(key));
    }
    const QString name = controlName(pointer);
    const QString told = sentence(named);
    return name.isEmpty() || told.startsWith(name)
               ? told
               : Words::tr("%1: %2", "a control, what is wrong").arg(name, told);
}

QString valueText(const core::PlanField& field, const PlanState& state)
{
    const PlanControlRow* row = rowOf(field.key.pointer);
    const bool own = row != nullptr && row->key == field.key.pointer;
    const core::FieldValue value = own ? valueOf(*row, state) : field.get(state.plan);
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return integerString(*number);
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? Words::tr("on", "a choice") : Words::tr("off", "a choice");
    if (const auto* word = std::get_if<std::string>(&value); word && own && row->wordText && !word->empty())
        return row->wordText(*word);
    if (std::holds_alternative<std::monostate>(value))
        return Words::tr("as usual");
    return QString::fromStdString(core::jsonText(core::fieldDocument(value), 0)).simplified();
}

} // namespace shardscope::app

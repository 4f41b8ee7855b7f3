// SPDX-License-Identifier: GPL-3.0-or-later
// project: what a project file holds, an item of it as a file, whether all of it can be used, and a copy
// of it for somebody else.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/project/kept_project.h"
#include "app/session/project/project_report.h"
#include "app/session/project/shared_copy.h"
#include "core/base/error_at.h"
#include "core/io/text_file.h"
#include "core/storage/store.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

constexpr const char* kList = "list";
constexpr const char* kExport = "export";
constexpr const char* kCheck = "check";
constexpr const char* kShare = "share";

struct ProjectCall {
    std::string action;
    std::string file;
    std::string name;
    std::string kind;
    std::string out;
    std::vector<std::string> keep;
};

Answered listItems(const Context& context, const ProjectCall& call)
{
    if (context.json) {
        SHARDSCOPE_TRY(const std::string json, projectJson(call.file));
        context.print(json);
        return core::Done{};
    }
    SHARDSCOPE_TRY(const core::Table items, projectItems(call.file));
    SHARDSCOPE_TRY(const core::Table steps, projectSteps(call.file));
    context.print(items);
    if (!steps.rows.empty())
        context.printBelow(steps);
    return core::Done{};
}

Answered exportItem(const Context& context, const ProjectCall& call)
{
    if (call.name.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"NAME"}, "project export");
    SHARDSCOPE_TRY_DONE(keepsInputs(call.out, {call.file}));
    SHARDSCOPE_TRY(std::string text, exportedItem(call.file, call.name, call.kind));
    if (!text.ends_with('\n'))
        text += '\n';
    if (call.out.empty()) {
        context.printExact(text);
        return core::Done{};
    }
    SHARDSCOPE_TRY_DONE(core::writeTextFile(call.out, text).in(call.out));
    context.print(context.json ? "{\"file\": " + core::jsonText(core::Value::ofText(call.out)) + "}\n"
                               : call.out + "\n");
    return core::Done{};
}

Answered check(Context& context, const ProjectCall& call)
{
    SHARDSCOPE_TRY(const ProjectCheck found, checkProject(context.catalog, call.file));
    if (!found.problems.empty())
        context.exit = Exit::No;
    if (context.json)
        context.print(checkJson(found));
    else if (found.problems.empty())
        context.print(std::to_string(found.items) + " items, " + std::to_string(found.steps) +
                      " steps: all of it can be used\n");
    else
        context.print(problemTable(found));
    return core::Done{};
}

/// What the copy would not have any more, and with --out the copy.
Answered share(const Context& context, const ProjectCall& call)
{
    SHARDSCOPE_TRY_DONE(keepsInputs(call.out, {call.file}));
    SHARDSCOPE_TRY(const core::Store store, core::Store::open(call.file, core::Store::Access::Read));
    SHARDSCOPE_TRY(const core::ProjectContents contents, store.read().in(call.file));
    QStringList kept;
    for (const std::string& word : call.keep)
        kept << QString::fromStdString(word);
    const SharedCopy copy = sharedCopy(contents, surroundings(), kept);
    if (!context.json)
        context.print(privateTable(copy));
    if (!call.out.empty())
        SHARDSCOPE_TRY_DONE(saveProject(copy.contents, call.out).in(call.out));
    if (context.json)
        context.print(shareJson(copy, call.out));
    else if (!call.out.empty())
        context.print(call.out + "\n");
    return core::Done{};
}

Answered runProject(Context& context, const CLI::App& verb, const ProjectCall& call)
{
    if (call.action == kExport) {
        SHARDSCOPE_TRY_DONE(takesNoneOf(verb, {"--keep"}, "only project share takes it"));
        return exportItem(context, call);
    }
    SHARDSCOPE_TRY_DONE(takesNoneOf(verb, {"NAME", "--kind"}, "only project export takes it"));
    if (call.action == kShare)
        return share(context, call);
    SHARDSCOPE_TRY_DONE(takesNoneOf(verb, {"--out"}, "only project export and share take it"));
    SHARDSCOPE_TRY_DONE(takesNoneOf(verb, {"--keep"}, "only project share takes it"));
    return call.action == kCheck ? check(context, call) : listItems(context, call);
}

} // namespace

void addProjectVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "project",
        "a project of the window: lists what it holds, exports an item, checks all of it, makes a copy "
        "for somebody else");
    const auto call = std::make_shared<ProjectCall>();
    takesOneOf(verb->add_option("ACTION", call->action, "list, export, check or share")->required(),
               {kList, kExport, kCheck, kShare});
    verb->add_option("FILE", call->file, "FILE.shardscope")->required();
    verb->add_option("NAME", call->name, "of export: an item's name, or its number as '#12'");
    verb->add_option("--kind", call->kind, "of export: where items of several kinds are called so");
    verb->add_option("--out", call->out, "of export: writes it into this file; of share: the copy");
    verb->add_option("--keep", call->keep, "of share: a host, user or path that stays as it is; several");
    answersWith(*verb, context, [&context, verb, call] { return runProject(context, *verb, *call); });
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// A project's life in numbered acts, drawn at random from a seed: the same seed tells the same story.
#pragma once

#include "app/session/project/project.h"

#include <cstdint>
#include <random>
#include <string>

namespace shardscope::tests {

/// Everything of \p contents but the times, as text: equal where two projects are equal.
inline std::string told(const core::ProjectContents& contents)
{
    std::string text;
    const auto item = [](const core::ItemPtr& one) {
        return one ? std::to_string(one->id.value) + "/" + std::string(core::nameOf(one->kind)) + "/" +
                         one->name + "/" + std::to_string(one->revision) + "/" + one->body
                   : std::string("none");
    };
    for (const core::ItemPtr& one : contents.items)
        text += item(one) + "\n";
    for (const core::StepPtr& step : contents.steps) {
        text += std::to_string(step->id) + ": " + step->words;
        for (const std::string& argument : step->with)
            text += "|" + argument;
        for (const core::ItemChange& change : step->changes)
            text += "\n  " + item(change.before) + " -> " + item(change.after);
        text += "\n";
    }
    text += std::to_string(contents.done) + "\n";
    for (const auto& [key, body] : contents.seats)
        text += key + "=" + body + "\n";
    return text;
}

class ProjectStory {
public:
    ProjectStory(app::Project& project, std::uint64_t seed)
        : m_project(project)
        , m_random(seed)
    {
    }

    /// The next act: most are steps, some undo, redo or move the seat.
    void act()
    {
        const std::uint64_t kind = below(20);
        if (kind < 3) {
            m_project.undo();
        } else if (kind < 5) {
            m_project.redo();
        } else if (kind == 5) {
            m_project.setSeat(below(2) == 0 ? "page" : "scroll", std::to_string(below(100)));
        } else {
            step();
        }
    }

private:
    std::uint64_t below(std::uint64_t end) { return m_random() % end; }

    std::string body()
    {
        std::string text = "{\"tensor\": " + std::to_string(below(64)) + ", \"note\": \"";
        for (std::uint64_t left = below(4) == 0 ? below(6000) : below(60); left > 0; --left)
            text += static_cast<char>('a' + below(26));
        text += "\"";
        if (!m_project.items().empty() && below(3) == 0)
            text += ", \"model\": \"#" + std::to_string(m_project.items().begin()->first.value) + "\"";
        return text + "}";
    }

    void step()
    {
        core::ProjectStep step;
        step.words = "Change %1";
        step.with = {std::to_string(below(1000)), "\"quoted\" 日本"};
        if (below(3) == 0)
            step.drag = 1 + below(2);
        const auto kind = static_cast<core::ItemKind>(below(core::kEnumNames<core::ItemKind>.size()));
        const std::uint64_t changes = 1 + below(3);
        std::vector<core::ItemPtr> left;
        for (const auto& [id, item] : m_project.items())
            left.push_back(item);
        for (std::uint64_t number = 0; number < changes; ++number) {
            const std::uint64_t what = below(10);
            if (left.empty() || what < 3) {
                const std::string name =
                    m_project.freshName(kind, "item " + std::to_string(number) + "#/'\"");
                if (number == 0 || name.back() != ')')
                    step.changes.push_back(m_project.made(kind, name + std::to_string(number), body()));
                continue;
            }
            const std::size_t at = below(left.size());
            const core::ItemPtr item = left[at];
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
            if (what < 4)
                step.changes.push_back(app::Project::removed(item));
            else if (what < 5)
                step.changes.push_back(app::Project::renamed(item, item->name + "'"));
            else
                step.changes.push_back(app::Project::rewritten(item, body()));
        }
        static_cast<void>(m_project.apply(std::move(step))); // refused where two would have one name
    }

    app::Project& m_project;
    std::mt19937_64 m_random;
};

} // namespace shardscope::tests

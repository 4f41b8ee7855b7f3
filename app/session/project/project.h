// SPDX-License-Identifier: GPL-3.0-or-later
// A project in memory: its items, and the steps that led there and can be undone. Every change goes through
// it; a sink is told each of them in their order.
#pragma once

#include "core/base/result.h"
#include "core/storage/store.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace shardscope::app {

class Project {
public:
    /// The history is cut at its old end where it grows beyond either.
    static constexpr std::size_t kMostSteps = 500;
    static constexpr std::size_t kMostBytes = std::size_t{20} << 20; ///< of items' bodies

    Project() = default;
    explicit Project(core::ProjectContents contents);

    using Sink = std::function<void(core::StoreRecord)>;
    void setSink(Sink sink) { m_sink = std::move(sink); }

    /// All items, by id.
    [[nodiscard]] const std::map<core::ItemId, core::ItemPtr>& items() const { return m_items; }
    [[nodiscard]] std::vector<core::ItemPtr> itemsOf(core::ItemKind kind) const; ///< by id
    /// Null where there is none.
    [[nodiscard]] core::ItemPtr find(core::ItemId id) const;
    [[nodiscard]] core::ItemPtr find(core::ItemKind kind, const std::string& name) const;
    /// \p name, or "name (2)" and so on: what no other of \p kind is called.
    [[nodiscard]] std::string freshName(core::ItemKind kind, const std::string& name) const;

    // Changes to put into a step. An id that was given is not given again.
    [[nodiscard]] core::ItemChange made(core::ItemKind kind, std::string name, std::string body);
    [[nodiscard]] static core::ItemChange rewritten(const core::ItemPtr& item, std::string body);
    [[nodiscard]] static core::ItemChange renamed(const core::ItemPtr& item, std::string name);
    [[nodiscard]] static core::ItemChange removed(const core::ItemPtr& item);

    /// Does \p step, whose number and time are given here; what was undone is then gone for good. A step of
    /// the same drag as the latest one becomes one with it. Errors: Inconsistent where a change is not of
    /// what there is, or two items of a kind would have one name; nothing is changed then.
    [[nodiscard]] core::Result<core::StepPtr> apply(core::ProjectStep step);
    /// The step that undo() and redo() would take; null: there is none.
    [[nodiscard]] core::StepPtr nextUndo() const;
    [[nodiscard]] core::StepPtr nextRedo() const;
    /// What was undone or done again; null: nothing was.
    core::StepPtr undo();
    core::StepPtr redo();
    /// The oldest first; those from done() on are undone.
    [[nodiscard]] const std::vector<core::StepPtr>& steps() const { return m_steps; }
    [[nodiscard]] std::size_t done() const { return m_done; }

    /// Where the window was: it is no step, and not undone. Empty if nothing was said.
    [[nodiscard]] std::string seat(const std::string& key) const;
    void setSeat(const std::string& key, std::string body);

    [[nodiscard]] core::ProjectContents contents() const;

private:
    [[nodiscard]] core::Result<core::Done> fits(const core::ProjectStep& step) const;
    void take(const core::ProjectStep& step, bool back);
    [[nodiscard]] std::vector<std::uint64_t> forgetUndone();
    void forgetOldest(std::vector<std::uint64_t>& forgot);
    void tell(core::StoreRecord record) const;

    std::map<core::ItemId, core::ItemPtr> m_items;
    std::vector<core::StepPtr> m_steps;
    std::size_t m_done = 0;
    std::size_t m_bytes = 0; ///< of all steps
    std::uint32_t m_lastId = 0;
    std::map<std::string, std::string> m_seats;
    Sink m_sink;
};

} // namespace shardscope::app

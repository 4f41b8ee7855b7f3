// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that tell what rows are (docs/kernels.md): those in resources/kernels, which are part of the
// program, and in front of them a user's own.
#pragma once

#include "core/base/result.h"
#include "core/kinds/glob.h"
#include "core/kinds/literal_search.h"
#include "core/kinds/row_verdict.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// A file of rules: its name, for errors, and its JSON.
struct RuleFile {
    std::string name;
    std::string text;
};

/// Which rules hold for the rows of a track; made by WorkRules::trackOf.
struct TrackRule {
    std::uint64_t places = 0; ///< bits of rows' rules that name process and thread
    bool device = false;
    friend bool operator==(const TrackRule&, const TrackRule&) = default;
};

/// Immutable once made; shared without locks.
class WorkRules {
public:
    /// The rules in resources/kernels alone.
    [[nodiscard]] static const WorkRules& shipped();
    /// \p files, in front of the shipped ones; the first rule that decides something wins. Errors: what JSON
    /// may be wrong with, WrongType, MissingKey, UnknownKey, UnknownValue, OutOfRange (more than 64 places
    /// named), with file and JSON pointer.
    [[nodiscard]] static Result<std::shared_ptr<const WorkRules>> with(const std::vector<RuleFile>& files);

    /// \p device: whether the track's reader says that it is a device's.
    [[nodiscard]] TrackRule trackOf(std::string_view process, std::string_view thread, bool device) const;
    /// Whether a rule says that rows of such a track lie on a device, whatever their category.
    [[nodiscard]] bool isDevice(std::string_view process, std::string_view thread) const;
    /// What rows of a category are on such a track, before their names are asked.
    [[nodiscard]] RowVerdict rowVerdict(std::string_view category, const TrackRule& track) const;
    /// Costs a walk over the name's first 200 letters: ask once for each name, category and track's rule.
    [[nodiscard]] RowVerdict verdict(std::string_view name, std::string_view category,
                                     const TrackRule& track = {}) const;
    /// The collective that a word of a file means: "allreduce", "_allgather_base",
    /// "ncclDevKernel_ReduceScatter…".
    [[nodiscard]] CollectiveKind collectiveOf(std::string_view word) const;
    /// Whether a counter of that name counts the bytes that an allocator gave out.
    [[nodiscard]] bool countsAllocations(std::string_view counter) const;

    /// A rule as a test names it.
    struct Named {
        std::string place;  ///< "communication.json/names/3"
        std::string source; ///< where such names come from
    };
    /// Rules of names, in their order.
    [[nodiscard]] const std::vector<Named>& named() const { return m_named; }
    /// Indices into named() of the rules that hold for a row, in their order.
    [[nodiscard]] std::vector<std::size_t> holding(std::string_view name, std::string_view category,
                                                   const TrackRule& track = {}) const;

private:
    enum class On : std::uint8_t { Any, Device, Host };
    struct RowRule {
        std::vector<Glob> categories; ///< none: any
        std::int32_t place = -1;      ///< bit of TrackRule::places
        On on = On::Any;
        Role role = Role::Other;
        bool device = false;
        std::int8_t work = -1; ///< WorkClass
    };
    struct Place {
        std::vector<Glob> processes;
        std::vector<Glob> threads;
        bool device = false;
    };
    /// A field that is not said is -1.
    struct NameRule {
        std::vector<Glob> match;
        std::vector<Glob> unless;
        std::vector<Glob> categories;
        On on = On::Any;
        std::int8_t role = -1;
        std::int8_t work = -1;
        std::int8_t collective = -1;
        std::int8_t launch = -1;
        std::int8_t host = -1;
        std::int8_t collectiveRow = -1;
        std::int8_t framework = -1;
    };
    struct Word {
        std::vector<Glob> match;
        CollectiveKind kind;
    };
    class Reader;

    [[nodiscard]] const RowRule* rowRule(std::string_view lowerCategory, const TrackRule& track) const;
    [[nodiscard]] static RowVerdict ofRow(const RowRule* row, const TrackRule& track);
    static void applyName(const NameRule& rule, RowVerdict& verdict);
    void index();
    /// Calls visit(index) for the rules that hold for a row; it returns whether to go on.
    template <class Visit>
    void forEachHolding(std::string_view lower, std::string_view category, bool device, Visit visit) const;

    std::vector<Place> m_places;
    std::vector<RowRule> m_rows;
    std::vector<NameRule> m_names;
    std::vector<Named> m_named;
    std::vector<Word> m_words;
    std::vector<Glob> m_allocations;
    LiteralSearch m_search;
    std::vector<std::uint32_t> m_ruleOf; ///< of m_search's literals
    std::vector<std::uint32_t> m_always; ///< rules with a pattern that has no literal
};

} // namespace shardscope::core

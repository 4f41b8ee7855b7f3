// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a search that is shared by its processes, and in each by threads: every process knows all of it in
// the end, whoever did it, and what a lost process held is done by the others.
#pragma once

#include "core/base/mapped.h"
#include "core/base/parallel.h"
#include "core/base/phrase.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "planner/search/search_state.h"
#include "planner/search/together.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace shardscope::planner {

/// \p Search has what its processes know together, and its journal (together.h). Of a part there are
/// textOf(part) and readText(text, search, part) beside it.
template <class Search>
class SharedWork {
public:
    SharedWork(const Search& search, const core::Task& task)
        : m_search(search)
        , m_task(task)
        , m_living(search.together != nullptr ? static_cast<std::size_t>(search.together->count()) : 1)
    {
        std::iota(m_living.begin(), m_living.end(), 0);
    }

    /// Has \p work make each of \p parts in one of the processes. False where the task was cancelled.
    template <class Part>
    [[nodiscard]] bool run(std::vector<Part>& parts, const std::function<void(std::size_t)>& work)
    {
        std::vector<std::size_t> open(parts.size());
        std::iota(open.begin(), open.end(), std::size_t{0});
        while (!open.empty()) {
            const std::vector<std::size_t> own = dealtTo(number(), open);
            core::parallelFor(own.size(), [&](std::size_t i) {
                if (!m_task.cancelled())
                    work(own[i]);
            });
            if (m_task.cancelled())
                return false; // the others do what this one leaves
            open = m_search.together != nullptr ? exchange(parts, own, open) : std::vector<std::size_t>();
        }
        return true;
    }

    /// Gives \p read what the search's journal knows, if anything: the same in every process. Error:
    /// DataCorrupt where \p read refuses it.
    [[nodiscard]] core::Result<core::Done> recall(const std::function<bool(const std::string&)>& read)
    {
        if (m_search.journal == nullptr)
            return core::Done{};
        const std::string text = ofTheFirst(m_search.journal->next());
        if (!text.empty() && !read(text))
            return core::Error{core::ErrorCode::DataCorrupt,
                               {core::phrase(W_("how far the search was"))},
                               {m_search.journal->file()}};
        return core::Done{};
    }
    /// Has the journal keep what \p state makes.
    void keep(const std::function<std::string()>& state, bool pressing) const
    {
        if (m_search.journal != nullptr)
            m_search.journal->keep(state, pressing);
    }

private:
    /// \p text as the first living process has it.
    [[nodiscard]] std::string ofTheFirst(std::string text)
    {
        if (m_search.together == nullptr)
            return text;
        const auto all = m_search.together->exchange(text);
        std::erase_if(m_living, [&](int one) { return !all[static_cast<std::size_t>(one)]; });
        return m_living.empty() ? text : *all[static_cast<std::size_t>(m_living.front())];
    }

    [[nodiscard]] int number() const
    {
        return m_search.together != nullptr ? m_search.together->number() : 0;
    }

    /// One after the other to all that live.
    [[nodiscard]] std::vector<std::size_t> dealtTo(int process, const std::vector<std::size_t>& open) const
    {
        std::vector<std::size_t> dealt;
        const auto place = std::ranges::find(m_living, process) - m_living.begin();
        for (auto i = static_cast<std::size_t>(place); i < open.size(); i += m_living.size())
            dealt.push_back(open[i]);
        return dealt;
    }

    /// The parts that are still open then: those dealt to processes that are lost.
    template <class Part>
    [[nodiscard]] std::vector<std::size_t> exchange(std::vector<Part>& parts,
                                                    const std::vector<std::size_t>& own,
                                                    const std::vector<std::size_t>& open)
    {
        auto texts = core::mapped<std::string>(own, [&](const std::size_t i) { return textOf(parts[i]); });
        const auto all = m_search.together->exchange(joinedTexts(texts));
        std::vector<std::size_t> left;
        std::vector<int> living;
        for (const int process : m_living) {
            const std::vector<std::size_t> dealt = dealtTo(process, open);
            const auto& said = all[static_cast<std::size_t>(process)];
            if (process == number() || (said && read(*said, dealt, parts)))
                living.push_back(process);
            else
                left.insert(left.end(), dealt.begin(), dealt.end());
        }
        m_living = living;
        std::ranges::sort(left);
        return left;
    }

    template <class Part>
    [[nodiscard]] bool read(const std::string& said, const std::vector<std::size_t>& dealt,
                            std::vector<Part>& parts) const
    {
        const auto texts = dividedTexts(said);
        if (!texts || texts->size() != dealt.size())
            return false;
        for (std::size_t i = 0; i < dealt.size(); ++i) {
            if (!readText((*texts)[i], m_search, parts[dealt[i]]))
                return false;
        }
        return true;
    }

    const Search& m_search;
    const core::Task& m_task;
    std::vector<int> m_living; ///< numbers of processes, ascending
};

} // namespace shardscope::planner

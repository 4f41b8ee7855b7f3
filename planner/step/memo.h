// SPDX-License-Identifier: GPL-3.0-or-later
// What an evaluator keeps from plan to plan: a search asks for the same kernel times and the same division of
// the model's state again and again.
#pragma once

#include "planner/compute/compute.h"
#include "planner/formula/calibration_choice.h"
#include "planner/formula/state.h"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// Times of the segments that a transformer's stages are put together from.
template <class N>
struct SegmentTimes {
    SegmentTime<N> embedding;
    std::array<SegmentTime<N>, LayerForm::kCount> layers; ///< by LayerForm::index(); those that the model has
    SegmentTime<N> decoderEmbedding;
    SegmentTime<N> head;
};

template <class Key, class Value, std::size_t kMost>
class Remembered {
public:
    /// The value of \p key, made by \p make where it is asked for the first time. Holds until the next call.
    template <class Make>
    const Value& of(const Key& key, Make make)
    {
        const auto found = m_known.find(key);
        if (found != m_known.end())
            return found->second;
        if (m_known.size() >= kMost)
            m_known.clear();
        return m_known.emplace(key, make()).first->second;
    }

private:
    std::map<Key, Value> m_known;
};

/// What is remembered of one model on one machine; one evaluation uses it at a time.
struct Memo {
    /// Keyed by what kernels depend on: the plan's segment, and the coefficients that it was given, which are
    /// one of the evaluator's sets (plans of equal kernels may have other calibrations).
    Remembered<std::pair<SegmentKey, const Coefficients*>, SegmentTimes<core::PlainNumbers>, 4096> segments;
    Remembered<StateKey, ModelState<core::PlainNumbers>, 1024> states;
    /// Keyed by what the choice depends on: its place among the machine's calibrations; below 0: none.
    Remembered<CalibrationKey, std::ptrdiff_t, 32768> calibrations;
};

/// Memos that nobody is using; each evaluation takes one and brings it back.
struct MemoPool {
    std::mutex guard;
    std::vector<std::unique_ptr<Memo>> idle;
};

/// A memo of \p pool for one evaluation. Threads that evaluate side by side have one each.
class BorrowedMemo {
public:
    explicit BorrowedMemo(MemoPool& pool)
        : m_pool(pool)
    {
        const std::scoped_lock lock(pool.guard);
        if (pool.idle.empty()) {
            m_memo = std::make_unique<Memo>();
            return;
        }
        m_memo = std::move(pool.idle.back());
        pool.idle.pop_back();
    }
    ~BorrowedMemo()
    {
        const std::scoped_lock lock(m_pool.guard);
        m_pool.idle.push_back(std::move(m_memo));
    }
    BorrowedMemo(const BorrowedMemo&) = delete;
    BorrowedMemo& operator=(const BorrowedMemo&) = delete;

    [[nodiscard]] Memo* get() const { return m_memo.get(); }

private:
    MemoPool& m_pool;
    std::unique_ptr<Memo> m_memo;
};

} // namespace shardscope::planner

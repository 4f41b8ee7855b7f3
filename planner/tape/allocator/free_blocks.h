// SPDX-License-Identifier: GPL-3.0-or-later
// Free blocks of a pool in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::planner::tape {

/// Few at a time lie in one piece: moving them up costs less than a tree's nodes. Many lie in pieces of that
/// length, in order.
class FreeBlocks {
public:
    struct Entry {
        std::int64_t size = 0;
        std::int64_t address = 0;
        std::uint32_t block = 0;
        /// No two lie at one address.
        friend bool operator<(const Entry& a, const Entry& b)
        {
            return a.size != b.size ? a.size < b.size : a.address < b.address;
        }
    };

    void insert(const Entry& entry)
    {
        if (m_pieces.empty()) {
            m_pieces.push_back({entry, {entry}});
            return;
        }
        auto piece = pieceOf(entry);
        if (piece == m_pieces.end())
            --piece;
        std::vector<Entry>& entries = piece->entries;
        entries.insert(std::lower_bound(entries.begin(), entries.end(), entry), entry);
        piece->last = entries.back();
        if (entries.size() < kMost)
            return;
        Piece upper{piece->last, {entries.begin() + kMost / 2, entries.end()}};
        entries.resize(kMost / 2);
        piece->last = entries.back();
        m_pieces.insert(piece + 1, std::move(upper));
    }
    void erase(const Entry& entry) { (void)take(entry); }
    /// The first that is not before \p least, taken out.
    std::optional<Entry> take(const Entry& least)
    {
        const auto piece = pieceOf(least);
        if (piece == m_pieces.end())
            return std::nullopt;
        std::vector<Entry>& entries = piece->entries;
        const auto found = std::lower_bound(entries.begin(), entries.end(), least);
        const Entry entry = *found;
        entries.erase(found);
        if (entries.empty())
            m_pieces.erase(piece);
        else
            piece->last = entries.back();
        return entry;
    }
    template <class Unwanted>
    void eraseIf(Unwanted unwanted)
    {
        for (Piece& piece : m_pieces) {
            std::erase_if(piece.entries, unwanted);
            if (!piece.entries.empty())
                piece.last = piece.entries.back();
        }
        std::erase_if(m_pieces, [](const Piece& piece) { return piece.entries.empty(); });
    }
    template <class Visit>
    void visit(Visit each) const
    {
        for (const Piece& piece : m_pieces)
            std::ranges::for_each(piece.entries, each);
    }

private:
    static constexpr std::ptrdiff_t kMost = 64;
    struct Piece {
        Entry last; ///< of the entries
        std::vector<Entry> entries;
    };
    using Pieces = std::vector<Piece>;

    /// The one that \p entry lies in or before which it lies; the end: it is behind all of them.
    Pieces::iterator pieceOf(const Entry& entry)
    {
        return std::partition_point(m_pieces.begin(), m_pieces.end(),
                                    [&](const Piece& piece) { return piece.last < entry; });
    }

    Pieces m_pieces; ///< none is empty
};

} // namespace shardscope::planner::tape

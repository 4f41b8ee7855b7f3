// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Python pickles that hold plain data: None, bool, int, float, str, bytes, list, tuple, dict. An opcode
// that would import, call or build an object is refused, so nothing in a pickle is ever run.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

enum class PickleKind : std::uint8_t { None, Flag, Integer, Real, Text, Bytes, List, Tuple, Dict };

/// A pickle's values, numbered. Values may be shared (Python's memo) and may even hold themselves: who walks
/// them must bound how many it visits.
class Pickle {
public:
    using Index = std::uint32_t;

    /// \p bytes: the whole pickle, protocols 0 to 5. Memory: at most about 150 bytes per byte of input.
    /// Errors, with byte offset: NotSupported (executable or out-of-band opcodes), DataCorrupt, FileTooLarge,
    /// Cancelled.
    [[nodiscard]] static core::Result<Pickle> read(std::string bytes, const core::Task& task = {});

    [[nodiscard]] Index root() const { return m_root; }
    [[nodiscard]] PickleKind kind(Index value) const { return m_nodes[value].kind; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }      ///< values in all
    [[nodiscard]] std::size_t textBytes() const { return m_bytes.size(); } ///< length of the pickle
    [[nodiscard]] std::uint64_t offset(Index value) const
    {
        return m_nodes[value].offset;
    } ///< byte of its opcode

    [[nodiscard]] std::span<const Index> items(Index value) const; ///< of a list or tuple; else empty
    [[nodiscard]] std::span<const Index>
    pairs(Index value) const; ///< of a dict: key, value, key, …; else empty
    /// The value of the last pair with the text \p key of a dict.
    [[nodiscard]] std::optional<Index> find(Index dict, std::string_view key) const;
    /// A text, or bytes, as written (UTF-8 for texts of protocol 1 and later); else empty.
    [[nodiscard]] std::string_view text(Index value) const;
    /// An integer, a flag, or a real without fraction within int64.
    [[nodiscard]] std::optional<std::int64_t> integer(Index value) const;
    [[nodiscard]] std::optional<double> real(Index value) const;

private:
    friend class PickleMachine;
    struct Node {
        std::uint64_t offset = 0;
        union {
            std::int64_t integer;
            double real;
            std::uint64_t begin; ///< of a text within m_bytes, or the number of a container
        };
        std::uint32_t length = 0; ///< of a text
        PickleKind kind = PickleKind::None;
        Node()
            : integer(0)
        {
        }
    };
    std::string m_bytes;
    std::vector<Node> m_nodes;
    std::vector<std::vector<Index>> m_containers;
    Index m_root = 0;
};

} // namespace shardscope::profiler

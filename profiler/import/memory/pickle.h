// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Python pickles that hold plain data: None, bool, int, float, str, bytes, list, tuple, dict. An opcode
// that would import, call or build an object is refused, so nothing in a pickle is ever run.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

enum class PickleKind : std::uint8_t { None, Flag, Integer, Real, Text, Bytes, List, Tuple, Dict };

/// A pickle's values, numbered. Values may be shared (Python's memo) and may even hold themselves: who walks
/// them must bound how many it visits.
class Pickle {
public:
    using Index = std::uint32_t;
    /// Fills a piece of memory with what comes next; 0: nothing more does.
    using Input = std::function<core::Result<std::size_t>(char* into, std::size_t room)>;
    /// A key that many dicts are asked for: they share one text, which is remembered by its number.
    struct Key {
        std::string_view text;
        Index known = 0xFFFFFFFFu;
    };

    /// A pickle of the protocols 0 to 5, read piece by piece. Memory: its values, at most about 150 bytes per
    /// byte of input; in a snapshot two. Errors, with byte offset: NotSupported (executable or out-of-band
    /// opcodes), DataCorrupt, FileTooLarge, Cancelled; and those of \p input.
    [[nodiscard]] static core::Result<Pickle> read(const Input& input, const core::Task& task = {});
    [[nodiscard]] static core::Result<Pickle> read(std::string_view bytes, const core::Task& task = {});

    [[nodiscard]] Index root() const { return m_root; }
    [[nodiscard]] PickleKind kind(Index value) const { return node(value).kind; }
    /// Byte of its opcode.
    [[nodiscard]] std::uint64_t offset(Index value) const { return node(value).offset; }
    /// Lists, tuples and dicts are numbered by themselves, too.
    [[nodiscard]] std::size_t containers() const { return m_containers.size(); }
    [[nodiscard]] std::uint32_t container(Index value) const { return node(value).container; }

    [[nodiscard]] std::span<const Index> items(Index value) const; ///< of a list or tuple; else empty
    [[nodiscard]] std::span<const Index>
    pairs(Index value) const; ///< of a dict: key, value, key, …; else empty
    /// The value of the last pair with the text \p key of a dict.
    [[nodiscard]] std::optional<Index> find(Index dict, Key& key) const;
    [[nodiscard]] std::optional<Index> find(Index dict, std::string_view key) const
    {
        Key once{key};
        return find(dict, once);
    }
    /// A text, or bytes, as written (UTF-8 for texts of protocol 1 and later); else empty.
    [[nodiscard]] std::string_view text(Index value) const;
    /// An integer, a flag, or a real without fraction within int64.
    [[nodiscard]] std::optional<std::int64_t> integer(Index value) const;
    [[nodiscard]] std::optional<double> real(Index value) const;

private:
    friend class PickleMachine;
    /// Snapshots have tens of millions: 16 bytes each, in blocks that stay where they are.
    struct Node {
        union {
            std::int64_t integer = 0;
            double real;
            const char* text;
            std::uint32_t container;
        };
        std::uint32_t offset = 0;
        PickleKind kind = PickleKind::None;
    };
    struct Container {
        Index* items = nullptr; ///< in m_items
        std::uint32_t count = 0;
        std::uint32_t room = 0;
    };
    static constexpr std::size_t kBlock = std::size_t{1} << 14;

    [[nodiscard]] const Node& node(Index value) const { return m_nodes[value / kBlock][value % kBlock]; }

    std::vector<std::unique_ptr<Node[]>> m_nodes;
    std::vector<Container> m_containers;
    std::vector<std::unique_ptr<Index[]>> m_items;
    std::vector<std::unique_ptr<char[]>> m_texts; ///< each text behind its length, as a std::uint32_t
    Index m_root = 0;
};

} // namespace shardscope::profiler

// SPDX-License-Identifier: GPL-3.0-or-later
// What importers keep of arguments: the numbers that tie events to others, by the event's place in its file,
// in five bytes or so an event. Decoded when somebody joins by them.
#pragma once

#include "core/base/page_vector.h"
#include "profiler/import/arguments/arg_numbers.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace shardscope::profiler {

/// Events of one stretch of a file, by place. Of each that has numbers: how far it is from the one before,
/// doubled, and one more if what is unread follows; what is present; each number as its distance from the
/// last one of its key; which of the extents met so far; numbers as LEB128, signs zigzag.
struct NumberBlock {
    std::uint64_t begin = 0; ///< no event lies before
    std::uint64_t last = 0;  ///< place of the last event
    std::uint32_t count = 0;
    std::uint32_t unread = 0; ///< of all events, as ArgNumbers has it
    std::string_view bytes;
};

inline constexpr std::size_t kNumberBlockBytes = 32; ///< where it is stored, the fewest

/// Whether \p blocks that were stored can be: by place, and no longer than their bytes tell.
[[nodiscard]] bool areNumberBlocks(std::span<const NumberBlock> blocks);

/// Writes one block after the other.
class NumberWriter {
public:
    struct Block {
        NumberBlock block;
        std::string bytes; ///< of the block, which does not know them yet
    };

    /// The next event's, as read; \p name: a number of its name.
    void add(std::uint64_t place, const ArgNumbers& numbers, std::uint32_t name)
    {
        if ((numbers.present | numbers.unread) != 0)
            put(place, numbers, name);
    }
    /// What was added since the last time.
    [[nodiscard]] Block cut();

private:
    void put(std::uint64_t place, const ArgNumbers& numbers, std::uint32_t name);

    NumberBlock m_block;
    core::PageVector<char> m_bytes; ///< as long as there is room
    std::size_t m_used = 0;
    std::array<std::int64_t, kArgKeys> m_before{};
    std::unordered_map<std::uint64_t, std::uint32_t> m_extents; ///< met in the block, by hash: which they are
};

/// Takes the numbers of the event of that index. Called from several threads at once, never twice for one.
using NumberVisitor = std::function<void(std::size_t index, const ArgNumbers& numbers)>;

/// The numbers kept of one file. What blocks lead to is not trusted: damaged ones end early.
class KeptNumbers {
public:
    /// \p blocks by place; \p keeper has their bytes.
    KeptNumbers(std::vector<NumberBlock> blocks, std::shared_ptr<const void> keeper);
    [[nodiscard]] std::span<const NumberBlock> blocks() const { return m_blocks; }

    /// Visits \p places (of any file: offsets count) in any order; by the index that \p indexOf gives, or
    /// their own where it is empty. Ends early when stopped.
    void visit(std::span<const std::uint64_t> places, std::span<const std::uint32_t> indexOf,
               const NumberVisitor& visitor, const std::stop_token& stop) const;

private:
    std::vector<NumberBlock> m_blocks;
    std::shared_ptr<const void> m_keeper;
};

/// \p blocks in the order of the file, together with their bytes.
[[nodiscard]] std::shared_ptr<const KeptNumbers> keepNumbers(std::vector<NumberWriter::Block> blocks);

/// Who has the arguments of a run, where it may know numbers of them without their text.
class NumberSource {
public:
    virtual ~NumberSource() = default;
    /// Visits the \p args (see core::kNoArgs) of which all of the keys \p wanted, as bits, are known; indices
    /// of the others go to \p unread.
    virtual void visitNumbers(std::span<const std::uint64_t> args, std::uint8_t wanted,
                              const NumberVisitor& visitor, std::vector<std::uint32_t>& unread,
                              const std::stop_token& stop) const = 0;
    /// The numbers of one file of the run; null: none were kept.
    [[nodiscard]] virtual std::shared_ptr<const KeptNumbers> numbersOf(std::size_t file) const = 0;
};

} // namespace shardscope::profiler

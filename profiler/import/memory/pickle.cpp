// SPDX-License-Identifier: GPL-3.0-or-later
// The pickle machine. Opcodes: CPython's Lib/pickle.py and Lib/pickletools.py (protocols 0 to 5).
#include "profiler/import/memory/pickle.h"

#include "core/base/phrase.h"
#include "profiler/import/memory/pickle_input.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kLargestPickle = std::size_t{1} << 32; // values are numbered with 32 bits
constexpr std::uint32_t kMark = 0xFFFFFFFFu;

/// Why an opcode is refused; empty for those that the machine knows or that do not exist.
std::string_view refusal(char opcode)
{
    switch (opcode) {
    case 'c': return "GLOBAL";
    case '\x93': return "STACK_GLOBAL";
    case 'R': return "REDUCE";
    case 'b': return "BUILD";
    case 'i': return "INST";
    case 'o': return "OBJ";
    case '\x81': return "NEWOBJ";
    case '\x92': return "NEWOBJ_EX";
    case '\x82': return "EXT1";
    case '\x83': return "EXT2";
    case '\x84': return "EXT4";
    case 'P': return "PERSID";
    case 'Q': return "BINPERSID";
    case '\x97': return "NEXT_BUFFER";
    case '\x98': return "READONLY_BUFFER";
    case '\x8f': return "EMPTY_SET";
    case '\x90': return "ADDITEMS";
    case '\x91': return "FROZENSET";
    case '\x96': return "BYTEARRAY8";
    default: return {};
    }
}

/// Memory that is handed out piece by piece and given back all at once.
template <class Item>
class Pieces {
public:
    Item* room(std::size_t count, std::vector<std::unique_ptr<Item[]>>& blocks)
    {
        constexpr std::size_t kBlock = (std::size_t{1} << 16) / sizeof(Item);
        if (count > m_left) {
            m_left = std::max(count, kBlock);
            m_next = blocks.emplace_back(std::make_unique_for_overwrite<Item[]>(m_left)).get();
        }
        Item* const taken = m_next;
        m_next += count;
        m_left -= count;
        return taken;
    }

private:
    Item* m_next = nullptr;
    std::size_t m_left = 0;
};

} // namespace

/// Runs one pickle's opcodes into its values.
class PickleMachine {
public:
    PickleMachine(Pickle& pickle, const Pickle::Input& input, const core::Task& task)
        : m_pickle(pickle)
        , m_task(task)
        , m_input(input)
    {
    }

    core::Result<core::Done> run()
    {
        std::uint64_t opcodes = 0;
        while (m_input.has(1)) {
            if ((++opcodes & 0xFFFFF) == 0 && m_task.cancelled())
                return core::Error{core::ErrorCode::Cancelled};
            m_opcodeAt = m_input.place();
            if (m_opcodeAt >= kLargestPickle)
                return core::Error{core::ErrorCode::FileTooLarge,
                                   {std::to_string(m_opcodeAt), std::to_string(kLargestPickle)}};
            const char opcode = m_input.take(1).front();
            if (opcode == '.')
                return stop();
            // What a snapshot has most of comes first.
            if (!(memo(opcode) || scalar(opcode) || container(opcode) || textual(opcode) || lines(opcode)))
                return refused(opcode);
            if (m_wrong)
                return m_input.error() ? *m_input.error() : wrong();
        }
        if (m_input.error())
            return *m_input.error();
        m_opcodeAt = m_input.place();
        if (m_opcodeAt == 0)
            return core::Error{core::ErrorCode::FileEmpty};
        m_wrong = W_("the pickle ends without STOP");
        return wrong();
    }

private:
    using Index = Pickle::Index;

    core::Result<core::Done> stop()
    {
        if (m_stack.size() != 1 || m_stack.back() == kMark) {
            m_wrong = W_("the pickle does not leave one value");
            return wrong();
        }
        m_pickle.m_root = m_stack.back();
        return core::Done{};
    }

    [[nodiscard]] core::Error wrong() const
    {
        return placed({core::ErrorCode::DataCorrupt, {core::phrase(m_wrong)}});
    }

    [[nodiscard]] core::Error refused(char opcode) const
    {
        const std::string_view name = refusal(opcode);
        if (name.empty())
            return placed({core::ErrorCode::DataCorrupt, {core::phrase(W_("an unknown pickle opcode"))}});
        return placed({core::ErrorCode::NotSupported,
                       {core::phrase(W_("pickle opcode %1"), {std::string(name)}),
                        core::phrase(W_("only plain data is read; nothing in a pickle is ever run"))}});
    }

    [[nodiscard]] core::Error placed(core::Error error) const
    {
        error.place.byteOffset = m_opcodeAt;
        return error;
    }

    bool fail(const char* what)
    {
        m_wrong = what;
        return true;
    }

    /// The next \p count bytes; empty and wrong where the input ends before.
    std::string_view take(std::uint64_t count)
    {
        if (m_input.has(count))
            return m_input.take(count);
        m_wrong = W_("the pickle is cut short");
        return {};
    }

    /// A little-endian unsigned number of \p width bytes.
    std::uint64_t number(std::size_t width)
    {
        std::uint64_t value = 0;
        const std::string_view bytes = take(width);
        for (std::size_t i = bytes.size(); i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(bytes[i]);
        return value;
    }

    std::string_view line()
    {
        if (const auto line = m_input.line())
            return *line;
        m_wrong = W_("the pickle is cut short");
        return {};
    }

    Pickle::Node& push(PickleKind kind)
    {
        if (m_nodes % Pickle::kBlock == 0)
            m_pickle.m_nodes.push_back(std::make_unique_for_overwrite<Pickle::Node[]>(Pickle::kBlock));
        Pickle::Node& node = m_pickle.m_nodes.back()[m_nodes % Pickle::kBlock];
        node.kind = kind;
        node.offset = static_cast<std::uint32_t>(m_opcodeAt);
        node.integer = 0;
        m_stack.push_back(m_nodes++);
        return node;
    }
    bool pushInteger(std::int64_t value, PickleKind kind = PickleKind::Integer)
    {
        push(kind).integer = value;
        return true;
    }
    bool pushReal(double value)
    {
        push(PickleKind::Real).real = value;
        return true;
    }
    bool pushText(std::string_view text, PickleKind kind)
    {
        if (text.size() > std::numeric_limits<std::uint32_t>::max())
            return fail(W_("a text of more than 4 GiB"));
        const auto length = static_cast<std::uint32_t>(text.size());
        char* const kept = m_texts.room(sizeof length + text.size(), m_pickle.m_texts);
        std::memcpy(kept, &length, sizeof length);
        if (!text.empty())
            std::memcpy(kept + sizeof length, text.data(), text.size());
        push(kind).text = kept;
        return true;
    }

    /// Two's complement, little-endian. Beyond 64 bits: a real, as Python's float() of it.
    bool pushLong(std::string_view bytes)
    {
        const bool negative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80u) != 0;
        if (bytes.size() <= 8) {
            std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
            for (std::size_t i = bytes.size(); i-- > 0;)
                value = value << 8 | static_cast<unsigned char>(bytes[i]);
            return pushInteger(static_cast<std::int64_t>(value));
        }
        double value = negative ? -1 : 0;
        for (std::size_t i = bytes.size(); i-- > 0;)
            value = value * 256 + static_cast<unsigned char>(bytes[i]);
        return pushReal(value);
    }

    bool scalar(char opcode)
    {
        switch (opcode) {
        case '\x80': // PROTO
            if (const std::uint64_t protocol = number(1); protocol > 5 && !m_wrong)
                return fail(W_("a pickle protocol later than 5"));
            return true;
        case '\x95': number(8); return true; // FRAME: its length only helps readers of streams
        case 'N': push(PickleKind::None); return true;
        case '\x88': return pushInteger(1, PickleKind::Flag); // NEWTRUE
        case '\x89': return pushInteger(0, PickleKind::Flag); // NEWFALSE
        case 'J':
            return pushInteger(static_cast<std::int32_t>(static_cast<std::uint32_t>(number(4)))); // BININT
        case 'K': return pushInteger(static_cast<std::int64_t>(number(1)));                       // BININT1
        case 'M': return pushInteger(static_cast<std::int64_t>(number(2)));                       // BININT2
        case '\x8a': return pushLong(take(number(1)));                                            // LONG1
        case '\x8b': return pushLong(take(number(4)));                                            // LONG4
        case 'G': { // BINFLOAT: big-endian
            const std::string_view bytes = take(8);
            std::uint64_t bits = 0;
            for (const char byte : bytes)
                bits = bits << 8 | static_cast<unsigned char>(byte);
            return pushReal(std::bit_cast<double>(bits));
        }
        default: return false;
        }
    }

    bool textual(char opcode)
    {
        switch (opcode) {
        case '\x8c': return pushText(take(number(1)), PickleKind::Text); // SHORT_BINUNICODE
        case 'X': return pushText(take(number(4)), PickleKind::Text);    // BINUNICODE
        case '\x8d': return pushText(take(number(8)), PickleKind::Text); // BINUNICODE8
        case 'U': return pushText(take(number(1)), PickleKind::Text);    // SHORT_BINSTRING: a str of Python 2
        case 'T': return pushText(take(number(4)), PickleKind::Text);    // BINSTRING
        case 'C': return pushText(take(number(1)), PickleKind::Bytes);   // SHORT_BINBYTES
        case 'B': return pushText(take(number(4)), PickleKind::Bytes);   // BINBYTES
        case '\x8e': return pushText(take(number(8)), PickleKind::Bytes); // BINBYTES8
        case 'V': return pushText(line(), PickleKind::Text);              // UNICODE
        case 'S': {                                                       // STRING: a quoted line
            std::string_view text = line();
            if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
                text.back() == text.front())
                text = text.substr(1, text.size() - 2);
            else if (!m_wrong)
                return fail(W_("a text without quotes"));
            return pushText(text, PickleKind::Text);
        }
        default: return false;
        }
    }

    /// Numbers written as text (protocol 0).
    bool lines(char opcode)
    {
        if (opcode != 'I' && opcode != 'L' && opcode != 'F')
            return false;
        std::string_view text = line();
        if (m_wrong)
            return true;
        if (opcode == 'I' && (text == "00" || text == "01"))
            return pushInteger(text == "01" ? 1 : 0, PickleKind::Flag);
        if (opcode == 'L' && !text.empty() && text.back() == 'L')
            text.remove_suffix(1);
        const char* end = text.data() + text.size();
        if (opcode != 'F') {
            std::int64_t value = 0;
            const auto [stopped, code] = std::from_chars(text.data(), end, value);
            if (code == std::errc{} && stopped == end && !text.empty())
                return pushInteger(value);
            if (code != std::errc::result_out_of_range)
                return fail(W_("a number that is none"));
        }
        double value = 0;
        const auto [stopped, code] = std::from_chars(text.data(), end, value);
        if (stopped != end || text.empty() || code == std::errc::invalid_argument)
            return fail(W_("a number that is none"));
        if (code == std::errc::result_out_of_range)
            value = std::numeric_limits<double>::infinity() * (text.front() == '-' ? -1 : 1);
        return pushReal(value);
    }

    Pickle::Container* containerAt(std::size_t position, PickleKind kind)
    {
        if (position >= m_stack.size() || m_stack[position] == kMark ||
            m_pickle.kind(m_stack[position]) != kind) {
            m_wrong = W_("an item without the list or dict it belongs to");
            return nullptr;
        }
        return &m_pickle.m_containers[m_pickle.container(m_stack[position])];
    }
    /// Appends the stack from \p from on. What grows again and again doubles its room.
    void append(Pickle::Container& into, std::size_t from)
    {
        const std::size_t count = m_stack.size() - from;
        if (into.count + count > into.room) {
            const std::size_t room =
                into.count == 0 ? count : std::max<std::size_t>(into.count + count, 2 * into.room);
            Index* const items = m_items.room(room, m_pickle.m_items);
            std::copy_n(into.items, into.count, items);
            into.items = items;
            into.room = static_cast<std::uint32_t>(room);
        }
        std::copy_n(m_stack.data() + from, count, into.items + into.count);
        into.count += static_cast<std::uint32_t>(count);
    }
    /// Makes a container of the stack from \p from on, and drops those and the marks from \p keep on.
    bool gather(PickleKind kind, std::size_t from, std::size_t keep)
    {
        if (m_wrong)
            return true;
        if (kind == PickleKind::Dict && (m_stack.size() - from) % 2 != 0)
            return fail(W_("a key without value"));
        append(m_pickle.m_containers.emplace_back(), from);
        m_stack.resize(keep);
        push(kind).container = static_cast<std::uint32_t>(m_pickle.m_containers.size() - 1);
        return true;
    }
    /// Position of the topmost mark, which is forgotten.
    std::size_t popMark()
    {
        if (m_marks.empty()) {
            m_wrong = W_("no mark on the stack");
            return 0;
        }
        const std::size_t at = m_marks.back();
        m_marks.pop_back();
        return at;
    }
    /// Moves the stack above \p from into the container under \p keep.
    bool extend(PickleKind kind, std::size_t from, std::size_t keep)
    {
        if (m_wrong)
            return true;
        Pickle::Container* into = keep == 0 ? containerAt(m_stack.size(), kind) : containerAt(keep - 1, kind);
        if (into == nullptr)
            return true;
        if (kind == PickleKind::Dict && (m_stack.size() - from) % 2 != 0)
            return fail(W_("a key without value"));
        append(*into, from);
        m_stack.resize(keep);
        return true;
    }
    /// Whether the top \p count values are there and above the last mark.
    bool values(std::size_t count)
    {
        const std::size_t floor = m_marks.empty() ? 0 : m_marks.back() + 1;
        if (m_stack.size() >= floor + count)
            return true;
        m_wrong = W_("too few values on the stack");
        return false;
    }

    bool container(char opcode)
    {
        const std::size_t depth = m_stack.size();
        switch (opcode) {
        case '(':
            m_marks.push_back(depth);
            m_stack.push_back(kMark);
            return true;
        case ']': return gather(PickleKind::List, depth, depth);
        case ')': return gather(PickleKind::Tuple, depth, depth);
        case '}': return gather(PickleKind::Dict, depth, depth);
        case 'l': return marked(PickleKind::List);
        case 't': return marked(PickleKind::Tuple);
        case 'd': return marked(PickleKind::Dict);
        case '\x85': return !values(1) || gather(PickleKind::Tuple, depth - 1, depth - 1);
        case '\x86': return !values(2) || gather(PickleKind::Tuple, depth - 2, depth - 2);
        case '\x87': return !values(3) || gather(PickleKind::Tuple, depth - 3, depth - 3);
        case 'a': return !values(2) || extend(PickleKind::List, depth - 1, depth - 1);
        case 's': return !values(3) || extend(PickleKind::Dict, depth - 2, depth - 2);
        case 'e': return extendMarked(PickleKind::List);
        case 'u': return extendMarked(PickleKind::Dict);
        case '0': // POP
            if (!m_marks.empty() && m_marks.back() + 1 == depth)
                m_marks.pop_back();
            else if (depth == 0)
                return fail(W_("too few values on the stack"));
            m_stack.pop_back();
            return true;
        case '1': m_stack.resize(popMark()); return true; // POP_MARK
        case '2':                                         // DUP
            if (values(1))
                m_stack.push_back(m_stack.back());
            return true;
        default: return false;
        }
    }
    bool marked(PickleKind kind)
    {
        const std::size_t mark = popMark();
        return gather(kind, mark + 1, mark);
    }
    bool extendMarked(PickleKind kind)
    {
        const std::size_t mark = popMark();
        return extend(kind, mark + 1, mark);
    }

    bool memo(char opcode)
    {
        switch (opcode) {
        case '\x94': return put(m_memo.size()); // MEMOIZE
        case 'q': return put(number(1));        // BINPUT
        case 'r': return put(number(4));        // LONG_BINPUT
        case 'p': return put(decimal(line()));  // PUT
        case 'h': return get(number(1));        // BINGET
        case 'j': return get(number(4));        // LONG_BINGET
        case 'g': return get(decimal(line()));  // GET
        default: return false;
        }
    }
    std::uint64_t decimal(std::string_view text)
    {
        std::uint64_t value = 0;
        const auto [stopped, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc{} || stopped != text.data() + text.size())
            m_wrong = W_("a memo number that is none");
        return value;
    }
    bool put(std::uint64_t slot)
    {
        if (m_wrong || !values(1))
            return true;
        // Python numbers the memo from 0 on; a number beyond the opcodes read so far only wants memory.
        if (slot > m_opcodeAt)
            return fail(W_("a memo number out of order"));
        if (slot >= m_memo.size())
            m_memo.resize(slot + 1, kMark);
        m_memo[slot] = m_stack.back();
        return true;
    }
    bool get(std::uint64_t slot)
    {
        if (m_wrong)
            return true;
        if (slot >= m_memo.size() || m_memo[slot] == kMark)
            return fail(W_("a memo number that nothing was stored under"));
        m_stack.push_back(m_memo[slot]);
        return true;
    }

    Pickle& m_pickle;
    const core::Task& m_task;
    PickleInput m_input;
    std::uint64_t m_opcodeAt = 0;
    const char* m_wrong = nullptr;
    Index m_nodes = 0;
    Pieces<Index> m_items;
    Pieces<char> m_texts;
    std::vector<Index> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<Index> m_memo;
};

core::Result<Pickle> Pickle::read(const Input& input, const core::Task& task)
{
    Pickle pickle;
    SHARDSCOPE_TRY([[maybe_unused]] const auto done, PickleMachine(pickle, input, task).run());
    return pickle;
}

core::Result<Pickle> Pickle::read(std::string_view bytes, const core::Task& task)
{
    return read(
        [&bytes](char* into, std::size_t room) -> core::Result<std::size_t> {
            const std::size_t count = bytes.copy(into, room);
            bytes.remove_prefix(count);
            return count;
        },
        task);
}

} // namespace shardscope::profiler

// SPDX-License-Identifier: GPL-3.0-or-later
// Thompson's construction, followed through all its ways at once; sets of steps that were reached are kept as
// states with their transitions, and forgotten when they grow too many (as grep and RE2 do).
#include "profiler/sql/functions/regular_expression.h"

#include "profiler/sql/functions/expression_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

namespace {

using Kind = ExpressionNode::Kind;
using StepNumber = std::uint32_t;

/// What stands on one side of a place in the text.
enum class Side : std::uint8_t { Nothing, Word, Other };

struct Step {
    enum class Does : std::uint8_t { Take, Split, Check, Match };
    Does does = Does::Match;
    Kind check = Kind::All; ///< of Check: an edge
    std::uint32_t set = 0;  ///< of Take
    StepNumber next = 0;    ///< but of Match
    StepNumber other = 0;   ///< of Split
};

bool holds(Kind edge, Side before, Side behind)
{
    const bool from = before == Side::Word;
    const bool to = behind == Side::Word;
    switch (edge) {
    case Kind::TextBegin: return before == Side::Nothing;
    case Kind::TextEnd: return behind == Side::Nothing;
    case Kind::WordBegin: return !from && to;
    case Kind::WordEnd: return from && !to;
    case Kind::WordEdge: return from != to;
    default: return from == to;
    }
}

/// How many steps \p node becomes, or more than \p most.
std::size_t stepsOf(const ExpressionNode& node, std::size_t most)
{
    if (node.kind == Kind::Repeat) { // what may be left out has a way around it
        const std::size_t once = std::max<std::size_t>(stepsOf(node.children.front(), most), 1);
        return std::min(node.least * once + (node.most.value_or(node.least + 1) - node.least) * (once + 1),
                        most + 1);
    }
    std::size_t steps = node.children.size();
    for (const ExpressionNode& child : node.children)
        steps = std::min(steps + stepsOf(child, most), most + 1);
    return std::max<std::size_t>(steps, 1);
}

/// The steps of a tree, from its end to its begin: each is told where to go on.
class Builder {
public:
    std::vector<Step> steps;
    std::vector<CharacterSet> sets;

    StepNumber add(const ExpressionNode& node, StepNumber next)
    {
        switch (node.kind) {
        case Kind::Set: sets.push_back(node.set); return put({Step::Does::Take, {}, indexOf(sets), next, 0});
        case Kind::All:
            for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
                next = add(*child, next);
            return next;
        case Kind::Any: {
            StepNumber ways = add(node.children.back(), next);
            for (auto child = node.children.rbegin() + 1; child != node.children.rend(); ++child)
                ways = put({Step::Does::Split, {}, 0, add(*child, next), ways});
            return ways;
        }
        case Kind::Repeat: return repeat(node, next);
        default: return put({Step::Does::Check, node.kind, 0, next, 0});
        }
    }

    StepNumber put(const Step& step)
    {
        steps.push_back(step);
        return indexOf(steps);
    }

private:
    template <class T>
    static std::uint32_t indexOf(const std::vector<T>& all)
    {
        return static_cast<std::uint32_t>(all.size() - 1);
    }

    StepNumber repeat(const ExpressionNode& node, StepNumber next)
    {
        const ExpressionNode& what = node.children.front();
        if (node.most) {
            const StepNumber behind = next; // what may be left out is, from any of them
            for (std::uint32_t time = node.least; time < *node.most; ++time)
                next = put({Step::Does::Split, {}, 0, add(what, next), behind});
        } else {
            const StepNumber loop = put({Step::Does::Split, {}, 0, 0, next});
            const StepNumber inner = add(what, loop);
            steps[loop].next = inner;
            next = loop;
        }
        for (std::uint32_t time = 0; time < node.least; ++time)
            next = add(what, next);
        return next;
    }
};

/// Where each class of characters begins: the sets and the words' letters take all of a class or none.
std::vector<std::uint32_t> classBegins(const std::vector<CharacterSet>& sets)
{
    std::vector<std::uint32_t> begins{0,       '0', '9' + 1, 'A',  'Z' + 1, '_',
                                      '_' + 1, 'a', 'z' + 1, 0x80, kNoText};
    for (const CharacterSet& set : sets) {
        for (const auto& [first, last] : set) {
            begins.push_back(first);
            begins.push_back(last + 1);
        }
    }
    std::ranges::sort(begins);
    begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
    return begins;
}

} // namespace

struct RegularExpression::Automaton {
    static constexpr std::int32_t kUnknown = -1;
    static constexpr std::int32_t kMatched = -2;
    static constexpr std::int32_t kNoMatch = -3;
    static constexpr std::size_t kMostBytes = 16U << 20U; ///< of the states that are kept

    struct State {
        std::vector<StepNumber> steps; ///< before the edges that stand here are looked at; sorted
        Side before = Side::Nothing;
    };
    using StateKey = std::pair<std::vector<StepNumber>, Side>;

    std::vector<Step> steps;
    StepNumber begin = 0;
    bool anywhere = true;              ///< a match may begin behind the text's begin
    std::vector<std::uint32_t> begins; ///< of classes
    std::array<std::uint16_t, 128> asciiClass{};
    std::vector<std::vector<bool>> takes; ///< of each set, of each class
    std::vector<State> states;
    std::vector<std::int32_t> next; ///< of each state: of each class, and of the end
    std::map<StateKey, std::int32_t> known;
    std::size_t bytes = 0;
    std::vector<std::uint32_t> seen; ///< of each step, the round in which it was reached last
    std::uint32_t round = 0;
    std::vector<StepNumber> open;

    void prepare(std::vector<CharacterSet> sets)
    {
        begins = classBegins(sets);
        takes.assign(sets.size(), std::vector<bool>(begins.size()));
        for (std::size_t set = 0; set < sets.size(); ++set) {
            for (const auto& [first, last] : sets[set]) {
                for (std::size_t at = classOf(first); at < begins.size() && begins[at] <= last; ++at)
                    takes[set][at] = true;
            }
        }
        for (std::uint32_t character = 0; character < asciiClass.size(); ++character)
            asciiClass[character] = static_cast<std::uint16_t>(classOf(character));
        seen.assign(steps.size(), 0);
        static_cast<void>(stateOf({begin}, Side::Nothing));
        const auto later = [&](Side before, Side behind) {
            const auto found = takers({{begin}, before}, behind);
            return !found || !found->empty();
        };
        anywhere = later(Side::Word, Side::Word) || later(Side::Word, Side::Other) ||
                   later(Side::Other, Side::Word) || later(Side::Other, Side::Other) ||
                   later(Side::Word, Side::Nothing) || later(Side::Other, Side::Nothing);
    }

    [[nodiscard]] std::size_t classOf(std::uint32_t character) const
    {
        return static_cast<std::size_t>(std::ranges::upper_bound(begins, character) - begins.begin()) - 1;
    }

    std::int32_t stateOf(std::vector<StepNumber> reached, Side before)
    {
        const auto [found, isNew] =
            known.try_emplace(StateKey(reached, before), static_cast<std::int32_t>(states.size()));
        if (isNew) {
            bytes +=
                sizeof(State) + 2 * reached.size() * sizeof(StepNumber) + begins.size() * sizeof(int) + 100;
            states.push_back({std::move(reached), before});
            next.resize(states.size() * (begins.size() + 1), kUnknown);
        }
        return found->second;
    }

    /// The steps that take a character, behind all that \p state can do between \p state.before and \p
    /// behind; none where one of them is the match.
    std::optional<std::vector<StepNumber>> takers(const State& state, Side behind)
    {
        std::vector<StepNumber> found;
        ++round;
        open.assign(state.steps.rbegin(), state.steps.rend());
        while (!open.empty()) {
            const StepNumber number = open.back();
            open.pop_back();
            if (std::exchange(seen[number], round) == round)
                continue;
            const Step& step = steps[number];
            switch (step.does) {
            case Step::Does::Match: return std::nullopt;
            case Step::Does::Take: found.push_back(number); break;
            case Step::Does::Split:
                open.push_back(step.other);
                open.push_back(step.next);
                break;
            case Step::Does::Check:
                if (holds(step.check, state.before, behind))
                    open.push_back(step.next);
            }
        }
        return found;
    }

    std::int32_t follow(std::int32_t from, std::size_t symbol)
    {
        const bool ends = symbol == begins.size();
        const Side behind = ends ? Side::Nothing : isWordCharacter(begins[symbol]) ? Side::Word : Side::Other;
        const auto found = takers(states[static_cast<std::size_t>(from)], behind);
        if (!found)
            return remembered(from, symbol, kMatched);
        std::vector<StepNumber> reached;
        for (const StepNumber number : *found) {
            if (!ends && takes[steps[number].set][symbol])
                reached.push_back(steps[number].next);
        }
        if (ends || (reached.empty() && !anywhere))
            return remembered(from, symbol, kNoMatch);
        if (anywhere)
            reached.push_back(begin);
        std::ranges::sort(reached);
        reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
        if (bytes > kMostBytes) { // then all but the first state are found out anew
            states.clear();
            known.clear();
            next.clear();
            bytes = 0;
            static_cast<void>(stateOf({begin}, Side::Nothing));
            return stateOf(std::move(reached), behind);
        }
        return remembered(from, symbol, stateOf(std::move(reached), behind));
    }

    std::int32_t remembered(std::int32_t from, std::size_t symbol, std::int32_t to)
    {
        next[static_cast<std::size_t>(from) * (begins.size() + 1) + symbol] = to;
        return to;
    }

    bool matches(std::string_view text)
    {
        std::int32_t state = 0;
        const std::size_t symbols = begins.size() + 1;
        const auto goOn = [&](std::size_t symbol) {
            const std::int32_t after = next[static_cast<std::size_t>(state) * symbols + symbol];
            state = after == kUnknown ? follow(state, symbol) : after;
            return state >= 0;
        };
        while (!text.empty()) {
            const auto byte = static_cast<unsigned char>(text.front());
            std::size_t symbol = 0;
            if (byte < asciiClass.size()) {
                symbol = asciiClass[byte];
                text.remove_prefix(1);
            } else {
                symbol = classOf(takeCharacter(text));
            }
            if (!goOn(symbol))
                return state == kMatched;
        }
        static_cast<void>(goOn(begins.size()));
        return state == kMatched;
    }
};

RegularExpression::RegularExpression(std::unique_ptr<Automaton> automaton)
    : m_automaton(std::move(automaton))
{
}

RegularExpression::~RegularExpression() = default;

std::unique_ptr<RegularExpression> RegularExpression::make(std::string_view expression, std::string& why)
{
    const std::optional<ExpressionNode> tree = readExpression(expression, why);
    if (!tree)
        return nullptr;
    if (stepsOf(*tree, kMostSteps) > kMostSteps) {
        why = "it is too large: its repetitions written out come to more than " + std::to_string(kMostSteps) +
              " steps";
        return nullptr;
    }
    Builder builder;
    const StepNumber match = builder.put({});
    auto automaton = std::make_unique<Automaton>();
    automaton->begin = builder.add(*tree, match);
    automaton->steps = std::move(builder.steps);
    automaton->prepare(std::move(builder.sets));
    return std::unique_ptr<RegularExpression>(new RegularExpression(std::move(automaton)));
}

bool RegularExpression::matches(std::string_view text) { return m_automaton->matches(text); }

} // namespace shardscope::profiler::sql

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/imported_keys.h"

#include "core/base/phrase.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace shardscope::app {
namespace {

using core::Value;

bool holdsKeys(const Value& value)
{
    return (value.kind == Value::Kind::Object && !value.members.empty()) ||
           (value.kind == Value::Kind::Array && std::ranges::any_of(value.items, [](const Value& item) {
                return item.kind == Value::Kind::Object;
            }));
}

void collect(const Value& value, const DocumentLeaf& at, std::string_view between,
             std::vector<DocumentLeaf>& to)
{
    const auto enter = [&](const std::string& name, const Value& inner, std::size_t number) {
        DocumentLeaf leaf{at.key.empty() ? name : at.key + std::string(between) + name, &inner, at.route};
        leaf.route.push_back(number);
        if (holdsKeys(inner))
            collect(inner, leaf, between, to);
        else
            to.push_back(std::move(leaf));
    };
    for (std::size_t number = 0; number < value.members.size(); ++number)
        enter(value.members[number].first, value.members[number].second, number);
    for (std::size_t number = 0; number < value.items.size(); ++number)
        enter(std::to_string(number), value.items[number], number);
}

/// Every figure that \p facts say, by its path.
std::map<std::string, std::string> figuresOf(const Value& facts)
{
    std::map<std::string, std::string> figures;
    for (const DocumentLeaf& leaf : leavesOf(facts, "."))
        figures.emplace(leaf.key, leaf.value->kind == Value::Kind::Text ? leaf.value->text
                                                                        : core::jsonText(*leaf.value, -1));
    return figures;
}

/// What \p whole says and \p left does not.
std::string differenceOf(const std::map<std::string, std::string>& whole,
                         const std::map<std::string, std::string>& left)
{
    std::string difference;
    const auto add = [&](const std::string& figure) {
        difference += (difference.empty() ? "" : ", ") + figure;
    };
    for (const auto& [path, value] : whole) {
        const auto found = left.find(path);
        if (found == left.end() || found->second != value)
            add(path + " = " + value);
    }
    if (!difference.empty())
        return difference;
    for (const auto& [path, value] : left) { // it keeps something from being said
        if (whole.count(path) == 0)
            add("no " + path);
    }
    return difference;
}

} // namespace

std::vector<DocumentLeaf> leavesOf(const Value& document, std::string_view between)
{
    std::vector<DocumentLeaf> leaves;
    collect(document, {}, between, leaves);
    return leaves;
}

Value without(const Value& document, const DocumentLeaf& leaf)
{
    Value left = document;
    Value* at = &left;
    for (std::size_t level = 0; level + 1 < leaf.route.size(); ++level)
        at = at->kind == Value::Kind::Object ? &at->members[leaf.route[level]].second
                                             : &at->items[leaf.route[level]];
    const auto number = static_cast<std::ptrdiff_t>(leaf.route.back());
    if (at->kind == Value::Kind::Object)
        at->members.erase(at->members.begin() + number);
    else
        at->items.erase(at->items.begin() + number);
    return left;
}

Value factsOf(const ImportedPlan& imported)
{
    std::vector<Value::Member> facts{{"plan", imported.plan}};
    if (imported.model)
        facts.emplace_back("model", *imported.model);
    else if (!imported.modelName.empty())
        facts.emplace_back("model", Value::ofText(imported.modelName));
    return Value::ofMembers(std::move(facts));
}

void tellKeys(ImportedPlan& imported, std::vector<IgnoredKey> keys, const Value& facts,
              const ReadWithout& readWithout)
{
    constexpr std::size_t kMostTried = 2000; // known keys: a file of more repeats itself
    std::set<std::pair<std::string, std::string>> ignored;
    for (const IgnoredKey& one : imported.ignored)
        ignored.emplace(one.key, one.value);
    const std::map<std::string, std::string> whole = figuresOf(facts);
    std::size_t tried = 0;
    for (std::size_t at = 0; at < keys.size(); ++at) {
        ImportedKey& told = imported.keys.emplace_back(ImportedKey{keys[at].key, keys[at].value, {}, {}});
        if (ignored.count({told.key, told.value}) > 0) {
            told.why = core::phrase(W_("nothing that a plan says follows from it"));
            continue;
        }
        if (++tried > kMostTried) {
            told.why = core::phrase(W_("there are too many keys to tell what became of this one"));
            continue;
        }
        const auto left = readWithout(at);
        if (!left.ok())
            told.became = core::phrase(W_("all of it: without this key nothing can be read"));
        else
            told.became = differenceOf(whole, figuresOf(*left));
        if (told.became.empty())
            told.why = core::phrase(W_("the plan is the same without it"));
    }
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/row_match.h"

#include "core/base/median.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/compare/place_match.h"
#include "profiler/trace/copy_direction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace shardscope::profiler {

namespace {

using core::WorkKey;

constexpr double kOfStep = 0.001; ///< of the step: less is never significant, and no layer stands out by it
constexpr double kErrors = 2;     ///< standard errors that a significant difference exceeds
constexpr double kStandsOut = 6;  ///< deviations of layers by which one differs from the others
constexpr double kChain = 5;      ///< times kOfStep: chains that differ by less are left as they are
constexpr double kCancels = 0.5;  ///< of what chains differ by, that is left of it where they cancel
constexpr std::size_t kFewLayers = 4; ///< fewer have no usual one
constexpr std::size_t kMostApart = 4; ///< a fourth of the layers stands out at most

/// What a row is but for its layer, and its sums in all of them.
struct Item {
    WorkKey key;
    RowSum all;
    std::map<std::int16_t, const RowSum*> layers;
};

std::vector<Item> itemsOf(const RowSums& rows)
{
    std::map<WorkKey, Item> items;
    for (const auto& [key, sum] : rows) {
        WorkKey own = key;
        own.at.layer = -1;
        Item& item = items[own];
        item.key = own;
        item.all.add(sum);
        if (key.at.layer >= 0)
            item.layers[key.at.layer] = &sum;
    }
    std::vector<Item> all;
    for (auto& [key, item] : items)
        all.push_back(std::move(item));
    return all;
}

/// What keys that meet have in common; empty: none of them does.
struct Stage {
    RowMatch match;
    std::string (*common)(const WorkKey& key);
};

std::string classOf(const WorkKey& key)
{
    return std::string(core::nameOf(key.pass)) + '|' + std::string(core::nameOf(key.kind)) + '|' +
           std::string(core::nameOf(key.collective)) + '|';
}

constexpr std::array kStages{
    Stage{RowMatch::Key,
          [](const WorkKey& key) {
              return classOf(key) + key.operation + '|' + key.shape + '|' + key.forward;
          }},
    Stage{RowMatch::Key, [](const WorkKey& key) { return classOf(key) + key.operation + '|' + key.shape; }},
    Stage{RowMatch::Key, [](const WorkKey& key) { return classOf(key) + key.operation; }},
    Stage{RowMatch::Shape,
          [](const WorkKey& key) {
              // A product's extents tell it from others; of other work their product does.
              const std::string shape = isProduct(key.kind) ? key.shape : elementsOf(key.shape);
              return shape.empty() ? std::string() : classOf(key) + shape;
          }},
    // A copy that no known operator launched goes between the same memories.
    Stage{RowMatch::Class,
          [](const WorkKey& key) {
              const auto direction =
                  key.kind == core::WorkClass::Copy ? copyDirection(key.operation) : std::nullopt;
              return direction ? "copy|" + std::to_string(static_cast<int>(*direction)) : std::string();
          }},
    Stage{RowMatch::Class, [](const WorkKey& key) { return classOf(key); }},
    // A kernel that no known operator launched has no known pass.
    Stage{RowMatch::Class, [](const WorkKey& key) { return std::string(core::nameOf(core::termOf(key))); }},
};

/// Standard error of the mean over steps; one step, as a plan's, has none.
double errorOf(const std::vector<double>& steps)
{
    if (steps.size() < 2)
        return 0;
    const double middle = summaryOf(steps).median;
    std::vector<double> apart;
    for (const double step : steps)
        apart.push_back(std::abs(step - middle));
    return core::kDeviationsOfMedian * summaryOf(std::move(apart)).median /
           std::sqrt(static_cast<double>(steps.size()));
}

class Matcher {
public:
    Matcher(const MatchedSide& a, const MatchedSide& b)
        : m_spread(!a.fewSteps && !b.fewSteps)
        , m_oneVocabulary(a.planned == b.planned)
        , m_least(kOfStep * std::max(a.step, b.step))
        , m_a(itemsOf(a.rows))
        , m_b(itemsOf(b.rows))
        , m_takenA(m_a.size(), false)
        , m_takenB(m_b.size(), false)
    {
    }

    std::vector<RowDifference> match()
    {
        for (const core::Pass pass : {core::Pass::Forward, core::Pass::Recompute, core::Pass::Backward})
            meetPlaces(pass);
        for (const Stage& stage : kStages)
            meet(stage);
        for (Group& group : m_loose) {
            std::erase_if(group.a, [&](std::size_t at) { return m_takenA[at]; });
            std::erase_if(group.b, [&](std::size_t at) { return m_takenB[at]; });
            if (!group.a.empty() && !group.b.empty())
                put(std::move(group.a), std::move(group.b), group.match);
        }
        joinUnplaced(m_a, m_takenA, &Group::a);
        joinUnplaced(m_b, m_takenB, &Group::b);
        for (std::size_t at = 0; at < m_a.size(); ++at) {
            if (!m_takenA[at])
                m_groups.push_back(
                    {{at}, {}, hasClass(m_b, m_a[at].key) ? RowMatch::Class : RowMatch::OnlyA});
        }
        for (std::size_t at = 0; at < m_b.size(); ++at) {
            if (!m_takenB[at])
                m_groups.push_back(
                    {{}, {at}, hasClass(m_a, m_b[at].key) ? RowMatch::Class : RowMatch::OnlyB});
        }
        joinCancelling();
        for (const Group& group : m_groups)
            addRows(group.a, group.b, group.match);
        std::ranges::stable_sort(m_rows, std::greater(),
                                 [](const RowDifference& row) { return std::abs(row.seconds()); });
        return std::move(m_rows);
    }

private:
    using Chosen = std::vector<std::size_t>;
    /// What is each other's.
    struct Group {
        Chosen a;
        Chosen b;
        RowMatch match = RowMatch::Key;
    };

    /// Where the sides name operators differently: whether \p items hold work of \p key's pass and class. Its
    /// own operators have found partners, but all together they do what the other side's do.
    [[nodiscard]] bool hasClass(const std::vector<Item>& items, const WorkKey& key) const
    {
        return !m_oneVocabulary && key.pass != core::Pass::Unknown &&
               std::ranges::any_of(items, [&](const Item& one) {
                   return one.key.pass == key.pass && one.key.kind == key.kind;
               });
    }

    void put(Chosen a, Chosen b, RowMatch match)
    {
        for (const std::size_t at : a)
            m_takenA[at] = true;
        for (const std::size_t at : b)
            m_takenB[at] = true;
        m_groups.push_back({std::move(a), std::move(b), match});
    }

    /// An operator of a layer that some step ran in another order has no place there: it goes with those that
    /// have one.
    void joinUnplaced(const std::vector<Item>& items, std::vector<bool>& taken, Chosen Group::*side)
    {
        std::map<WorkKey, std::size_t> placed; // the group of an operator, whatever its place
        for (std::size_t group = 0; group < m_groups.size(); ++group) {
            for (const std::size_t at : m_groups[group].*side) {
                WorkKey key = items[at].key;
                key.at = {};
                placed.try_emplace(std::move(key), group);
            }
        }
        for (std::size_t at = 0; at < items.size(); ++at) {
            if (taken[at])
                continue;
            WorkKey key = items[at].key;
            const bool inLayer = key.at.place >= 0;
            key.at = {};
            const auto found = placed.find(key);
            if (found == placed.end() || inLayer)
                continue;
            (m_groups[found->second].*side).push_back(at);
            taken[at] = true;
        }
    }

    [[nodiscard]] double changeIn(const Group& group) const
    {
        double seconds = 0;
        for (const std::size_t at : group.a)
            seconds -= m_a[at].all.seconds;
        for (const std::size_t at : group.b)
            seconds += m_b[at].all.seconds;
        return seconds;
    }

    /// Chains between the same neighbours need not do the same work: a plan adds gradients
    /// up in one place of the layer, a program each behind its product. Where such chains of one pass and
    /// class cancel, they are one.
    void joinCancelling()
    {
        if (m_oneVocabulary)
            return;
        std::map<std::string, std::vector<std::size_t>> unequal; // groups
        for (std::size_t at = 0; at < m_groups.size(); ++at) {
            const Group& group = m_groups[at];
            if (group.match == RowMatch::Place && group.a.size() + group.b.size() > 2 &&
                std::abs(changeIn(group)) > kChain * m_least)
                unequal[classOf(m_a[group.a.front()].key)].push_back(at);
        }
        std::vector<bool> joined(m_groups.size(), false);
        for (const auto& [name, chosen] : unequal) {
            double sum = 0;
            double apart = 0;
            for (const std::size_t at : chosen) {
                sum += changeIn(m_groups[at]);
                apart += std::abs(changeIn(m_groups[at]));
            }
            if (chosen.size() < 2 || std::abs(sum) > kCancels * apart)
                continue;
            Group& first = m_groups[chosen.front()];
            for (auto at = chosen.begin() + 1; at != chosen.end(); ++at) {
                Group& other = m_groups[*at];
                first.a.insert(first.a.end(), other.a.begin(), other.a.end());
                first.b.insert(first.b.end(), other.b.begin(), other.b.end());
                joined[*at] = true;
            }
        }
        std::vector<Group> kept;
        for (std::size_t at = 0; at < m_groups.size(); ++at) {
            if (!joined[at])
                kept.push_back(std::move(m_groups[at]));
        }
        m_groups = std::move(kept);
    }

    /// Calls of layers, in their order. What some ranks or layers do in the same place on operands of another
    /// size is the same call: it goes by the size that takes most of the time.
    void meetPlaces(core::Pass pass)
    {
        const auto placed = [&](const std::vector<Item>& items) {
            std::map<std::tuple<std::int16_t, core::WorkClass, std::string>, Chosen> calls;
            for (std::size_t at = 0; at < items.size(); ++at) {
                const WorkKey& key = items[at].key;
                if (key.pass == pass && key.at.place >= 0)
                    calls[{key.at.place, key.kind, key.operation}].push_back(at);
            }
            std::vector<Chosen> all;
            for (auto& [what, chosen] : calls) {
                std::ranges::stable_sort(chosen, std::greater(),
                                         [&](std::size_t at) { return items[at].all.seconds; });
                all.push_back(std::move(chosen));
            }
            return all;
        };
        const auto keys = [](const std::vector<Item>& items, const std::vector<Chosen>& calls) {
            std::vector<WorkKey> all;
            for (const Chosen& call : calls)
                all.push_back(items[call.front()].key);
            return all;
        };
        const std::vector<Chosen> a = placed(m_a);
        const std::vector<Chosen> b = placed(m_b);
        for (const PlacedPair& pair : meetByPlace(keys(m_a, a), keys(m_b, b), m_oneVocabulary)) {
            const auto itemsOf = [](const std::vector<Chosen>& calls, const std::vector<std::size_t>& which) {
                Chosen all;
                for (const std::size_t at : which)
                    all.insert(all.end(), calls[at].begin(), calls[at].end());
                return all;
            };
            Chosen ofA = itemsOf(a, pair.a);
            Chosen ofB = itemsOf(b, pair.b);
            if (pair.loose)
                m_loose.push_back({std::move(ofA), std::move(ofB), RowMatch::Place});
            else
                put(std::move(ofA), std::move(ofB), pair.same ? RowMatch::Key : RowMatch::Place);
        }
    }

    void meet(const Stage& stage)
    {
        std::map<std::string, std::pair<Chosen, Chosen>> groups;
        for (std::size_t at = 0; at < m_a.size(); ++at) {
            if (!m_takenA[at])
                groups[stage.common(m_a[at].key)].first.push_back(at);
        }
        for (std::size_t at = 0; at < m_b.size(); ++at) {
            if (!m_takenB[at])
                groups[stage.common(m_b[at].key)].second.push_back(at);
        }
        for (const auto& [common, group] : groups) {
            if (!common.empty() && !group.first.empty() && !group.second.empty())
                put(group.first, group.second, stage.match);
        }
    }

    void addRows(const Chosen& a, const Chosen& b, RowMatch match)
    {
        const std::set<std::int16_t> layers = layersOf(a, b);
        const std::set<std::int16_t> apart = layersApart(a, b, layers);
        if (apart.empty()) {
            m_rows.push_back(rowOf(a, b, match, layers, {}));
            return;
        }
        std::set<std::int16_t> usual;
        std::ranges::set_difference(layers, apart, std::inserter(usual, usual.end()));
        m_rows.push_back(rowOf(a, b, match, usual, apart));
        m_rows.push_back(rowOf(a, b, match, apart, usual));
    }

    std::set<std::int16_t> layersOf(const Chosen& a, const Chosen& b) const
    {
        std::set<std::int16_t> layers;
        for (const std::size_t at : a) {
            for (const auto& [layer, sum] : m_a[at].layers)
                layers.insert(layer);
        }
        for (const std::size_t at : b) {
            for (const auto& [layer, sum] : m_b[at].layers)
                layers.insert(layer);
        }
        return layers;
    }

    /// Layers that differ between the sides otherwise than most do. None where a side does not tell layers.
    std::set<std::int16_t> layersApart(const Chosen& a, const Chosen& b,
                                       const std::set<std::int16_t>& layers) const
    {
        if (layers.size() < kFewLayers)
            return {};
        std::map<std::int16_t, double> change;
        for (const auto& [items, chosen, sign] : {std::tuple(&m_a, &a, -1.0), std::tuple(&m_b, &b, 1.0)}) {
            bool told = chosen->empty();
            for (const std::size_t at : *chosen) {
                for (const auto& [layer, sum] : (*items)[at].layers) {
                    change[layer] += sign * sum->seconds;
                    told = true;
                }
            }
            if (!told)
                return {};
        }
        std::vector<double> all;
        for (const auto& [layer, seconds] : change)
            all.push_back(seconds);
        const double middle = summaryOf(all).median;
        std::vector<double> off;
        for (const double seconds : all)
            off.push_back(std::abs(seconds - middle));
        const double scatter = core::kDeviationsOfMedian * summaryOf(std::move(off)).median;
        std::set<std::int16_t> apart;
        for (const auto& [layer, seconds] : change) {
            if (std::abs(seconds - middle) > std::max(m_least, kStandsOut * scatter))
                apart.insert(layer);
        }
        return kMostApart * apart.size() > layers.size() ? std::set<std::int16_t>() : apart;
    }

    /// The row of \p layers, without \p others; what lies in no layer goes with the more of the two.
    [[nodiscard]] RowDifference rowOf(const Chosen& a, const Chosen& b, RowMatch match,
                                      const std::set<std::int16_t>& layers,
                                      const std::set<std::int16_t>& others) const
    {
        RowDifference row;
        const WorkKey& key = a.empty() ? m_b[b.front()].key : m_a[a.front()].key;
        row.term = core::termOf(key);
        row.pass = key.pass;
        row.kind = key.kind;
        row.match = match;
        row.place = a.size() <= 1 && b.size() <= 1 ? key.at.place : std::int16_t{-1};
        row.layers.assign(layers.begin(), layers.end());
        std::set<std::string> shapes;
        const auto sumOf = [&](const std::vector<Item>& items, const Chosen& chosen,
                               std::vector<std::string>& operations, std::vector<WorkKey>& rowKeys) {
            RowSum sum;
            std::map<std::string, double> named;
            for (const std::size_t at : chosen) {
                const bool few = layers.size() < others.size();
                RowSum own = few ? RowSum() : items[at].all;
                for (const auto& [layer, one] : items[at].layers) {
                    if (few && layers.contains(layer))
                        own.add(*one);
                    else if (others.contains(layer) && !few)
                        own.add(*one, -1);
                    if (few ? layers.contains(layer) : !others.contains(layer)) {
                        rowKeys.push_back(items[at].key);
                        rowKeys.back().at.layer = layer;
                    }
                }
                if (!few)
                    rowKeys.push_back(items[at].key); // what lies in no layer
                named[items[at].key.operation] += own.seconds;
                shapes.insert(items[at].key.shape);
                sum.add(own);
            }
            for (const auto& [name, time] : named)
                operations.push_back(name);
            std::ranges::stable_sort(operations, std::greater(),
                                     [&](const std::string& name) { return named[name]; });
            return sum;
        };
        const RowSum ofA = sumOf(m_a, a, row.operationsA, row.keysA);
        const RowSum ofB = sumOf(m_b, b, row.operationsB, row.keysB);
        row.a = ofA.seconds;
        row.b = ofB.seconds;
        row.countA = ofA.count;
        row.countB = ofB.count;
        row.shape = shapes.size() == 1 ? *shapes.begin() : std::string();
        if (m_spread)
            row.significant =
                std::abs(row.seconds()) >
                std::max(m_least, kErrors * std::hypot(errorOf(ofA.ofStep), errorOf(ofB.ofStep)));
        row.change = changeOf(row);
        return row;
    }

    /// What has become of a row whose operators both sides name.
    [[nodiscard]] RowChange changeOf(const RowDifference& row) const
    {
        if (std::abs(row.seconds()) <= m_least || !row.significant.value_or(true))
            return RowChange::Same;
        if (row.match == RowMatch::OnlyA)
            return RowChange::Gone;
        if (row.match == RowMatch::OnlyB)
            return RowChange::New;
        if (m_oneVocabulary && row.operationsA != row.operationsB)
            return RowChange::Replaced;
        // A plan's messages are layers or buckets as its formulas cut them, a program's as it fills them: as
        // many bytes in other numbers of messages are not sent more often.
        const bool counts = m_oneVocabulary || !core::isCommunication(row.term);
        const bool often = counts && std::abs(row.ofCount()) > std::abs(row.ofRate());
        return row.seconds() > 0 ? (often ? RowChange::MoreOften : RowChange::Slower)
                                 : (often ? RowChange::LessOften : RowChange::Faster);
    }

    bool m_spread;
    bool m_oneVocabulary;
    double m_least; ///< seconds
    std::vector<Item> m_a;
    std::vector<Item> m_b;
    std::vector<bool> m_takenA;
    std::vector<bool> m_takenB;
    std::vector<Group> m_groups;
    std::vector<Group> m_loose; ///< of calls that lie between the same neighbours, but are of several classes
    std::vector<RowDifference> m_rows;
};

} // namespace

void RowSum::add(const RowSum& other, double sign)
{
    seconds += sign * other.seconds;
    count += sign * other.count;
    ofStep.resize(std::max(ofStep.size(), other.ofStep.size()), 0);
    for (std::size_t step = 0; step < other.ofStep.size(); ++step)
        ofStep[step] += sign * other.ofStep[step];
}

std::vector<RowDifference> matchRows(const MatchedSide& a, const MatchedSide& b)
{
    return Matcher(a, b).match();
}

} // namespace shardscope::profiler

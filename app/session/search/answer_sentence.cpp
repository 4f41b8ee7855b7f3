// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/answer_sentence.h"

#include "app/session/accuracy/known_digits.h"

#include "app/session/search/layout_words.h"
#include "app/session/search/search_margin.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/shown_text.h"
#include "core/report/columns.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <optional>

namespace shardscope::app {
namespace {

using planner::PlanHit;
using planner::PlanObjective;

/// \p other in words, but for what \p best has too.
QString differingWords(const core::Plan& best, const core::Plan& other)
{
    const QString comma = QStringLiteral(", ");
    const QStringList known = shownText(layoutWords(best)).split(comma);
    QStringList words = shownText(layoutWords(other)).split(comma);
    for (qsizetype i = words.size() - 1; i > 0; --i) {
        if (known.contains(words[i]))
            words.removeAt(i);
    }
    return words.join(comma);
}

class Sentence {
    Q_DECLARE_TR_FUNCTIONS(SearchSentence)

public:
    Sentence(const PlanSearchAnswer& answer, const CellText& cell, SentenceDigits digits)
        : m_answer(answer)
        , m_cell(cell)
    {
        if (digits == SentenceDigits::Known && !answer.best.empty())
            m_digits = knownDigits(best().hit.stepSeconds, best().step.interval);
    }

    static QString pause() { return tr("; ", "between parts of a sentence"); }
    [[nodiscard]] QString ofBest() const
    {
        return joined(answered() + facts(best().hit), {withoutOffload(), runner(), fewer()}, doubts());
    }
    [[nodiscard]] QString ofSmallest() const;
    [[nodiscard]] QString ofCost() const;
    [[nodiscard]] QString ofLargest(const LargestModel& largest) const;
    [[nodiscard]] QString ofNearest() const;
    [[nodiscard]] QString beyondOne() const;

private:
    [[nodiscard]] const FoundLayout& best() const { return m_answer.best.front(); }

    [[nodiscard]] QString shown(core::Column column, core::Cell value) const
    {
        return m_cell(core::Table{"fact", "", {std::move(column)}, {{std::move(value)}}}, 0, 0);
    }
    [[nodiscard]] double known(double value, core::Dimension dimension) const
    {
        return m_digits ? toDigits(value, dimension, *m_digits) : value;
    }
    [[nodiscard]] QString seconds(double value) const
    {
        return shown(core::secondsColumn("s", ""), known(value, core::kSecond));
    }
    [[nodiscard]] QString money(double value) const
    {
        return shown(core::quantityColumn("cost", "", core::kCurrency), known(value, core::kCurrency));
    }
    [[nodiscard]] QString joules(double value) const
    {
        return shown(core::quantityColumn("energy", "", core::kJoule), known(value, core::kJoule));
    }
    [[nodiscard]] QString bytes(double value) const { return shown(core::bytesColumn("bytes", ""), value); }
    [[nodiscard]] QString whole(std::int64_t value) const
    {
        return shown(core::integerColumn("n", ""), value);
    }
    [[nodiscard]] QString share(double value) const { return shown(core::fractionColumn("part", ""), value); }

    /// "64 × dgx-h100"
    [[nodiscard]] QString machine(const FoundLayout& found) const
    {
        return whole(found.hit.devices) + QStringLiteral(" × ") + machineName(found);
    }
    /// The machine's title if the reader's tables show titles, else its name.
    [[nodiscard]] QString machineName(const FoundLayout& found) const
    {
        core::Table table{"fact", "", {core::textColumn("hardware", "")}, {{found.hardware}}};
        table.noteLast(0).name = found.title;
        return m_cell(table, 0, 0);
    }

    static QString joined(const QString& head, const QStringList& more, const QStringList& doubts)
    {
        QStringList parts{head};
        for (const QString& part : more) {
            if (!part.isEmpty())
                parts << part;
        }
        if (!doubts.isEmpty())
            parts << tr("uncertain: %1").arg(doubts.join(tr(", ", "between parts of a sentence")));
        return tr("%1.", "a sentence").arg(parts.join(pause()));
    }

    /// Which plan is least in what.
    [[nodiscard]] QString answered() const
    {
        const QString what = tr("%1 with %2", "64 × a machine with a layout")
                                 .arg(machine(best()), shownText(layoutWords(best().hit.plan))) +
                             choices();
        switch (m_answer.search.objective) {
        case PlanObjective::Cost: return tr("Cheapest: %1").arg(what);
        case PlanObjective::Energy: return tr("Least energy: %1").arg(what);
        case PlanObjective::Memory: return tr("Least memory: %1").arg(what);
        case PlanObjective::Devices: return tr("Fewest devices: %1").arg(what);
        case PlanObjective::Time: break;
        }
        return tr("Fastest: %1").arg(what);
    }

    /// ", implementation=fsdp2", where several were asked for.
    [[nodiscard]] QString choices() const
    {
        core::Table table{
            "fact", "", {core::textColumn("choices", "")}, {{choiceWords(m_answer.search, best().hit.plan)}}};
        table.noteLast(0).name = choiceNames(m_answer.search, best().hit.plan);
        const QString words = m_cell(table, 0, 0);
        return words.isEmpty() ? QString() : tr(", ", "between parts of a sentence") + words;
    }

    /// ", 194 s a step (global batch 2,048), 705 h (29.4 days) of training, 34,666,634 USD"
    [[nodiscard]] QString facts(const PlanHit& hit) const
    {
        const QString comma = tr(", ", "between parts of a sentence");
        QString all = comma + tr("%1 a step (global batch %2)")
                                  .arg(seconds(hit.stepSeconds), whole(hit.plan.batch.globalBatch));
        if (m_answer.search.objective == PlanObjective::Memory)
            all += comma + tr("%1 of a device's memory").arg(bytes(hit.peakBytes));
        return all + training(hit);
    }
    [[nodiscard]] QString training(const PlanHit& hit) const
    {
        const QString comma = tr(", ", "between parts of a sentence");
        const bool cost = m_answer.search.objective == PlanObjective::Cost;
        const bool energy = m_answer.search.objective == PlanObjective::Energy;
        if (!hit.trainingSeconds)
            return (cost && hit.currencyPerStep ? comma + tr("%1 a step").arg(money(*hit.currencyPerStep))
                                                : QString()) +
                   (energy && hit.joulesPerStep ? comma + tr("%1 a step").arg(joules(*hit.joulesPerStep))
                                                : QString());
        QString all = comma + tr("the training %1").arg(span(*hit.trainingSeconds));
        if (hit.trainingCurrency)
            all += tr(" and %1", "a training takes a time and a price").arg(money(*hit.trainingCurrency));
        else
            all += tr(", what it costs needs a price of a device and hour");
        if (energy && hit.trainingJoules)
            all += comma + joules(*hit.trainingJoules);
        return all;
    }
    /// Hours with their days.
    [[nodiscard]] QString span(double value) const
    {
        constexpr double kDay = 86400;
        if (value < 2 * kDay)
            return seconds(value);
        const double tenth =
            value < 100 * kDay ? std::round(value / kDay * 10) / 10 : std::round(value / kDay);
        const double days = known(tenth, core::kNumber);
        return tr("%1 (%2 days)").arg(seconds(value), shown(core::realColumn("days", ""), days));
    }

    /// Names the runner-up: of several machines the next machine, else the next plan.
    [[nodiscard]] QString runner() const
    {
        if (m_answer.search.machines.size() > 1) {
            if (m_answer.machines.size() < 2)
                return tr("runner-up: none, it fits on no other of the machines");
            const FoundLayout& other = m_answer.machines[1];
            return tr("runner-up: %1, %2")
                .arg(tr("%1 with %2", "64 × a machine with a layout")
                         .arg(machine(other), differingWords(best().hit.plan, other.hit.plan)),
                     behind(other));
        }
        const FoundLayout* other = runnerUp(m_answer);
        if (other == nullptr)
            return tr("runner-up: none, no other plan fits");
        QString what = differingWords(best().hit.plan, other->hit.plan);
        if (other->hit.devices != best().hit.devices)
            what = tr("%1 with %2", "64 × a machine with a layout").arg(machine(*other), what);
        return tr("runner-up: %1, %2").arg(what, behind(*other));
    }
    [[nodiscard]] QString behind(const FoundLayout& other) const
    {
        const Margin margin = marginOf(best().hit, other.hit);
        return (margin.tied ? tr("%1 behind in time and else equal") : tr("%1 behind"))
            .arg(share(margin.behind));
    }

    /// If the fewest devices lay some of the state beside them: how many it takes to hold all of it.
    [[nodiscard]] QString withoutOffload() const
    {
        if (m_answer.search.objective != PlanObjective::Devices ||
            best().hit.plan.residency == core::Residency{})
            return {};
        const auto gain = std::ranges::find(m_answer.gains, "offload", &PlanSearchAnswer::Gain::of);
        if (gain == m_answer.gains.end())
            return tr("without offload none of these numbers holds it");
        return tr("without offload %1 devices hold it, %2 a step")
            .arg(whole(gain->without.devices), seconds(gain->without.stepSeconds));
    }

    /// What the next smaller number of devices comes to.
    [[nodiscard]] QString fewer() const
    {
        if (!m_answer.fewer)
            return {};
        const PlanHit& hit = *m_answer.fewer;
        const QString devices = whole(hit.devices);
        if (!hit.trainingSeconds)
            return tr("%1 devices take %2 a step").arg(devices, seconds(hit.stepSeconds));
        const auto [limit, part] = brokenLimit(m_answer, hit);
        const QString takes = tr("%1 devices would train for %2").arg(devices, span(*hit.trainingSeconds));
        return limit.empty() ? takes : tr("%1, %2").arg(takes, beyond(limit).arg(share(part)));
    }
    static QString beyond(const std::string& limit)
    {
        if (limit == "budget")
            return tr("%1 beyond the budget");
        return limit == "energy" ? tr("%1 beyond the energy") : tr("%1 beyond the deadline");
    }
    static QString breaks(const std::string& limit)
    {
        if (limit == "budget")
            return tr("the slow end breaks the budget");
        return limit == "energy" ? tr("the slow end breaks the energy")
                                 : tr("the slow end breaks the deadline");
    }

    /// Where the step, the training and its price may come to lie.
    [[nodiscard]] QStringList intervals() const
    {
        const FoundLayout& found = best();
        const PlanHit& hit = found.hit;
        QStringList all{tr("with 80 % confidence %1 to %2 a step")
                            .arg(seconds(found.step.interval.low), seconds(found.step.interval.high)),
                        calibrationLine(found.step)};
        if (hit.trainingSeconds)
            all << tr("%1 to %2 of training")
                       .arg(seconds(*hit.trainingSeconds * lowFactor(found)),
                            seconds(*hit.trainingSeconds * highFactor(found)));
        if (hit.trainingCurrency)
            all << tr("%1 to %2")
                       .arg(money(*hit.trainingCurrency * lowFactor(found)),
                            money(*hit.trainingCurrency * highFactor(found)));
        return all;
    }
    [[nodiscard]] QStringList doubts() const
    {
        const FoundLayout& found = best();
        QStringList all = intervals();
        const bool several = m_answer.search.machines.size() > 1;
        const FoundLayout* other = !several                       ? runnerUp(m_answer)
                                   : m_answer.machines.size() > 1 ? &m_answer.machines[1]
                                                                  : nullptr;
        if (other != nullptr && mayBeFaster(found, *other))
            all << tr("the runner-up may be the faster one");
        for (const std::string& limit : beyondLimits(m_answer))
            all << breaks(limit);
        if (found.fit && found.fit->fit == core::Fit::Tight)
            all << tr("it fills %1 of %2 and may not fit")
                       .arg(bytes(found.fit->need.value()), bytes(found.fit->capacity.value()));
        return all + unverified();
    }
    [[nodiscard]] QStringList nearlyFull(double need, double capacity) const
    {
        const core::Bytes of{capacity};
        if (capacity <= 0 || core::Bytes{need} + core::headroomOf({}, of) <= of)
            return {};
        return {tr("it fills %1 of %2 and may not fit").arg(bytes(need), bytes(capacity))};
    }
    [[nodiscard]] QStringList unverified() const
    {
        const auto count = static_cast<std::int64_t>(m_answer.unverified.size());
        return count == 0 ? QStringList{} : QStringList{tr("unverified figures: %1").arg(whole(count))};
    }

    const PlanSearchAnswer& m_answer;
    const CellText& m_cell;
    std::optional<int> m_digits; ///< of what the best plan takes and costs; none: as tables have it
};

QString Sentence::ofSmallest() const
{
    const auto& sizes = m_answer.sizes;
    const auto fits = [](const DeviceSize& size) { return size.fits; };
    const auto smallest = std::ranges::find_if(sizes, fits);
    const auto needs = [&](const DeviceSize& size) {
        return tr("%1 needs %2 of %3")
            .arg(machineName(size.leanest), bytes(size.needBytes), bytes(size.capacityBytes));
    };
    if (smallest == sizes.end() || m_answer.best.empty())
        return joined(tr("Nothing fits"), {sizes.empty() ? QString() : needs(sizes.back())}, {});
    const QString head = tr("Smallest: %1 of %2, which needs %3 and is fastest with %4")
                             .arg(machine(best()), bytes(smallest->capacityBytes), bytes(smallest->needBytes),
                                  shownText(layoutWords(best().hit.plan)));
    QStringList unsure;
    QString below = tr("none of the machines is smaller");
    if (smallest != sizes.begin()) {
        const DeviceSize& smaller = *(smallest - 1);
        below = needs(smaller);
        const core::Bytes held{smaller.capacityBytes};
        if (core::Bytes{smaller.needBytes} < held + core::headroomOf({}, held))
            unsure << tr("%1 may hold it too").arg(machineName(smaller.leanest));
    }
    const double fastest = best().tracedPeakBytes.value_or(best().hit.peakBytes);
    unsure += nearlyFull(std::max(smallest->needBytes, fastest), smallest->capacityBytes);
    const auto larger = std::find_if(smallest + 1, sizes.end(), fits);
    const QString next = larger == sizes.end()
                             ? tr("runner-up: none of the machines")
                             : tr("runner-up: %1 of %2, %3 more")
                                   .arg(machineName(larger->leanest), bytes(larger->capacityBytes),
                                        share(larger->capacityBytes / smallest->capacityBytes - 1));
    return joined(head + facts(best().hit), {below, next}, unsure + intervals() + unverified());
}

QString Sentence::ofCost() const
{
    const FoundLayout& found = best();
    const PlanHit& hit = found.hit;
    const QString comma = tr(", ", "between parts of a sentence");
    QString head;
    QStringList more;
    if (hit.trainingSeconds && hit.trainingCurrency) {
        head = tr("The run on %1 takes %2 and costs %3")
                   .arg(machine(found), span(*hit.trainingSeconds), money(*hit.trainingCurrency));
    } else if (hit.trainingSeconds) {
        head = tr("The run on %1 takes %2").arg(machine(found), span(*hit.trainingSeconds));
        more << tr("what it costs needs the price of a device and hour");
    } else if (hit.currencyPerStep) {
        head = tr("A step on %1 costs %2").arg(machine(found), money(*hit.currencyPerStep));
        more << tr("what the run costs needs its tokens");
    } else {
        head = tr("A step on %1 takes %2").arg(machine(found), seconds(hit.stepSeconds));
        more << tr("what the run costs needs its tokens and the price of a device and hour");
    }
    if (hit.trainingJoules)
        head += comma + tr("with %1 of energy").arg(joules(*hit.trainingJoules));
    else if (hit.joulesPerStep)
        head += comma + tr("with %1 of energy").arg(joules(*hit.joulesPerStep));
    return joined(head, more, intervals() + unverified());
}

QString Sentence::ofLargest(const LargestModel& largest) const
{
    const QString head = tr("Largest: %1 layers with %2 parameters on %3, %4")
                             .arg(whole(largest.layers), whole(std::llround(largest.parameters)),
                                  machine(best()), shownText(layoutWords(best().hit.plan)));
    QString more;
    if (largest.beyond) {
        const PlanHit& hit = largest.beyond->hit;
        const double need = std::max(hit.peakBytes, largest.beyond->tracedPeakBytes.value_or(0));
        more = need > hit.capacityBytes
                   ? tr("one layer more needs %1 of %2").arg(bytes(need), bytes(hit.capacityBytes))
                   : tr("one layer more needs memory beside the devices that there is not");
    }
    return joined(head + facts(best().hit), {runner(), more}, doubts());
}

QString Sentence::ofNearest() const
{
    QStringList more;
    if (!m_answer.nearest.empty()) {
        const FoundLayout& near = m_answer.nearest.front();
        const double need = std::max(near.hit.peakBytes, near.tracedPeakBytes.value_or(0));
        const QString plan = tr("%1 with %2", "64 × a machine with a layout")
                                 .arg(machine(near), shownText(layoutWords(near.hit.plan)));
        more << (need > near.hit.capacityBytes ? tr("the nearest plan, %1, needs %2 of %3")
                                                     .arg(plan, bytes(need), bytes(near.hit.capacityBytes))
                                               : tr("the nearest plan is %1%2").arg(plan, facts(near.hit)));
    }
    QStringList helps;
    const core::Table table = relaxTable(m_answer);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (!m_answer.relax[row].least)
            continue;
        const bool amount = !std::holds_alternative<std::monostate>(table.rows[row][3]);
        const QString name = shownText(m_answer.relax[row].constraint);
        helps << (amount ? tr("%1 (%2 in place of %3)", "a constraint: what is needed, what was asked")
                               .arg(name, m_cell(table, row, 3), m_cell(table, row, 2))
                         : name);
    }
    if (!m_answer.relax.empty())
        more << (helps.isEmpty() ? beyondOne()
                                 : tr("relaxing one of these helps: %1")
                                       .arg(helps.join(tr(", ", "between parts of a sentence"))));
    return joined(tr("Nothing fits"), more, {});
}

/// What giving up more than one constraint comes to.
QString Sentence::beyondOne() const
{
    const QString one = tr("relaxing no one constraint helps");
    if (m_answer.givingAtLeast == 0)
        return tr("%1, nor does giving up all of them").arg(one);
    QStringList pairs;
    for (const RelaxedTogether& pair : m_answer.together)
        pairs << tr("%1 with %2", "two constraints")
                     .arg(shownText(pair.constraints.front()), shownText(pair.constraints.back()));
    if (!pairs.isEmpty())
        return tr("%1, giving up two does: %2").arg(one, pairs.join(tr(", ", "between parts of a sentence")));
    return m_answer.givingAtLeast > 2 ? tr("%1, nor any two: at least three have to give").arg(one)
                                      : tr("%1: at least two have to give").arg(one);
}

} // namespace

QString answerSentence(const PlanSearchAnswer& answer, const CellText& cell, SentenceDigits digits)
{
    const Sentence sentence(answer, cell, digits);
    if (!answer.sizes.empty())
        return sentence.ofSmallest();
    return answer.best.empty() ? sentence.ofNearest() : sentence.ofBest();
}

QString costSentence(const PlanSearchAnswer& answer, const CellText& cell, SentenceDigits digits)
{
    const Sentence sentence(answer, cell, digits);
    return answer.best.empty() ? sentence.ofNearest() : sentence.ofCost();
}

std::pair<QString, QString> answerAndDoubts(const QString& sentence)
{
    const QString pause = Sentence::pause();
    const qsizetype at = sentence.indexOf(pause);
    if (at < 0)
        return {sentence, {}};
    QString doubts = sentence.mid(at + pause.size());
    if (!doubts.isEmpty())
        doubts[0] = doubts[0].toUpper(); // a sentence of its own, here
    return {Sentence::tr("%1.", "a sentence").arg(sentence.left(at)), doubts};
}

QString largestSentence(const LargestModel& largest, const CellText& cell, SentenceDigits digits)
{
    const Sentence sentence(largest.answer, cell, digits);
    return largest.answer.best.empty() ? sentence.ofNearest() : sentence.ofLargest(largest);
}

QString brokenText(const PlanSearchAnswer& answer)
{
    const planner::PlanTally& tally = answer.outcome.tally;
    if (!tally.broken)
        return {};
    const auto counted = tally.pruned.find("broken");
    const std::int64_t plans = counted == tally.pruned.end() ? 1 : counted->second;
    return Sentence::tr("Plans without an answer: %1. The first of them: %2")
        .arg(QString::number(plans), errorText(*tally.broken));
}

QString sofarSentence(const PlanHit* best, const std::vector<std::string>& machines, const CellText& cell)
{
    if (best == nullptr)
        return Sentence::tr("Nothing does what was asked. Looking for what would help …");
    const core::Table facts{"fact",
                            "",
                            {core::integerColumn("n", ""), core::secondsColumn("s", "")},
                            {{best->devices, best->stepSeconds}}};
    const QString machine = cell(facts, 0, 0) + QStringLiteral(" × ") + shownText(machines[best->machine]);
    return Sentence::tr("%1.", "a sentence")
        .arg(Sentence::tr("So far: %1, %2 a step", "a plan, and its time")
                 .arg(Sentence::tr("%1 with %2", "64 × a machine with a layout")
                          .arg(machine, shownText(layoutWords(best->plan))),
                      cell(facts, 0, 1)));
}

QString whySentence(const WhyNot& why, const CellText& cell)
{
    QStringList parts;
    const core::Table table = whyTable(why);
    if (why.slower > 0) {
        const core::Table share{"fact", "", {core::fractionColumn("part", "")}, {{why.slower}}};
        QString slower = Sentence::tr("It is %1 slower than the best plan a sample").arg(cell(share, 0, 0));
        if (why.parts.size() > 1 && why.parts[1].seconds > why.parts[1].bestSeconds)
            slower =
                Sentence::tr("%1, most of all in %2 (%3)").arg(slower, cell(table, 1, 0), cell(table, 1, 3));
        parts << Sentence::tr("%1.", "a sentence").arg(slower);
    }
    const core::Table kept = beyondTable(why);
    QStringList beyond;
    for (std::size_t row = 0; row < kept.rows.size(); ++row) {
        const WhyNot::Beyond& one = why.beyond[row];
        beyond << (one.rule.empty()
                       ? Sentence::tr("%1 (%2 in place of %3)",
                                      "a constraint: what is needed, what was asked")
                             .arg(shownText(one.constraint), cell(kept, row, 2), cell(kept, row, 1))
                       : Sentence::tr("%1 (%2)", "a constraint and the rule that is broken")
                             .arg(shownText(one.constraint), phraseText(one.rule)));
    }
    if (!beyond.isEmpty())
        parts << Sentence::tr("%1.", "a sentence")
                     .arg(Sentence::tr("It does not keep what was asked: %1")
                              .arg(beyond.join(Sentence::tr(", ", "between parts of a sentence"))));
    return parts.join(QLatin1Char('\n'));
}

} // namespace shardscope::app

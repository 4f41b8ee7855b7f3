// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/work_rules.h"

#include "core/base/ascii.h"
#include "core/base/check.h"
#include "core/io/spec_reader.h"
#include "core/kinds/shipped_rules.h"

#include <algorithm>
#include <iterator>

namespace shardscope::core {

namespace {

/// The start of a name in lower case. Kernel names go on for kilobytes of template arguments that would
/// mislead.
std::string lowerHead(std::string_view name)
{
    constexpr std::size_t kHead = 200;
    return lowered(name.substr(0, kHead));
}

bool anyMatches(const std::vector<Glob>& globs, std::string_view lower)
{
    return std::ranges::any_of(globs, [&](const Glob& glob) { return glob.matches(lower); });
}

WorkClass collectiveClass(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllToAll: return WorkClass::CollectiveExpert;
    case CollectiveKind::Send:
    case CollectiveKind::Receive:
    case CollectiveKind::PointToPoint: return WorkClass::PointToPoint;
    default: return WorkClass::CollectiveReplica;
    }
}

} // namespace

OpClass opClassOf(WorkClass work)
{
    switch (work) {
    case WorkClass::Product:
    case WorkClass::GroupedProduct: return OpClass::MatrixProduct;
    case WorkClass::Attention: return OpClass::Attention;
    case WorkClass::Embedding: return OpClass::Embedding;
    case WorkClass::Optimizer: return OpClass::Optimizer;
    case WorkClass::CollectiveTensor: return OpClass::CollectiveTensor;
    case WorkClass::CollectiveReplica: return OpClass::CollectiveReplica;
    case WorkClass::CollectiveExpert: return OpClass::CollectiveExpert;
    case WorkClass::PointToPoint: return OpClass::PointToPoint;
    case WorkClass::Copy: return OpClass::Copy;
    case WorkClass::Host: return OpClass::Host;
    case WorkClass::Idle: return OpClass::Idle;
    case WorkClass::Norm:
    case WorkClass::Elementwise:
    case WorkClass::Routing:
    case WorkClass::Quantise:
    case WorkClass::Loss:
    case WorkClass::Unknown: break;
    }
    return OpClass::Elementwise;
}

/// Takes files one after the other.
class WorkRules::Reader {
public:
    explicit Reader(WorkRules& rules)
        : m_rules(rules)
    {
    }

    Result<Done> take(const RuleFile& file)
    {
        auto document = parseJsonText(file.text, file.name);
        if (!document)
            return document.error().in(file.name);
        m_file = file.name;
        FirstError errors;
        SpecReader reader(*document, {}, errors);
        m_source = reader.textOr("source", {});
        static_cast<void>(reader.textOr("about", {}));
        reader.eachOf("rows", false, [&](SpecReader& row) { takeRow(row); });
        reader.eachOf("names", false, [&](SpecReader& name) { takeName(name); });
        reader.eachOf("collectives", false, [&](SpecReader& word) { takeWord(word); });
        reader.eachOf("counters", false, [&](SpecReader& counter) { takeCounter(counter); });
        reader.rejectUnused();
        if (errors)
            return errors.get()->in(file.name);
        return Done{};
    }

private:
    /// A pattern, or a list of them.
    static std::vector<Glob> globsOf(SpecReader& reader, std::string_view key, bool required = false)
    {
        const Value* const value = reader.find(key);
        std::vector<Glob> globs;
        if (value == nullptr) {
            if (required)
                reader.fail(ErrorCode::MissingKey, {std::string(key)});
            return globs;
        }
        const bool list = value->kind == Value::Kind::Array;
        const std::span<const Value> texts = list ? std::span(value->items) : std::span(value, 1);
        for (const Value& text : texts) {
            if (text.kind != Value::Kind::Text)
                reader.fail(ErrorCode::WrongType, {"text", std::string(kindName(text.kind))}, key);
            else
                globs.emplace_back(text.text);
        }
        return globs;
    }

    template <NamedEnum Enum>
    static std::int8_t choiceOf(SpecReader& reader, std::string_view key)
    {
        const std::size_t none = namesOf<Enum>().size();
        const std::size_t choice = reader.choiceOr(key, namesOf<Enum>(), none);
        return static_cast<std::int8_t>(choice == none ? -1 : static_cast<int>(choice));
    }

    static On onOf(SpecReader& reader)
    {
        static const std::vector<std::string> kNames{"any", "device", "host"};
        return static_cast<On>(reader.choiceOr("on", kNames, 0));
    }

    void takeRow(SpecReader& reader)
    {
        RowRule row;
        static_cast<void>(reader.textOr("maker", {}));
        static_cast<void>(reader.textOr("source", {}));
        row.categories = globsOf(reader, "category");
        row.on = onOf(reader);
        row.role = static_cast<Role>(reader.choice("role", namesOf<Role>()));
        row.work = choiceOf<WorkClass>(reader, "class");
        row.device = reader.flagOr("device", row.role <= Role::Part);
        Place place{globsOf(reader, "process"), globsOf(reader, "thread"), false};
        if (!place.processes.empty() || !place.threads.empty()) {
            // A thread's name alone tells what rows are on a device, not that they are on one.
            place.device = row.device && !place.processes.empty();
            constexpr std::size_t kMost = 64;
            if (m_rules.m_places.size() == kMost)
                reader.fail(ErrorCode::OutOfRange, {std::to_string(kMost + 1), "0", std::to_string(kMost)});
            row.place = static_cast<std::int32_t>(m_rules.m_places.size());
            m_rules.m_places.push_back(std::move(place));
        }
        reader.rejectUnused();
        m_rules.m_rows.push_back(std::move(row));
    }

    void takeName(SpecReader& reader)
    {
        NameRule rule;
        rule.match = globsOf(reader, "match", true);
        rule.unless = globsOf(reader, "unless");
        rule.categories = globsOf(reader, "category");
        rule.on = onOf(reader);
        rule.role = choiceOf<Role>(reader, "role");
        rule.work = choiceOf<WorkClass>(reader, "class");
        rule.collective = choiceOf<CollectiveKind>(reader, "collective");
        rule.launch = choiceOf<LaunchCall>(reader, "launch");
        rule.host = choiceOf<HostWork>(reader, "host");
        rule.collectiveRow = choiceOf<CollectiveRow>(reader, "collective_row");
        rule.framework = choiceOf<RecordedProgram>(reader, "framework");
        std::string source = reader.textOr("source", m_source);
        reader.rejectUnused();
        m_rules.m_names.push_back(std::move(rule));
        m_rules.m_named.push_back({m_file + reader.pointer(), std::move(source)});
    }

    void takeWord(SpecReader& reader)
    {
        Word word{globsOf(reader, "match", true), CollectiveKind::Other};
        word.kind = static_cast<CollectiveKind>(reader.choice("collective", namesOf<CollectiveKind>()));
        reader.rejectUnused();
        m_rules.m_words.push_back(std::move(word));
    }

    void takeCounter(SpecReader& reader)
    {
        std::ranges::move(globsOf(reader, "match", true), std::back_inserter(m_rules.m_allocations));
        static const std::vector<std::string> kNames{"allocated_bytes"};
        static_cast<void>(reader.choice("counts", kNames));
        reader.rejectUnused();
    }

    WorkRules& m_rules;
    std::string m_file;
    std::string m_source;
};

const WorkRules& WorkRules::shipped()
{
    static const std::shared_ptr<const WorkRules> rules = [] {
        auto made = with({});
        SHARDSCOPE_CHECK(made.ok()); // they are part of the program
        return std::move(made).value();
    }();
    return *rules;
}

Result<std::shared_ptr<const WorkRules>> WorkRules::with(const std::vector<RuleFile>& files)
{
    const auto rules = std::make_shared<WorkRules>();
    Reader reader(*rules);
    for (const RuleFile& file : files)
        SHARDSCOPE_TRY_DONE(reader.take(file));
    for (const auto& [name, text] : shippedRuleFiles())
        SHARDSCOPE_TRY_DONE(reader.take({std::string(name), std::string(text)}));
    rules->index();
    return std::shared_ptr<const WorkRules>(rules);
}

void WorkRules::index()
{
    std::vector<std::string> literals;
    for (std::size_t rule = 0; rule < m_names.size(); ++rule) {
        for (const Glob& glob : m_names[rule].match) {
            std::string literal = glob.literal();
            if (literal.empty()) {
                m_always.push_back(static_cast<std::uint32_t>(rule));
                continue;
            }
            literals.push_back(std::move(literal));
            m_ruleOf.push_back(static_cast<std::uint32_t>(rule));
        }
    }
    m_search = LiteralSearch(literals);
}

TrackRule WorkRules::trackOf(std::string_view process, std::string_view thread, bool device) const
{
    TrackRule track{0, device};
    const std::string processName = lowerHead(process);
    const std::string threadName = lowerHead(thread);
    for (std::size_t at = 0; at < m_places.size(); ++at) {
        const Place& place = m_places[at];
        if ((place.processes.empty() || anyMatches(place.processes, processName)) &&
            (place.threads.empty() || anyMatches(place.threads, threadName))) {
            track.places |= std::uint64_t{1} << at;
            track.device = track.device || place.device;
        }
    }
    return track;
}

bool WorkRules::isDevice(std::string_view process, std::string_view thread) const
{
    return trackOf(process, thread, false).device;
}

const WorkRules::RowRule* WorkRules::rowRule(std::string_view lowerCategory, const TrackRule& track) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const RowRule& row) {
        const bool here = row.place < 0 || (track.places >> row.place & 1) != 0;
        const bool there = row.on == On::Any || (row.on == On::Device) == track.device;
        return here && there && (row.categories.empty() || anyMatches(row.categories, lowerCategory));
    });
    return found == m_rows.end() ? nullptr : &*found;
}

RowVerdict WorkRules::ofRow(const RowRule* row, const TrackRule& track)
{
    RowVerdict verdict;
    verdict.device = row != nullptr ? row->device : track.device;
    if (row == nullptr)
        return verdict;
    verdict.role = row->role;
    verdict.work = row->work >= 0                   ? static_cast<WorkClass>(row->work)
                   : row->role == Role::Compute     ? WorkClass::Unknown
                   : row->role == Role::Communicate ? collectiveClass(CollectiveKind::Other)
                   : row->role == Role::Copy        ? WorkClass::Copy
                                                    : WorkClass::Host;
    return verdict;
}

RowVerdict WorkRules::rowVerdict(std::string_view category, const TrackRule& track) const
{
    return ofRow(rowRule(lowerHead(category), track), track);
}

template <class Visit>
void WorkRules::forEachHolding(std::string_view lower, std::string_view category, bool device,
                               Visit visit) const
{
    std::vector<std::uint32_t> rules = m_always;
    m_search.forEachIn(lower, [&](std::uint32_t literal) { rules.push_back(m_ruleOf[literal]); });
    std::ranges::sort(rules);
    rules.erase(std::unique(rules.begin(), rules.end()), rules.end()); // clang 14 has no ranges::unique
    for (const std::uint32_t index : rules) {
        const NameRule& rule = m_names[index];
        const bool there = rule.on == On::Any || (rule.on == On::Device) == device;
        if (there && (rule.categories.empty() || anyMatches(rule.categories, category)) &&
            anyMatches(rule.match, lower) && !anyMatches(rule.unless, lower) && !visit(index))
            return;
    }
}

RowVerdict WorkRules::verdict(std::string_view name, std::string_view category, const TrackRule& track) const
{
    const std::string lower = lowerHead(name);
    const std::string lowerCategory = lowerHead(category);
    const RowRule* const row = rowRule(lowerCategory, track);
    RowVerdict verdict = ofRow(row, track);
    const NameRule* work =
        nullptr; // what tells the work; names are asked where the row's kind leaves it open
    const bool open =
        row == nullptr || (row->work < 0 && (row->role == Role::Compute || row->role > Role::Result));
    const auto takeFirst = [](auto& field, std::int8_t said) {
        if (static_cast<int>(field) == 0 && said >= 0)
            field = static_cast<std::remove_reference_t<decltype(field)>>(said);
    };
    forEachHolding(lower, lowerCategory, verdict.device && verdict.role <= Role::Part,
                   [&](std::uint32_t index) {
                       const NameRule& rule = m_names[index];
                       if (work == nullptr && open && (rule.role >= 0 || rule.work >= 0))
                           work = &rule;
                       takeFirst(verdict.launch, rule.launch);
                       takeFirst(verdict.host, rule.host);
                       takeFirst(verdict.collectiveRow, rule.collectiveRow);
                       takeFirst(verdict.framework, rule.framework);
                       return true;
                   });
    if (work != nullptr)
        applyName(*work, verdict);
    const bool communicates = core::communicates(opClassOf(verdict.work));
    if (work != nullptr && work->collective >= 0)
        verdict.collective = static_cast<CollectiveKind>(work->collective);
    else if (communicates || verdict.collectiveRow == CollectiveRow::Call)
        verdict.collective = collectiveOf(name);
    const bool said = (work != nullptr && work->work >= 0) || (row != nullptr && row->work >= 0);
    if (communicates && !said)
        verdict.work = collectiveClass(verdict.collective);
    return verdict;
}

/// A name turns a device's computing into something else; a row of the host stays what it is.
void WorkRules::applyName(const NameRule& rule, RowVerdict& verdict)
{
    const auto named = static_cast<WorkClass>(rule.work);
    const Role role = rule.role >= 0                                           ? static_cast<Role>(rule.role)
                      : rule.work >= 0 && core::communicates(opClassOf(named)) ? Role::Communicate
                                                                               : Role::Compute;
    if (verdict.role == Role::Compute)
        verdict.role = role;
    verdict.work = rule.work >= 0              ? named
                   : role == Role::Communicate ? collectiveClass(CollectiveKind::Other)
                   : role == Role::Copy        ? WorkClass::Copy
                   : role == Role::Compute     ? WorkClass::Elementwise
                                               : WorkClass::Host;
}

CollectiveKind WorkRules::collectiveOf(std::string_view word) const
{
    const std::string lower = lowerHead(word);
    const auto found =
        std::ranges::find_if(m_words, [&](const Word& known) { return anyMatches(known.match, lower); });
    return found == m_words.end() ? CollectiveKind::Other : found->kind;
}

bool WorkRules::countsAllocations(std::string_view counter) const
{
    return anyMatches(m_allocations, lowerHead(counter));
}

std::vector<std::size_t> WorkRules::holding(std::string_view name, std::string_view category,
                                            const TrackRule& track) const
{
    const std::string lowerCategory = lowerHead(category);
    const RowVerdict row = ofRow(rowRule(lowerCategory, track), track);
    std::vector<std::size_t> rules;
    forEachHolding(lowerHead(name), lowerCategory, row.device && row.role <= Role::Part,
                   [&](std::uint32_t index) {
                       rules.push_back(index);
                       return true;
                   });
    return rules;
}

} // namespace shardscope::core

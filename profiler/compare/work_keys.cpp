// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/work_keys.h"

#include "profiler/analyze/device/operation_arguments.h"
#include "profiler/analyze/device/operation_flops.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/track_walk.h"
#include "profiler/compare/layers.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/trace/copy_direction.h"
#include "profiler/trace/mesh_from_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

using core::Pass;
using core::WorkClass;
using core::WorkKey;

/// How autograd's engine calls the execution of a node (torch/csrc/autograd/engine.cpp).
constexpr std::string_view kNode = "autograd::engine::evaluate_function";
/// How a step of an optimizer is called (torch/optim/optimizer.py).
constexpr std::string_view kUpdate = "Optimizer.step";

/// The operator that a launch lies in, and what stands around it.
struct Caller {
    std::uint32_t operation = kNoRow; ///< the innermost operator
    std::uint32_t node = kNoRow;      ///< the innermost node of autograd's engine
    bool update = false;
    bool again = false; ///< in a node, an operator that makes nodes: forward once more
};

/// An operator that numbers itself, of which a node of autograd's engine may be the gradient.
struct Maker {
    std::int64_t number = 0;
    std::int64_t begin = 0;
    std::uint32_t row = 0;
    friend auto operator<=>(const Maker&, const Maker&) = default;
};

/// The extents of the operand with most elements: "8x1024" for "[[8, 1024], [], [1024]]".
std::string largestOperand(std::string_view object)
{
    const Shape* best = nullptr;
    double most = 0;
    const OperationArguments arguments = readArguments(object);
    for (const Shape& operand : arguments.shapes) {
        const bool known = std::ranges::all_of(operand, [](double size) { return size >= 0; });
        if (known && !operand.empty() && product(operand) > most) {
            most = product(operand);
            best = &operand;
        }
    }
    return best == nullptr ? std::string() : shapeText(*best);
}

/// "8192x1024 1024x3072" is "8192x1024x3072"; of other than products as it is.
std::string productShape(const std::string& operands)
{
    const std::size_t space = operands.find(' ');
    const std::size_t last = operands.rfind('x');
    if (space == std::string::npos || last == std::string::npos || last < space)
        return operands;
    return operands.substr(0, space) + operands.substr(last);
}

class Reader {
public:
    Reader(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_part(input.ranks()[part])
        , m_work(input.deviceWork(part))
        , m_launches(launches)
    {
    }

    /// Which group each communicating row is of, where its name or its use tells.
    core::Result<core::Done> findGroups(const core::Task& task)
    {
        if (std::ranges::find(m_work.kinds, KernelKind::Communication) == m_work.kinds.end())
            return core::Done{};
        SHARDSCOPE_TRY(const RankInput* const ranks, m_input.rankInput(task));
        const Collectives& collectives = ranks->collectives;
        const MeshFromGroups mesh = meshFromGroups(m_input.run(), collectives);
        for (const CollectiveCall& call : collectives.calls) {
            if (call.device && call.source == m_part.source)
                m_axisOf[call.row] = mesh.roles[call.group].axis;
        }
        return core::Done{};
    }

    /// Rows of a plan's simulation say what they are.
    core::Result<bool> readPlanned(const core::Task& task)
    {
        constexpr std::size_t kSample = 64; // a recording's rows have no pass, and most runs are recordings
        const std::vector<std::uint32_t>& rows = m_work.rows;
        std::vector<Note> notes(std::min(kSample, rows.size()));
        SHARDSCOPE_TRY_DONE(m_input.columns().visit(
            std::span(rows).first(notes.size()),
            [&](std::size_t at, std::string_view object) { notes[at] = noteOf(object); }, task));
        if (std::ranges::none_of(notes, [](const Note& one) { return !one.pass.empty(); }))
            return false;
        notes.assign(rows.size(), {});
        SHARDSCOPE_TRY_DONE(m_input.columns().visit(
            rows, [&](std::size_t at, std::string_view object) { notes[at] = noteOf(object); }, task));
        for (std::size_t at = 0; at < rows.size(); ++at) {
            const Note& note = notes[at];
            WorkKey key = ofName(at);
            key.operation = withoutMark(key.operation);
            key.pass = note.pass == "optimizer" ? Pass::Update
                                                : core::fromName<Pass>(note.pass).value_or(Pass::Unknown);
            key.pass = core::comparedPass(key.pass);
            key.kind = core::fromName<WorkClass>(note.kind).value_or(key.kind);
            key.shape = note.shape;
            key.at = note.at;
            if (core::communicates(core::opClassOf(key.kind)))
                key.pass = Pass::Unknown; // a recording does not tell whose it is
            if (key.pass == Pass::Backward)
                key.forward = key.operation;
            m_keys.of.push_back(numberOf(key));
        }
        m_keys.planned = true;
        m_keys.toForward = 1;
        return true;
    }

    core::Result<core::Done> readRecorded(const core::Task& task)
    {
        SHARDSCOPE_TRY(const IntegerColumn* const sequence,
                       m_input.columns().integers(ArgKey::SequenceNumber, task));
        findCallers(*sequence);
        findForward(*sequence);
        SHARDSCOPE_TRY_DONE(readShapes(task));
        std::int64_t backward = 0;
        std::int64_t led = 0;
        m_keys.of.reserve(m_work.rows.size());
        for (std::size_t at = 0; at < m_work.rows.size(); ++at) {
            const std::uint32_t number = numberOf(at);
            const WorkKey& key = m_keys.keys[number];
            m_keys.of.push_back(number);
            if (key.pass == Pass::Backward) {
                const core::Interval time = m_work.time(m_timeline, at);
                backward += time.end - time.begin;
                led += key.forward.empty() ? 0 : time.end - time.begin;
            }
        }
        m_keys.toForward = backward > 0 ? static_cast<double>(led) / static_cast<double>(backward) : 0;
        place();
        return core::Done{};
    }

    WorkKeys take() { return std::move(m_keys); }

private:
    struct Note {
        std::string pass, kind, shape;
        core::WorkPlace at;
    };
    /// What a row's key depends on, as numbers: rows are many, keys few.
    using Marks = std::array<std::uint32_t, 8>;
    struct MarksHash {
        std::size_t operator()(const Marks& marks) const
        {
            std::size_t hash = 0;
            for (const std::uint32_t mark : marks)
                hash = (hash ^ mark) * 0x9E3779B97F4A7C15ULL; // golden ratio, as Fibonacci hashing
            return hash ^ (hash >> 32U);
        }
    };
    static Note noteOf(std::string_view object)
    {
        Note note;
        json::walkObject(object, [&](std::string_view key, std::string_view value) {
            if (key == "pass")
                note.pass = json::textOf(value);
            else if (key == "class")
                note.kind = json::textOf(value);
            else if (key == "shape")
                note.shape = json::textOf(value);
            else if (key == "layer")
                note.at.layer = static_cast<std::int16_t>(json::realOf(value).value_or(-1));
            else if (key == "place")
                note.at.place = static_cast<std::int16_t>(json::realOf(value).value_or(-1));
        });
        return note;
    }
    /// The mark by which names are told to be products.
    static std::string withoutMark(const std::string& name)
    {
        constexpr std::string_view kMark = " (gemm)";
        return name.ends_with(kMark) ? name.substr(0, name.size() - kMark.size()) : name;
    }

    [[nodiscard]] std::string_view nameOf(std::uint32_t row) const
    {
        const core::NameId name = m_timeline.name()[row];
        return name.valid() ? m_input.text(name) : std::string_view();
    }

    static bool isCollective(WorkClass kind)
    {
        return kind == WorkClass::CollectiveTensor || kind == WorkClass::CollectiveReplica ||
               kind == WorkClass::CollectiveExpert;
    }
    /// The class of collectives in a group along \p axis.
    static std::optional<WorkClass> kindOf(GroupAxis axis)
    {
        switch (axis) {
        case GroupAxis::Tensor: return WorkClass::CollectiveTensor;
        case GroupAxis::Expert: return WorkClass::CollectiveExpert;
        case GroupAxis::Replica: return WorkClass::CollectiveReplica;
        default: return std::nullopt;
        }
    }
    [[nodiscard]] std::uint32_t axisOf(std::size_t at) const
    {
        const auto axis = m_axisOf.find(m_work.rows[at]);
        return axis == m_axisOf.end() ? 0 : static_cast<std::uint32_t>(axis->second);
    }

    [[nodiscard]] WorkKey ofName(std::size_t at) const
    {
        const core::RowVerdict& verdict = m_input.kinds().of(m_work.rows[at]);
        WorkKey key;
        key.kind = verdict.work;
        if (m_work.kinds[at] == KernelKind::Copy)
            key.kind = WorkClass::Copy;
        else if (m_work.kinds[at] == KernelKind::Communication &&
                 !core::communicates(core::opClassOf(verdict.work)))
            key.kind = WorkClass::CollectiveReplica;
        if (const auto axis = m_axisOf.find(m_work.rows[at]);
            axis != m_axisOf.end() && isCollective(key.kind))
            key.kind = kindOf(axis->second).value_or(key.kind);
        key.collective = verdict.collective;
        key.operation = comparableName(nameOf(m_work.rows[at]));
        return key;
    }

    std::uint32_t numberOf(const WorkKey& key)
    {
        const auto [found, isNew] = m_known.try_emplace(key, static_cast<std::uint32_t>(m_keys.keys.size()));
        if (isNew)
            m_keys.keys.push_back(key);
        return found->second;
    }

    [[nodiscard]] const Caller* callerOf(std::uint32_t call) const
    {
        const std::uint32_t number = call == kNoRow ? kNoRow : m_callerOf[call];
        return number == kNoRow ? nullptr : &m_callers[number];
    }
    [[nodiscard]] std::uint32_t forwardOf(const Caller& caller) const
    {
        return caller.node == kNoRow ? kNoRow : m_forwardOf[caller.node];
    }

    /// The number of a recorded row's key.
    std::uint32_t numberOf(std::size_t at)
    {
        const std::uint32_t call = m_launches.origin(at);
        const Caller* const caller = callerOf(call);
        const core::RowVerdict& verdict = m_input.kinds().of(m_work.rows[at]);
        Marks marks{m_timeline.name()[m_work.rows[at]].value,
                    axisOf(at) * 0x1000000U + static_cast<std::uint32_t>(m_work.kinds[at]) * 0x10000U +
                        static_cast<std::uint32_t>(verdict.work) * 0x100U +
                        static_cast<std::uint32_t>(verdict.collective),
                    kNoRow,
                    kNoRow,
                    kNoRow,
                    kNoRow,
                    0,
                    0};
        if (caller != nullptr) {
            marks[6] = (caller->update ? 1U : 0U) + (caller->again ? 2U : 0U) +
                       (caller->node == kNoRow ? 0U : 4U) + 8U;
            if (caller->operation != kNoRow) {
                marks[2] = m_timeline.name()[caller->operation].value;
                marks[3] = shapeNumber(caller->operation);
                marks[7] = static_cast<std::uint32_t>(m_input.kinds().of(caller->operation).work);
            }
            if (const std::uint32_t forward = forwardOf(*caller); forward != kNoRow) {
                marks[4] = m_timeline.name()[forward].value;
                marks[5] = shapeNumber(forward);
            }
        }
        const auto [known, isNew] = m_marked.try_emplace(marks, 0);
        if (isNew) {
            WorkKey key = ofName(at);
            if (caller != nullptr)
                addCaller(*caller, key);
            known->second = numberOf(key);
        }
        return known->second;
    }

    /// Layers, by what repeats of the kernels that compute.
    void place()
    {
        using Begin = std::pair<std::int64_t, std::uint32_t>; // and index into the work's rows
        std::vector<Begin> order;                             // of computing rows whose pass is known
        for (std::uint32_t at = 0; at < m_work.rows.size(); ++at) {
            if (m_work.kinds[at] == KernelKind::Compute && m_keys.keys[m_keys.of[at]].pass != Pass::Unknown)
                order.emplace_back(m_timeline.ts()[m_work.rows[at]], at);
        }
        if (!std::ranges::is_sorted(order))
            std::ranges::sort(order);
        std::vector<PlacedRow> placed;
        placed.reserve(order.size());
        for (const auto& [begin, at] : order) {
            const Caller* const caller = callerOf(m_launches.origin(at));
            const std::uint32_t own = m_timeline.name()[m_work.rows[at]].value;
            const std::uint32_t call = caller == nullptr ? kNoRow : caller->operation;
            placed.push_back({own,
                              call,
                              m_keys.keys[m_keys.of[at]].pass,
                              {},
                              call == kNoRow ? own : m_timeline.name()[call].value});
        }
        placeLayers(placed);
        std::unordered_map<std::uint64_t, std::uint32_t> known;
        for (std::size_t row = 0; row < placed.size(); ++row) {
            const core::WorkPlace& where = placed[row].at;
            if (where.layer < 0)
                continue;
            std::uint32_t& number = m_keys.of[order[row].second];
            const auto [found, isNew] = known.try_emplace(
                static_cast<std::uint64_t>(number) << 32U |
                    static_cast<std::uint64_t>(static_cast<std::uint16_t>(where.layer)) << 16U |
                    static_cast<std::uint16_t>(where.place),
                0);
            if (isNew) {
                WorkKey key = m_keys.keys[number];
                key.at = where;
                found->second = numberOf(key);
            }
            number = found->second;
        }
    }

    /// Walks the host's threads once; launches know what is open around them.
    void findCallers(const IntegerColumn& sequence)
    {
        const std::vector<bool> nodes = namesWith(kNode);
        const std::vector<bool> updates = namesWith(kUpdate);
        std::vector<bool> launches(m_timeline.sliceCount(), false);
        m_callerOf.assign(m_timeline.sliceCount(), kNoRow);
        for (std::size_t at = 0; at < m_launches.launch.size(); ++at) {
            if (const std::uint32_t call = m_launches.origin(at); call != kNoRow)
                launches[call] = true;
        }
        for (const core::TrackId id : m_part.tracks) {
            if (m_timeline.tracks()[id.index()].device)
                continue;
            std::vector<Caller> open;
            walkTrack(
                m_timeline, id,
                [&](std::uint32_t row, std::size_t) {
                    Caller around = open.empty() ? Caller{} : open.back();
                    const core::NameId name = m_timeline.name()[row];
                    if (m_input.kinds().of(row, id).role == core::Role::Operator)
                        enter(row, name.valid() && nodes[name.index()], sequence, around);
                    around.update = around.update || (name.valid() && updates[name.index()]);
                    if (launches[row]) {
                        m_callerOf[row] = static_cast<std::uint32_t>(m_callers.size());
                        m_callers.push_back(around);
                    }
                    open.push_back(around);
                },
                [&](std::uint32_t, std::size_t) { open.pop_back(); });
        }
    }

    /// For each name whether it begins with \p words.
    [[nodiscard]] std::vector<bool> namesWith(std::string_view words) const
    {
        std::vector<bool> all(m_timeline.names().size());
        for (std::size_t name = 0; name < all.size(); ++name)
            all[name] = m_timeline.names().text(core::NameId{name}).starts_with(words);
        return all;
    }

    void enter(std::uint32_t row, bool isNode, const IntegerColumn& sequence, Caller& around)
    {
        around.operation = row;
        const std::int64_t number = sequence[row];
        if (isNode) {
            around.node = row;
            around.again = false;
            if (number >= 0)
                m_nodes.push_back(row);
            return;
        }
        // A node's own function has its number; what has another one makes nodes of its own.
        around.again =
            around.again || (around.node != kNoRow && number >= 0 && number != sequence[around.node]);
        if (number >= 0 && (around.node == kNoRow || around.again))
            m_makers.push_back({number, m_timeline.ts()[row], row});
    }

    /// Which operator each node of autograd's engine is the gradient of. Operators that make no node have the
    /// number of the next one that does, so that of those with its number the last before it made it.
    void findForward(const IntegerColumn& sequence)
    {
        if (!std::ranges::is_sorted(m_makers))
            std::ranges::sort(m_makers);
        m_forwardOf.assign(m_timeline.sliceCount(), kNoRow);
        for (const std::uint32_t node : m_nodes) {
            const Maker at{sequence[node], m_timeline.ts()[node], 0};
            const auto behind = std::ranges::lower_bound(m_makers, at);
            if (behind != m_makers.begin() && (behind - 1)->number == at.number)
                m_forwardOf[node] = (behind - 1)->row;
        }
    }

    /// Rows whose extents are written alike (ExtentsColumn) have one shape: of a product its extents alone
    /// tell it, whatever else its arguments say.
    core::Result<core::Done> readShapes(const core::Task& task)
    {
        SHARDSCOPE_TRY(const ExtentsColumn* const extents, m_input.columns().extents(task));
        m_shapeOf.assign(m_timeline.sliceCount(), kNoRow);
        std::unordered_map<std::uint64_t, std::uint32_t> numbers; // by place: which of those to be read
        std::vector<std::uint64_t> places;
        std::vector<std::uint32_t> rows; // one of each place
        const auto ask = [&](std::uint32_t row) {
            const std::uint64_t place = (*extents)[row];
            if (place == core::kNoArgs || m_shapeOf[row] != kNoRow)
                return;
            const auto [found, isNew] = numbers.try_emplace(place, static_cast<std::uint32_t>(places.size()));
            if (isNew) {
                places.push_back(place);
                rows.push_back(row);
            }
            m_shapeOf[row] = found->second;
        };
        for (const Caller& caller : m_callers) {
            if (caller.operation != kNoRow)
                ask(caller.operation);
            if (const std::uint32_t forward = forwardOf(caller); forward != kNoRow)
                ask(forward);
        }
        std::vector<std::string> shapes(places.size());
        SHARDSCOPE_TRY_DONE(m_input.columns().visitPlaces(
            places, [&](std::size_t at, std::string_view object) { shapes[at] = shapeOf(rows[at], object); },
            task));
        std::unordered_map<std::string_view, std::uint32_t> known;
        std::vector<std::uint32_t> shapeOfPlace;
        for (const std::string& shape : shapes) {
            if (shape.empty()) {
                shapeOfPlace.push_back(kNoRow);
                continue;
            }
            const auto [found, isNew] = known.try_emplace(shape, static_cast<std::uint32_t>(m_shapes.size()));
            if (isNew)
                m_shapes.push_back(shape);
            shapeOfPlace.push_back(found->second);
        }
        for (std::uint32_t& shape : m_shapeOf)
            shape = shape == kNoRow ? kNoRow : shapeOfPlace[shape];
        return core::Done{};
    }

    [[nodiscard]] std::string shapeOf(std::uint32_t row, std::string_view object) const
    {
        const auto work = m_input.kinds().of(row).work == WorkClass::Product
                              ? operationWork(nameOf(row), object)
                              : std::nullopt;
        return work ? productShape(work->shape) : largestOperand(object);
    }

    [[nodiscard]] std::uint32_t shapeNumber(std::uint32_t operation) const { return m_shapeOf[operation]; }
    [[nodiscard]] std::string shapeOf(std::uint32_t operation) const
    {
        const std::uint32_t number = shapeNumber(operation);
        return number == kNoRow ? std::string() : m_shapes[number];
    }

    void addCaller(const Caller& caller, WorkKey& key) const
    {
        const bool communicates = core::communicates(core::opClassOf(key.kind));
        if (caller.operation == kNoRow) {
            key.pass = caller.update ? Pass::Update : Pass::Unknown;
            return;
        }
        if (communicates)
            return; // a collective is the step's, whoever asked for it
        const WorkClass own = m_input.kinds().of(caller.operation).work;
        const bool says = own != WorkClass::Host && own != WorkClass::Unknown && own != WorkClass::Copy &&
                          own != WorkClass::Elementwise;
        if (says && (key.kind == WorkClass::Elementwise || key.kind == WorkClass::Unknown))
            key.kind = own;
        // A copy's own name tells between which memories it goes, a fill's does not.
        if (key.kind != WorkClass::Copy || !copyDirection(key.operation))
            key.operation = comparableName(nameOf(caller.operation));
        key.shape = shapeOf(caller.operation);
        key.pass = caller.update || key.kind == WorkClass::Optimizer ? Pass::Update
                   : caller.node == kNoRow                           ? Pass::Forward
                   : caller.again                                    ? Pass::Recompute
                                                                     : Pass::Backward;
        if (key.pass != Pass::Backward)
            return;
        if (const std::uint32_t forward = forwardOf(caller); forward != kNoRow) {
            key.forward = comparableName(nameOf(forward));
            if (key.kind == WorkClass::Product)
                key.shape = shapeOf(forward);
        }
    }

    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    const RankPart& m_part;
    const DeviceWork& m_work;
    const DeviceLaunches& m_launches;
    std::unordered_map<std::uint32_t, GroupAxis> m_axisOf; ///< by row of a collective
    std::vector<std::uint32_t> m_callerOf; ///< by row of a launch: into m_callers; kNoRow: none
    std::vector<Caller> m_callers;
    std::vector<std::uint32_t> m_nodes; ///< of autograd's engine that have a number
    std::vector<Maker> m_makers;
    std::vector<std::uint32_t> m_forwardOf; ///< by node's row: the row of its operator; kNoRow: not known
    std::vector<std::uint32_t> m_shapeOf;   ///< by operator's row: into m_shapes
    std::vector<std::string> m_shapes;      ///< each once
    std::unordered_map<Marks, std::uint32_t, MarksHash> m_marked; ///< keys of recorded rows
    std::map<WorkKey, std::uint32_t> m_known;
    WorkKeys m_keys;
};

} // namespace

core::Pass hostPass(const core::WorkKey& key)
{
    if (core::communicates(core::opClassOf(key.kind)) || key.kind == WorkClass::Unknown ||
        key.kind == WorkClass::Host)
        return Pass::Unknown;
    return key.kind == WorkClass::Optimizer      ? Pass::Update
           : key.operation.starts_with(kNode)    ? Pass::Backward
           : key.operation.starts_with("aten::") ? Pass::Forward
                                                 : Pass::Unknown;
}

core::Result<WorkKeys> workKeys(const AnalysisInput& input, std::size_t part, const core::Task& task)
{
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    Reader reader(input, part, *launches);
    SHARDSCOPE_TRY_DONE(reader.findGroups(task));
    SHARDSCOPE_TRY(const bool planned, reader.readPlanned(task));
    if (!planned)
        SHARDSCOPE_TRY_DONE(reader.readRecorded(task));
    return reader.take();
}

} // namespace shardscope::profiler

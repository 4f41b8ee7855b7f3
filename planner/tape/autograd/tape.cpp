// SPDX-License-Identifier: GPL-3.0-or-later
// Recording, saving, checkpoints and autocast of the tape. Order and lifetimes follow PyTorch 2.11
// (docs/memory_model.md).
#include "planner/tape/autograd/tape.h"

#include "core/base/check.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace shardscope::planner::tape {
namespace {

/// Thrown through a region being run again once everything it saved has been seen: what follows is not
/// needed.
struct RecomputationDone {};

constexpr std::uint64_t kSinkSequence = std::numeric_limits<std::uint64_t>::max();

} // namespace

Storage::Storage(Ledger& ledger, std::int64_t bytes, core::Purpose purpose, int stream, bool released)
    : m_ledger(ledger)
    , m_bytes(bytes)
    , m_stream(stream)
    , m_purpose(purpose)
{
    if (!released)
        refill();
}

Storage::~Storage() { release(); }

void Storage::assign(core::Purpose purpose)
{
    if (purpose != m_purpose && m_block != CachingAllocator::kNoBlock)
        m_ledger.reassign(m_block, m_purpose, purpose);
    m_purpose = purpose;
}

void Storage::release()
{
    if (m_block != CachingAllocator::kNoBlock)
        m_ledger.giveBack(m_block, m_purpose);
    m_block = CachingAllocator::kNoBlock;
}

void Storage::refill()
{
    if (m_block == CachingAllocator::kNoBlock)
        m_block = m_ledger.take(m_bytes, m_purpose, m_stream);
}

Tape::~Tape()
{
    m_nodes.clear();
    m_castParameters.clear();
}

StorageRef Tape::take(std::int64_t bytes, core::Purpose purpose, int stream)
{
    return std::make_shared<Storage>(m_ledger, bytes, purpose, stream);
}

Tensor Tape::empty(const Layout& layout, Element element)
{
    Tensor tensor;
    tensor.layout = layout;
    tensor.element = element;
    tensor.storage = take(layout.elements() * widthOf(element), m_purpose);
    return tensor;
}

Tensor Tape::made(Node* node, const Layout& layout, Element element)
{
    Tensor tensor = empty(layout, element);
    tensor.node = node;
    return tensor;
}

template <class Inputs, class Of>
Node* Tape::recorded(const char* name, const Inputs& inputs, Rule rule, Of of)
{
    m_ledger.setOperation(name);
    if (std::ranges::none_of(inputs, [&](const auto& input) { return of(input).node != nullptr; }))
        return nullptr;
    Node& node = m_nodes.emplace_back();
    node.name = name;
    node.sequence = m_sequence++;
    node.module = m_ledger.module();
    node.rule = std::move(rule);
    node.edges.reserve(inputs.size());
    for (const auto& input : inputs)
        node.edges.push_back({of(input).node, of(input).slot, of(input).layout, of(input).element});
    return &node;
}

Node* Tape::record(const char* name, std::initializer_list<const Tensor*> inputs, Rule rule)
{
    return recorded(name, inputs, std::move(rule),
                    [](const Tensor* input) -> const Tensor& { return *input; });
}

Node* Tape::record(const char* name, const std::vector<Tensor>& inputs, Rule rule)
{
    return recorded(name, inputs, std::move(rule),
                    [](const Tensor& input) -> const Tensor& { return input; });
}

void Tape::save(Node* node, const Tensor& tensor)
{
    if (node == nullptr)
        return;
    if (m_recomputing != nullptr) {
        m_recomputing->recomputed.push_back(tensor.storage);
        if (m_recomputing->recomputed.size() == m_recomputing->wanted && m_recomputing->waiting.empty())
            throw RecomputationDone{};
        return;
    }
    if (m_packing) {
        node->saved.push_back({nullptr, m_packing, m_packing->wanted++});
        return;
    }
    if (CheckpointFrame::Output output = discarded(tensor.storage); output.frame) {
        ++output.frame->waiting[output.index];
        node->saved.push_back({nullptr, std::move(output.frame), output.index, {}, true});
        return;
    }
    // Weights stay: they are on the device anyway.
    if (m_parking.away && tensor.storage->purpose() == core::Purpose::Activations) {
        node->saved.push_back({nullptr, nullptr, 0, park(tensor, false)});
        return;
    }
    node->saved.push_back({tensor.storage, nullptr, 0});
}

std::shared_ptr<Parked> Tape::park(const Tensor& tensor, bool checkpoint)
{
    constexpr std::size_t kRemembered = 64; // a tensor's second use is never far
    for (const std::weak_ptr<Parked>& recent : m_recentlyParked) {
        std::shared_ptr<Parked> known = recent.lock();
        if (known && known->original.lock() == tensor.storage)
            return known;
    }
    const std::int64_t bytes = tensor.storage->bytes(); // views of one storage go together
    const std::int64_t ranks = checkpoint ? m_parking.ranks : 1;
    const std::int64_t share = (bytes + ranks - 1) / ranks;
    auto parked = std::make_shared<Parked>(bytes, m_parking.away ? share : 0, m_parked);
    parked->original = tensor.storage;
    if (!m_parking.away)
        parked->part = take(share, core::Purpose::Activations);
    m_parkedAtMost = std::max(m_parkedAtMost, m_parked);
    if (m_recentlyParked.size() >= kRemembered)
        m_recentlyParked.erase(m_recentlyParked.begin());
    m_recentlyParked.push_back(parked);
    return parked;
}

void Tape::restore(Parked& parked)
{
    if (!parked.restored)
        parked.restored = take(parked.bytes, core::Purpose::Activations);
}

Tensor Tape::asLeaf(const Tensor& tensor)
{
    Node& node = m_nodes.emplace_back();
    node.name = "input";
    node.sequence = kSinkSequence;
    node.module = m_ledger.module();
    node.rule = [](Tape&, const Node&, Gradients&) { return Gradients{}; };
    Tensor leaf = tensor.detached();
    leaf.node = &node;
    return leaf;
}

void Tape::makeSink(Parameter& parameter)
{
    Node& sink = parameter.sink;
    sink.name = "accumulate gradient";
    sink.sequence = kSinkSequence;
    sink.module = m_ledger.module();
    sink.parameter = &parameter;
    parameter.value.node = &sink;
}

Tensor Tape::checkpoint(Region region, const std::vector<Tensor>& inputs)
{
    const auto frame = std::make_shared<CheckpointFrame>();
    frame->region = [one = std::move(region)](const std::vector<Tensor>& given) {
        return std::vector<Tensor>{one(given)};
    };
    return packed(frame, inputs).front();
}

std::vector<Tensor> Tape::checkpointWithoutOutput(Regions region, const std::vector<Tensor>& inputs)
{
    const auto frame = std::make_shared<CheckpointFrame>();
    frame->region = std::move(region);
    std::vector<Tensor> outputs = packed(frame, inputs);
    frame->waiting.resize(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i)
        m_discarded.emplace_back(outputs[i].storage, CheckpointFrame::Output{frame, i});
    return outputs;
}

std::vector<Tensor> Tape::packed(const std::shared_ptr<CheckpointFrame>& frame,
                                 const std::vector<Tensor>& inputs)
{
    SHARDSCOPE_CHECK(!m_packing && m_recomputing == nullptr);
    frame->autocast = m_autocast;
    const bool parks = m_parking.away || m_parking.ranks > 1;
    for (const Tensor& input : inputs) {
        frame->inputs.push_back(input.detached());
        frame->learn.push_back(input.node != nullptr);
        frame->discarded.push_back(discarded(input.storage));
        if (const CheckpointFrame::Output& output = frame->discarded.back(); output.frame)
            ++output.frame->waiting[output.index];
        if (parks)
            frame->parked.push_back(park(input, true));
    }
    m_packing = frame;
    std::vector<Tensor> outputs = frame->region(inputs);
    m_packing.reset();
    for (std::size_t place = 0; place < frame->inputs.size(); ++place) {
        if (parks || frame->discarded[place].frame)
            frame->inputs[place].storage.reset();
    }
    return outputs;
}

/// Results that nobody names any more: only what saved them knows their frames.
void Tape::forgetDiscarded()
{
    std::erase_if(m_discarded, [](const auto& known) { return known.first.expired(); });
}

CheckpointFrame::Output Tape::discarded(const StorageRef& storage)
{
    forgetDiscarded();
    for (const auto& [known, output] : m_discarded) {
        if (known.lock() == storage)
            return output;
    }
    return {};
}

StorageRef Tape::madeAgain(const CheckpointFrame::Output& output)
{
    CheckpointFrame& frame = *output.frame;
    if (!frame.ran)
        recompute(frame);
    StorageRef& storage = frame.outputs[output.index];
    return --frame.waiting[output.index] == 0 ? std::move(storage) : storage;
}

void Tape::recompute(CheckpointFrame& frame)
{
    frame.ran = true;
    for (std::size_t place = 0; place < frame.inputs.size(); ++place) {
        if (frame.discarded[place].frame)
            frame.inputs[place].storage = madeAgain(frame.discarded[place]);
    }
    const core::Purpose purpose = std::exchange(m_purpose, core::Purpose::Activations);
    const bool autocast = std::exchange(m_autocast, frame.autocast);
    const std::uint32_t module = m_ledger.module();
    const std::size_t nodes = m_nodes.size();
    for (std::size_t place = 0; place < frame.parked.size(); ++place) {
        restore(*frame.parked[place]);
        frame.inputs[place].storage = frame.parked[place]->restored;
    }
    m_recomputing = &frame;
    try {
        std::vector<Tensor> inputs;
        for (std::size_t place = 0; place < frame.inputs.size(); ++place)
            inputs.push_back(frame.learn[place] ? asLeaf(frame.inputs[place]) : frame.inputs[place]);
        for (const Tensor& output : frame.region(inputs)) {
            if (!frame.waiting.empty())
                frame.outputs.push_back(output.storage);
        }
    } catch (const RecomputationDone&) { // everything backward wants is there
    }
    m_recomputing = nullptr;
    SHARDSCOPE_CHECK(frame.recomputed.size() == frame.wanted);
    if (frame.autocast && !autocast)
        m_castParameters.clear();
    m_autocast = autocast;
    m_purpose = purpose;
    m_ledger.setModule(module);
    while (m_nodes.size() > nodes)
        m_nodes.pop_back(); // only their saved tensors were wanted
}

void Tape::unpack(Node& node)
{
    for (Saved& saved : node.saved) {
        if (saved.parked) {
            restore(*saved.parked);
            saved.storage = saved.parked->restored;
        }
        if (!saved.frame)
            continue;
        const bool runs = !saved.frame->ran;
        if (saved.output)
            saved.storage = madeAgain({saved.frame, saved.index});
        else if (runs)
            recompute(*saved.frame);
        if (runs)
            m_ledger.setOperation(node.name);
        if (!saved.output)
            saved.storage = std::move(saved.frame->recomputed[saved.index]);
    }
}

void Tape::setAutocast(bool on)
{
    m_autocast = on;
    if (!on)
        m_castParameters.clear();
}

void Tape::needBlasWorkspace()
{
    StorageRef& workspace =
        m_ledger.phase() == core::StepPhase::Backward ? m_backwardWorkspace : m_forwardWorkspace;
    if (!workspace)
        workspace = take(m_traits.blasWorkspace, core::Purpose::Workspace);
}

ModuleScope::ModuleScope(Tape& tape, std::string_view name)
    : m_tape(tape)
    , m_before(tape.ledger().module())
{
    tape.ledger().setModule(tape.ledger().moduleNamed(name));
}

ModuleScope::~ModuleScope() { m_tape.ledger().setModule(m_before); }

void Tape::writeTo(core::MemoryTrace& result, core::Tier parkedIn)
{
    if (m_parkedAtMost > 0)
        result.elsewhere.push_back({parkedIn, core::Purpose::Activations, m_parkedAtMost});
    ledger().writeTo(result);
}

} // namespace shardscope::planner::tape

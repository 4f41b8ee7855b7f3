// SPDX-License-Identifier: GPL-3.0-or-later
// A gradient tape: memory, the graph recorded so far, checkpoints, autocast; and the order backward runs
// in.
#pragma once

#include "planner/tape/allocator/device_traits.h"
#include "planner/tape/allocator/ledger.h"
#include "planner/tape/autograd/graph.h"

#include <deque>
#include <initializer_list>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::planner::tape {

class Tape {
public:
    explicit Tape(const DeviceTraits& traits)
        : m_traits(traits)
        , m_ledger(traits.planned, traits.room)
    {
    }
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;
    ~Tape();

    [[nodiscard]] Ledger& ledger() { return m_ledger; }
    [[nodiscard]] const DeviceTraits& traits() const { return m_traits; }

    /// A new tensor for the purpose at hand; uninitialised or zero makes no difference here.
    [[nodiscard]] Tensor empty(const Layout& layout, Element element);
    /// A new tensor that \p node makes.
    [[nodiscard]] Tensor made(Node* node, const Layout& layout, Element element);
    [[nodiscard]] StorageRef take(std::int64_t bytes, core::Purpose purpose, int stream = 0);
    /// What new tensors are for.
    [[nodiscard]] core::Purpose purpose() const { return m_purpose; }
    void setPurpose(core::Purpose purpose) { m_purpose = purpose; }

    /// Notes an operation on \p inputs; null where none of them needs a gradient.
    Node* record(const char* name, std::initializer_list<const Tensor*> inputs, Rule rule);
    Node* record(const char* name, const std::vector<Tensor>& inputs, Rule rule);
    /// Keeps \p tensor until \p node has run backward. No effect for a null node.
    void save(Node* node, const Tensor& tensor);
    /// A leaf with a gradient nobody collects (an input from elsewhere).
    [[nodiscard]] Tensor asLeaf(const Tensor& tensor);
    /// Makes \p parameter a leaf whose gradient stays with it.
    void makeSink(Parameter& parameter);

    /// Runs \p region without keeping what it saves; backward runs it again up to its last saved tensor
    /// (torch.utils.checkpoint, non-reentrant).
    [[nodiscard]] Tensor checkpoint(Region region, const std::vector<Tensor>& inputs);
    /// The same, and what saves one of the results has it made again, too: they live on only as long as they
    /// are named (NVIDIA Megatron-LM, core/tensor_parallel/random.py, CheckpointWithoutOutput).
    [[nodiscard]] std::vector<Tensor> checkpointWithoutOutput(Regions region,
                                                              const std::vector<Tensor>& inputs);
    /// Whether \p tensor is a result that checkpointWithoutOutput() drops.
    [[nodiscard]] bool madeAgainLater(const Tensor& tensor)
    {
        return discarded(tensor.storage).frame != nullptr;
    }
    /// Where what backward wants waits: away from the device, or (checkpoints) cut over \p ranks.
    struct Parking {
        bool away = false;
        std::int64_t ranks = 1;
    };
    void setParking(const Parking& parking) { m_parking = parking; }
    /// Bytes that are parked away from the device.
    [[nodiscard]] std::int64_t parked() const { return m_parked; }
    /// What the ledger recorded, and the most activations that were parked away from the device, in \p
    /// parkedIn.
    void writeTo(core::MemoryTrace& result, core::Tier parkedIn);
    /// Whether a region is being run again for what it saved.
    [[nodiscard]] bool recomputing() const { return m_recomputing != nullptr; }
    /// Backward from \p root (a scalar unless \p gradient is given); the graph is forgotten afterwards.
    void backward(const Tensor& root, Tensor gradient);
    void forgetGraph() { m_nodes.clear(); }

    [[nodiscard]] bool autocast() const { return m_autocast; }
    /// Leaving the region drops the casts of parameters made in it.
    void setAutocast(bool on);
    /// The cast a region keeps for a parameter, by its sink.
    [[nodiscard]] std::map<const Node*, Tensor>& castParameters() { return m_castParameters; }

    /// The workspace of the BLAS library: one for each thread that multiplies, kept for good.
    void needBlasWorkspace();

private:
    template <class Inputs, class Of>
    Node* recorded(const char* name, const Inputs& inputs, Rule rule, Of of);
    void run(Node& node, std::vector<Node*>& ready);
    void fit(const Edge& edge, Tensor& gradient);
    void deliver(const Edge& edge, Tensor gradient, std::vector<Node*>& ready);
    void addTo(Tensor& sum, Tensor gradient);
    void unpack(Node& node);
    [[nodiscard]] std::vector<Tensor> packed(const std::shared_ptr<CheckpointFrame>& frame,
                                             const std::vector<Tensor>& inputs);
    void recompute(CheckpointFrame& frame);
    /// The output that \p storage is; without a frame: it is none that is dropped.
    [[nodiscard]] CheckpointFrame::Output discarded(const StorageRef& storage);
    void forgetDiscarded();
    [[nodiscard]] StorageRef madeAgain(const CheckpointFrame::Output& output);
    [[nodiscard]] std::shared_ptr<Parked> park(const Tensor& tensor, bool checkpoint);
    void restore(Parked& parked);

    DeviceTraits m_traits;
    Ledger m_ledger;
    core::Purpose m_purpose = core::Purpose::Activations;
    std::int64_t m_parked = 0; ///< outlives the nodes, which count in it
    std::deque<Node> m_nodes;
    std::uint64_t m_sequence = 0;
    std::shared_ptr<CheckpointFrame> m_packing;
    CheckpointFrame* m_recomputing = nullptr;
    std::vector<std::pair<std::weak_ptr<Storage>, CheckpointFrame::Output>> m_discarded;
    Parking m_parking;
    std::int64_t m_parkedAtMost = 0;
    std::vector<std::weak_ptr<Parked>> m_recentlyParked; ///< of the operations just before
    bool m_autocast = false;
    std::map<const Node*, Tensor> m_castParameters; ///< looked up only, never iterated
    StorageRef m_forwardWorkspace;
    StorageRef m_backwardWorkspace;
};

/// Names the module at work for the curve, and the one before again at the end of the scope.
class ModuleScope {
public:
    ModuleScope(Tape& tape, std::string_view name);
    ~ModuleScope();
    ModuleScope(const ModuleScope&) = delete;
    ModuleScope& operator=(const ModuleScope&) = delete;

private:
    Tape& m_tape;
    std::uint32_t m_before;
};

/// The bytes of scratch a sum over \p rows of \p columns takes, and gives back at once.
[[nodiscard]] std::int64_t columnSumWorkspace(std::int64_t rows, std::int64_t columns,
                                              const DeviceTraits& traits);

} // namespace shardscope::planner::tape

// SPDX-License-Identifier: GPL-3.0-or-later
// What one IPU computes of a model: layers, or half of one, and the ends of the network where it has them.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "planner/formula/phase_cut.h"
#include "planner/tape/models/model.h"

#include <functional>
#include <memory>
#include <vector>

namespace shardscope::planner::tape {

class PopartEnds;

class PopartModel {
public:
    /// \p loaded: the weights have memory from the beginning; else from when somebody gives them some.
    PopartModel(Tape& tape, const core::Transformer& shape, const core::Plan& plan, const Phase& part,
                bool loaded);
    ~PopartModel();
    PopartModel(const PopartModel&) = delete;
    PopartModel& operator=(const PopartModel&) = delete;

    /// Weights that replicas share out: called with a layer's or an end's before they are read in forward and
    /// in backward, and after that.
    struct Sharing {
        std::function<void(const std::vector<Parameter*>&)> gather;
        std::function<void(const std::vector<Parameter*>&)> release;
    };
    void setSharing(Sharing sharing);

    /// One micro-batch: the loss, or what the part hands on. Its input, where that is no tokens, is new;
    /// \p learns: backward follows.
    [[nodiscard]] Tensor forward(const Tensor& ids, const Tensor& labels, bool learns);
    /// The layout of the tensor between two parts.
    [[nodiscard]] Layout boundary() const;
    [[nodiscard]] const RunSettings& settings() const { return m_settings; }
    [[nodiscard]] const std::vector<Parameter*>& parameters() const { return m_parameters; }
    /// The table that the head shares with the embedding where these are parts of their own; else null.
    [[nodiscard]] const Parameter* sharedHead() const { return m_sharedHead; }

private:
    [[nodiscard]] Tensor embed(const Tensor& ids);
    [[nodiscard]] Tensor loss(const Tensor& hidden, const Tensor& labels);
    /// \p run between gathers of \p weights, now and in backward.
    [[nodiscard]] Tensor shared(const std::vector<Parameter*>& weights, const Tensor& input,
                                const Region& run);

    Tape& m_tape;
    core::Plan m_plan; ///< with the ranks of the tensor group that heads and feed-forward are cut over
    core::Transformer m_shape;
    Phase m_part;
    RunSettings m_settings;
    ModelPtr m_layers;
    std::unique_ptr<PopartEnds> m_ends;
    std::vector<Parameter*> m_parameters;
    const Parameter* m_sharedHead = nullptr;
    Sharing m_sharing;
    std::vector<std::vector<Parameter*>> m_ofLayers;
    std::vector<Parameter*> m_ofHead;
};

/// What of the memory inside the processor is no tensor's.
struct InsideProcessor {
    std::int64_t ioTiles = 0;  ///< which only stream
    std::int64_t setAside = 0; ///< of the others, for an operation's temporaries while a pass runs
};
[[nodiscard]] InsideProcessor insideProcessor(const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner::tape

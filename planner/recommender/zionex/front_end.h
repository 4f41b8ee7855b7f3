// SPDX-License-Identifier: GPL-3.0-or-later
// The network of the hosts: what readers send in and checkpoints take out, beside the network of collectives.
#pragma once

#include "core/base/text_mark.h"
#include "core/explain/explained.h"
#include "core/model/recommender.h"
#include "planner/recommender/placement/embedding_cluster.h"

namespace shardscope::planner {

/// Bytes of a sample as readers hand it over: 8 B an id, 4 B a length for each table, 4 B a dense feature and
/// the label (TorchRec's KeyedJaggedTensor: 64-bit values, 32-bit lengths; fp32 features).
template <class N>
[[nodiscard]] typename N::template Q<core::kByte> ingestOfSample(const core::Recommender& model)
{
    using core::SourceKind;
    constexpr const char* kFormat = "pytorch/torchrec, KeyedJaggedTensor: int64 values, int32 lengths";
    const auto times = [&](double count, std::string_view what, double bytes, std::string_view width) {
        return N::leaf(core::Number{count}, what, SourceKind::Given, "") *
               N::leaf(core::Bytes{bytes}, width, SourceKind::Constant, kFormat);
    };
    return times(model.lookupsPerSample(), W_("ids"), 8, W_("id_bytes")) +
           times(static_cast<double>(model.tableCount()), W_("tables"), 4, W_("length_bytes")) +
           times(static_cast<double>(model.denseFeatures) + 1, W_("dense_features_and_label"), 4,
                 W_("feature_bytes"));
}

struct CheckpointSettings {
    core::Seconds interval{1800}; ///< Check-N-Run's default (A. Eisenman et al., NSDI 2022); 0: none written
    double reduction = 1; ///< times fewer bytes: differential and quantized ones, 6 to 17 (the same paper)
};

/// The bytes of a checkpoint: all tables, their optimizer state and the perceptrons (fp32), written once.
[[nodiscard]] core::Bytes checkpointBytes(const core::Recommender& model, const CheckpointSettings& settings);

/// What one device needs of its share of the node's network interfaces.
struct FrontEndUse {
    core::BytesPerSecond link;    ///< 0: the hardware does not describe one, and nothing else is known
    core::Bytes sample;           ///< that a reader sends
    core::BytesPerSecond batches; ///< that readers send at the step's rate
    double batchShare = 0;        ///< of the link
    core::Bytes checkpoint;       ///< that one checkpoint writes
    core::BytesPerSecond writes;  ///< that must leave to end before the next
    double checkpointShare = 0;   ///< of the link
    core::Seconds writing;  ///< of a checkpoint, which leaves while batches come: the link has two directions
    core::Seconds snapshot; ///< copy to host memory, for which training stands; 0: not known
    double stall = 0;       ///< share of time that snapshots cost
    bool keepsUp = true;    ///< a checkpoint ends before the next begins
    double ceiling = 0;     ///< samples a second that the network allows all devices
    core::DerivationPtr why; ///< of the ceiling
};

/// The link is what \p cluster's hosts have in one direction. \p samplesPerSecond of all devices. Dense
/// dense weights, tables and their optimizer state are written once, tables from where they lie; \p
/// deviceBytes is what a device holds of them in its own memory.
[[nodiscard]] FrontEndUse frontEndUse(const core::Recommender& model, const EmbeddingCluster& cluster,
                                      double samplesPerSecond, core::Bytes deviceBytes,
                                      const CheckpointSettings& settings);

} // namespace shardscope::planner

// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of core's, planner's and profiler's texts; tst_source_texts fails where one of them is missing.
#include "app/session/source_texts.h"

#include <QCoreApplication>

namespace shardscope::app {

const std::vector<std::string>& listedSourceTexts()
{
    static const std::vector<std::string> texts{
        // Keys of a plan (core/plan/plan_fields)
        QT_TRANSLATE_NOOP("Source", "Devices each layer is split over (t)"),
        QT_TRANSLATE_NOOP("Source", "Stages the layers are divided into (p)"),
        QT_TRANSLATE_NOOP("Source", "Copies that share the batch (r)"),
        QT_TRANSLATE_NOOP("Source", "Devices each sequence is divided over"),
        QT_TRANSLATE_NOOP("Source", "Devices the experts are divided over; divides replica times context"),
        QT_TRANSLATE_NOOP("Source", "Chunks of layers a stage holds, for the interleaved schedule"),
        QT_TRANSLATE_NOOP("Source", "Divide norms and dropouts along the sequence over the tensor group"),
        QT_TRANSLATE_NOOP("Source", "Samples a replica takes at a time"),
        QT_TRANSLATE_NOOP("Source", "Micro-batches a replica accumulates in a step"),
        QT_TRANSLATE_NOOP("Source", "Samples of all replicas in a step"),
        QT_TRANSLATE_NOOP("Source", "Tokens of a sample; the model's maximum where not given"),
        QT_TRANSLATE_NOOP("Source", "Replicas the weights are divided over (rts)"),
        QT_TRANSLATE_NOOP("Source", "Replicas the gradients are divided over"),
        QT_TRANSLATE_NOOP("Source", "Replicas the optimizer's state is divided over (rts')"),
        QT_TRANSLATE_NOOP("Source", "Preset of the three degrees over all replicas: ZeRO 0, 1, 2 or 3"),
        QT_TRANSLATE_NOOP("Source", "Number format of the weights"),
        QT_TRANSLATE_NOOP("Source", "Number format of the gradients; that of the weights where not given"),
        QT_TRANSLATE_NOOP("Source", "Number format of master weights, or none"),
        QT_TRANSLATE_NOOP("Source", "Number format of the optimizer's state"),
        QT_TRANSLATE_NOOP("Source", "Compute 32-bit weights in 16 bits (autocast)"),
        QT_TRANSLATE_NOOP("Source", "Number format of computation where it differs from the weights"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds the weights between uses"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds the gradients"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds the optimizer's state and master weights"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds activations until backward"),
        QT_TRANSLATE_NOOP("Source", "Order of micro-batches in the pipeline"),
        QT_TRANSLATE_NOOP("Source", "Activations computed again in backward"),
        QT_TRANSLATE_NOOP("Source", "Attention kernel"),
        QT_TRANSLATE_NOOP("Source",
                          "With sequence parallelism: keep gathered activations or gather them again"),
        QT_TRANSLATE_NOOP("Source", "Optimizer"),
        QT_TRANSLATE_NOOP("Source",
                          "Parts of a stage that run one after another; 0: the whole stage is resident"),
        QT_TRANSLATE_NOOP("Source", "Memory the phases are loaded from"),
        QT_TRANSLATE_NOOP("Source", "Whose kernels and saved tensors are meant"),
        QT_TRANSLATE_NOOP("Source", "Fused kernels, or one for each operation"),
        QT_TRANSLATE_NOOP("Source", "Dropouts are on"),
        QT_TRANSLATE_NOOP("Source", "Loss without a 32-bit copy of the logits"),
        QT_TRANSLATE_NOOP("Source", "Sharded weights are dropped after forward, or kept"),
        QT_TRANSLATE_NOOP("Source", "Layers of each pipeline stage; even where not given"),
        QT_TRANSLATE_NOOP("Source", "Number format on the wire of each collective"),
        QT_TRANSLATE_NOOP("Source", "Update of the dense weights"),
        QT_TRANSLATE_NOOP("Source", "Update of the embedding tables"),
        QT_TRANSLATE_NOOP("Source", "Steps an asynchronous reader may be behind"),
    };
    return texts;
}

} // namespace shardscope::app

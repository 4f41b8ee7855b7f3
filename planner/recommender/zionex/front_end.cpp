// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/zionex/front_end.h"

namespace shardscope::planner {

core::Bytes checkpointBytes(const core::Recommender& model, const CheckpointSettings& settings)
{
    const core::Bytes state = model.embeddingBytes() + model.embeddingOptimizerBytes() +
                              model.denseParameters() * core::widthOf(core::Dtype::Fp32);
    return state / settings.reduction;
}

FrontEndUse frontEndUse(const core::Recommender& model, const EmbeddingCluster& cluster,
                        double samplesPerSecond, core::Bytes deviceBytes, const CheckpointSettings& settings)
{
    using N = core::ExplainedNumbers;
    FrontEndUse use;
    const double devices = static_cast<double>(cluster.devices);
    const auto sample = ingestOfSample<N>(model);
    use.link = cluster.frontEndLink;
    use.sample = sample.quantity();
    if (!(use.link.value() > 0))
        return use;
    const auto ceiling = N::named(W_("front_end_ceiling"),
                                  N::leaf(core::Number{devices}, W_("devices"), core::SourceKind::Given, "") *
                                      (N::leaf(use.link, W_("front_end_link"),
                                               core::SourceKind::Specification, "the hardware description") /
                                       sample),
                                  "docs/formulas.md, the front-end network");
    use.ceiling = ceiling.value();
    use.why = ceiling.derivation();
    use.batches = core::BytesPerSecond{use.sample.value() * samplesPerSecond / devices};
    use.batchShare = (use.batches / use.link).value();
    if (!(settings.interval.value() > 0))
        return use;
    use.checkpoint = checkpointBytes(model, settings) / devices;
    use.writes = use.checkpoint / settings.interval;
    use.checkpointShare = (use.writes / use.link).value();
    use.writing = use.checkpoint / use.link;
    use.keepsUp = use.writing <= settings.interval;
    if (cluster.hostBandwidth.value() > 0)
        use.snapshot = deviceBytes / cluster.hostBandwidth;
    use.stall = (use.snapshot / (settings.interval + use.snapshot)).value();
    return use;
}

} // namespace shardscope::planner

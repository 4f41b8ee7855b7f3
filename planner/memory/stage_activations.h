// SPDX-License-Identifier: GPL-3.0-or-later
// What the layers of a stage, or of a part of one, keep for backward.
#pragma once

#include "planner/formula/phase_cut.h"
#include "planner/memory/activations.h"
#include "planner/memory/memory.h"

#include <array>
#include <optional>

namespace shardscope::planner {

/// Activations by kind of layer, computed once for all stages.
template <class N>
struct ActivationParts {
    Symbols<N> symbols;
    std::array<LayerActivations<N>, LayerForm::kCount> forms; ///< by LayerForm::index()
    EndActivations<N> ends;
    ByteCount<N> boundary; ///< what a stage hands on

    ActivationParts(const core::Transformer& model, const core::Plan& plan, const Inventory& inventory)
        : symbols(symbolsOf<N>(model, plan))
        , ends(endActivations<N>(symbols, model, plan))
    {
        // The decoder's stages pass the encoder's output on beside their own: more than the encoder's do.
        const Symbols<N> last = plan.batch.decoderLength > 0 ? decoderSymbolsOf<N>(model, plan) : symbols;
        boundary = boundaryBytes<N>(last);
        for (const LayerKind& kind : inventory.layers) {
            if (!kind.extra)
                forms[kind.form.index()] =
                    layerActivations<N>(kind.form.decoder ? last : symbols, model, plan, kind.form);
        }
    }
};

/// Counts activations for whatever form the model has. The parts must outlive this.
template <class N>
class Activations {
public:
    explicit Activations(const PlanParts<N>& parts);
    /// All micro-batches in flight; none for a bare count of parameters. \p half: of its only layer.
    [[nodiscard]] std::optional<StageActivations<N>> of(const Stage& stage,
                                                        LayerHalf half = LayerHalf::Whole) const;
    /// Elements on a rank of the largest matrix that \p stage of a transformer has.
    [[nodiscard]] Count<N> largestMatrix(const Stage& stage) const;

private:
    const PlanParts<N>& m_parts;
    std::optional<ActivationParts<N>> m_kinds; ///< of a transformer
};

} // namespace shardscope::planner

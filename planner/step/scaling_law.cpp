// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/step/scaling_law.h"

#include "core/base/text_mark.h"

#include <cmath>

namespace shardscope::planner {
namespace {

constexpr auto kLaw = "Hoffmann et al., arXiv:2203.15556, appendix D.3, fitted to dense decoders";

bool isDenseDecoder(const core::Transformer& shape)
{
    return !shape.hybrid() && shape.experts == 0 && shape.decoderLayers == 0 && shape.tokenTypes == 0 &&
           !shape.maskedHead && shape.classes == 0 && shape.vocabularyHead;
}

} // namespace

template <class N>
void addLoss(const core::Transformer& shape, core::Evaluation& evaluation)
{
    if (!evaluation.training || !(evaluation.training->tokens > 0) || !isDenseDecoder(shape))
        return;
    core::TrainingRun& run = *evaluation.training;
    const auto term = [](double value, const char* label) {
        return N::leaf(core::Number{value}, label, core::SourceKind::Derived, kLaw);
    };
    const Count<N> loss = N::named(
        W_("loss_by_scaling_law"),
        N::leaf(core::Number{1.69}, W_("loss_of_the_text_itself"), core::SourceKind::Specification, kLaw) +
            term(406.4 / std::pow(evaluation.parameters, 0.34), W_("loss_for_too_few_parameters")) +
            term(410.7 / std::pow(run.tokens, 0.28), W_("loss_for_too_few_tokens")),
        kLaw);
    run.loss = N::plain(loss).value();
    run.lossWhy = derivationOf(loss);
}

template void addLoss<core::PlainNumbers>(const core::Transformer&, core::Evaluation&);
template void addLoss<core::ExplainedNumbers>(const core::Transformer&, core::Evaluation&);

} // namespace shardscope::planner

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/compute/kernels.h"

#include "core/base/text_mark.h"
#include "planner/compute/gemm.h"
#include "planner/formula/packing.h"
#include "planner/formula/program_code.h"
#include "planner/framework/framework.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

using C = Coefficient;

constexpr auto kFlopsPaper = "arXiv:2205.05198, appendix A";
constexpr auto kOperators = "operator list, docs/formulas.md section 5";
/// FlashAttention's backward has five products for forward's two (arXiv:2307.08691, section 3.2).
constexpr double kBackwardFlash = 2.5;
/// Half of the blocks on the diagonal is computed and thrown away: keys a query sees beyond s / 2, probe of
/// an H200 with FlashAttention 2. Newer kernels' forward costs more of them (attention_ends): larger blocks,
/// and rows of blocks that begin and end without products.
constexpr double kDiagonalOfTwo = 130;
constexpr double kDiagonalBackward = 137;
/// dQ is accumulated in fp32 and converted, dO · O summed: bytes a query element, probe of an H200.
constexpr double kBackwardBytes = 25;
/// Kernels that touch less than the first come from the cache, those beyond the second from memory (H200: 50
/// MB of L2).
constexpr double kCached = 20e6;
constexpr double kUncached = 60e6;

/// The decoder families attend to what came before only; fused kernels skip the rest.
bool isCausal(const core::Transformer& model) { return model.family != core::TransformerFamily::Bert; }

double cacheFactor(double bytes, double gain)
{
    if (bytes <= kCached)
        return 1 / gain;
    if (bytes >= kUncached)
        return 1;
    const double share = (bytes - kCached) / (kUncached - kCached);
    return 1 / gain + share * (1 - 1 / gain);
}

/// The part of the matrix engine's rate that the small products inside chunks of a recurrence get, with the
/// exponentials between them: fitted to ten published runs of Nemotron 3 Nano on five machines
/// (docs/accuracy.md).
constexpr double kScanRate = 0.014;
/// What a ring's steps cost with kernels newer than FlashAttention 2, of what they cost with that: fitted to
/// TRL's three runs of Qwen3 8B, of 2^20 to 2^22 tokens on 8 to 32 H100s
/// (tests/data/measured/trl-long.jsonl).
constexpr double kRingOfNewer = 0.34;
/// 16 bits read, 8 written.
constexpr double kCastBytes = 3;
constexpr double kFusedCastBytes = 2;

bool isTokens(Extent extent)
{
    return extent == Extent::Tokens || extent == Extent::NormTokens || extent == Extent::ChosenTokens ||
           extent == Extent::MemoryTokens;
}

bool isBackward(KernelClass kernel)
{
    return kernel == KernelClass::ProductBackward || kernel == KernelClass::HeadProductBackward ||
           kernel == KernelClass::AttentionBackward || kernel == KernelClass::AttentionDropoutBackward;
}

/// Rates of a product one of whose matrices has a misaligned leading dimension: the vocabulary, where it is
/// no multiple of 16 bytes.
std::optional<Coefficient> misaligned(const core::Plan& plan, const Row& row, double vocabulary, double width)
{
    if (plan.kernels == core::Kernels::Fused) // Megatron-LM pads the vocabulary
        return std::nullopt;
    if (row.kernel != KernelClass::HeadProduct && row.kernel != KernelClass::HeadProductBackward)
        return std::nullopt;
    const auto bytes = static_cast<std::int64_t>(vocabulary * width);
    if (bytes % 16 == 0)
        return std::nullopt;
    if (bytes % 4 == 0)
        return C::EvenRate;
    return row.kernel == KernelClass::HeadProduct ? C::OddRate : C::OddBackwardRate;
}

} // namespace

/// Multiplications a token in the products of a chunk, of all heads. Mamba-2 (arXiv:2405.21060, section 6):
/// C·B for a group; that times x, the chunk's state and what the state gives for a head. The gated delta rule
/// (arXiv:2412.06464, section 3.3) solves for its values first: keys with keys, the inverse, keys and values
/// through it, and the state's part of the values besides. Lightning attention (arXiv:2501.08313, section
/// 2.2): queries with keys, that times the values, the block's state and what the state gives.
double scanProducts(const core::Recurrence& r, core::Mixer mixer)
{
    const auto chunk = static_cast<double>(r.chunk);
    const auto heads = static_cast<double>(r.heads);
    const auto state = static_cast<double>(r.stateDim);
    const auto head = static_cast<double>(r.headDim);
    if (mixer == core::Mixer::StateSpace)
        return static_cast<double>(r.groups) * chunk * state + heads * (chunk * head + 2 * state * head);
    if (mixer == core::Mixer::Lightning)
        return heads * (chunk * (state + head) + 2 * state * head);
    return heads * (chunk * (3 * state + 2 * head + chunk) + 3 * state * head);
}

template <class N, class Put>
void putRecurrence(const core::Transformer& model, const Symbols<N>& s, const Put& put)
{
    const core::Recurrence& r = model.recurrence;
    const auto found =
        std::ranges::find_if(model.parts, [](const core::LayerParts& layer) { return layer.recurs(); });
    if (found == model.parts.end())
        return;
    put(Extent::RecurrentInputs, sized<N>(r.inputs(found->mixer), W_("recurrence_inputs")) / s.tensor);
    put(Extent::RecurrentWidth, sized<N>(r.width(), W_("recurrence_width")) / s.tensor);
    put(Extent::RecurrentConvolved, sized<N>(r.convolved(), W_("recurrence_convolved")) / s.tensor);
    put(Extent::ScanProducts,
        N::leaf(core::Number{scanProducts(r, found->mixer)}, W_("scan_products"), core::SourceKind::Derived,
                "arXiv:2405.21060, section 6; arXiv:2412.06464; arXiv:2501.08313") /
            s.tensor);
    put(Extent::ChunkStates, sized<N>(r.width() * r.stateDim, W_("state_of_a_layer")) /
                                 sized<N>(r.chunk, W_("tokens_of_a_chunk")) / s.tensor);
}

/// What a query may see: kernels skip what lies outside a window or another sample, but those of
/// transformers' modules get a window as a mask (integrations/sdpa_attention.py) and compute all pairs, those
/// above the diagonal too, at 250 TFLOP/s forward for 620 and 190 backward for 410 (torch.profiler on an
/// H100, heads of 256).
double attendedShare(const core::Transformer& model, const core::Plan& plan)
{
    constexpr double kMasked = 2 / 0.42; // of the pairs up to the diagonal
    const bool masked = runsLibraryModules(model, plan) && model.local.layers > 0 &&
                        model.local.window < plan.batch.sequenceLength;
    if (!masked)
        return attendedShare(model, plan.batch);
    return 1 + (kMasked - 1) * static_cast<double>(model.local.layers) / static_cast<double>(model.layers);
}

/// Attention on compressed keys and values, which all heads share: a pair's products are as wide as those
/// (NVIDIA/Megatron-LM, core/transformer/experimental_attention_variant/absorbed_mla.py).
template <class N>
void putIndexer(const Symbols<N>& s, const core::Transformer& model, const core::Batch& batch,
                double attended, Extents<N>& e)
{
    const auto put = [&](Extent which, const Count<N>& value) { e[static_cast<std::size_t>(which)] = value; };
    const core::KeyIndexer& indexer = model.indexer;
    const Count<N> rank = sized<N>(model.keyValueRank, W_("key_value_rank"));
    const Count<N> absorbed = s.heads * (rank + sized<N>(model.ropeHeadDim, W_("rope_head_size"))) / s.tensor;
    put(Extent::AbsorbedQuery, absorbed);
    put(Extent::AttentionWidth, 0.5 * (absorbed + s.heads * rank / s.tensor));
    put(Extent::IndexQuery, sized<N>(indexer.width(), W_("index_width")));
    put(Extent::IndexKey, sized<N>(indexer.headDim + indexer.heads, W_("index_key_and_weights")));
    const Count<N> before = N::named(W_("keys_before_a_query"), 0.5 * s.sequence, "causal, in the mean");
    put(Extent::IndexedKeys,
        batch.packedLength > 0 ? planned<N>(batch.packedLength, W_("packed_length"), "/batch/packed_length") /
                                     s.sequence * before
                               : before);
    put(Extent::AttendedKeys,
        N::leaf(core::Number{attended}, W_("attended_share"), core::SourceKind::Derived, "index_topk") *
            before);
}

template <class N>
Extents<N> extentsOf(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan)
{
    Extents<N> e;
    const auto put = [&](Extent which, const Count<N>& value) { e[static_cast<std::size_t>(which)] = value; };
    const Count<N> query = s.queryWidth / s.tensor;
    const Count<N> keyValue = s.keyValueWidth / s.tensor;
    const Count<N> inner = s.feedForward / s.tensor;
    const Count<N> gate = model.attentionGate ? 2.0 * query : query;
    put(Extent::One, constant<N>(1));
    put(Extent::Tokens, s.tokens);
    put(Extent::NormTokens, s.normTokens);
    put(Extent::Hidden, s.hidden);
    if (model.predictions > 0)
        put(Extent::TwiceHidden, 2.0 * s.hidden);
    put(Extent::Query, query);
    put(Extent::KeyValue, keyValue);
    put(Extent::QueryKeyValue, gate + 2.0 * keyValue);
    put(Extent::FeedForward, inner);
    put(Extent::GateUp, 2.0 * inner);
    put(Extent::Vocabulary, s.vocabulary / s.tensor);
    put(Extent::WholeVocabulary, s.vocabulary);
    const double attended = attendedShare(model, plan);
    const auto* why = plan.batch.packedLength > 0 ? "/batch/packed_length" : "/local";
    put(Extent::Sequence, attended != 1 ? N::leaf(core::Number{attended}, W_("attended_share"),
                                                  core::SourceKind::Derived, why) *
                                              s.sequence
                                        : s.sequence);
    put(Extent::Heads, s.heads / s.tensor);
    put(Extent::HeadSize, sized<N>(model.headDim, "d"));
    const bool latent = model.keyValueRank > 0;
    put(Extent::Value, s.valueWidth / s.tensor);
    put(Extent::AttentionWidth, latent ? 0.5 * (s.queryWidth + s.valueWidth) / s.tensor : query);
    if (model.indexer.heads > 0)
        putIndexer<N>(s, model, plan.batch, attended, e);
    if (latent) {
        const Count<N> rank = sized<N>(model.keyValueRank, W_("key_value_rank"));
        put(Extent::KeyValueRank, rank);
        put(Extent::LatentDown, rank + sized<N>(model.ropeHeadDim, W_("rope_head_size")));
        put(Extent::KeyValueUp,
            (sized<N>(model.heads * (model.headDim - model.ropeHeadDim), W_("key_content_width")) +
             s.valueWidth) /
                s.tensor);
        put(Extent::QueryRank, sized<N>(model.queryRank, W_("query_rank")));
    }
    put(Extent::Scores, s.tokens * s.sequence * s.heads / s.tensor);
    put(Extent::KeyAndValue, 2.0 * keyValue);
    put(Extent::MemoryTokens, s.memoryTokens);
    put(Extent::CrossScores, s.tokens * s.memorySequence * s.heads / s.tensor);
    if (plan.adapters.any())
        put(Extent::AdapterRank, planned<N>(plan.adapters.rank, W_("adapter_rank"), "/lora/rank"));
    put(Extent::Positions, sized<N>(model.maxSequence, W_("positions")));
    const double rotary = model.rotaryFraction;
    put(Extent::RotaryQuery, rotary * query);
    put(Extent::RotaryKey, rotary * keyValue);
    if (model.experts > 0) {
        const Count<N> width = sized<N>(model.expertFeedForward, "expert_f");
        const Count<N> expert = width / s.expertSlices;
        const Count<N> shared = sized<N>(model.sharedExperts, W_("shared_experts")) * width / s.tensor;
        put(Extent::ChosenTokens, s.expertTokens * s.choices);
        put(Extent::ExpertFeedForward, expert);
        put(Extent::ExpertGateUp, 2.0 * expert);
        put(Extent::SharedFeedForward, shared);
        put(Extent::SharedGateUp, 2.0 * shared);
        put(Extent::Experts, sized<N>(model.experts, W_("experts")));
        put(Extent::LocalExperts, sized<N>(model.experts / plan.axes.expert, W_("experts_of_a_rank")));
        put(Extent::ExpertHidden, sized<N>(model.widthOfExperts(), W_("width_of_experts")));
    }
    if (model.recurrence.heads > 0)
        putRecurrence<N>(model, s, put);
    return e;
}

template <class N>
DeviceClock<N>::DeviceClock(const core::HardwareSpec& hardware, const core::Transformer& model,
                            const core::Plan& plan, const Coefficients& coefficients,
                            const Extents<N>& extents)
    : m_hardware(hardware)
    , m_model(model)
    , m_plan(plan)
    , m_coefficients(coefficients)
    , m_extents(extents)
    , m_dtype(computeDtype(plan))
{
    const core::Engine* engine = hardware.engine(core::EngineKind::Matrix, m_dtype);
    const core::MemoryTier* memory = hardware.tier(core::Tier::Device);
    m_peak = N::leaf(engine->peak.value, W_("peak"), sourceOf(engine->peak), engine->peak.source);
    const core::Engine* stream = hardware.engine(core::EngineKind::Matrix, streamDtype(plan));
    m_streamPeak = N::leaf(stream->peak.value, W_("peak"), sourceOf(stream->peak), stream->peak.source);
    m_bandwidth = N::leaf(memory->bandwidth.value, W_("memory_bandwidth"), sourceOf(memory->bandwidth),
                          memory->bandwidth.source);
    if (hardware.bulkSynchronous)
        m_exchange = tileExchangeOf(hardware);
}

template <class N>
Count<N> DeviceClock<N>::number(Coefficient which) const
{
    if constexpr (N::kExplains)
        return N::leaf(core::Number{m_coefficients[which]}, infoOf(which).name, m_coefficients.kind(which),
                       m_coefficients.citation(which));
    else
        return core::Number{m_coefficients[which]};
}

template <class N>
Duration<N> DeviceClock<N>::seconds(Coefficient which) const
{
    if constexpr (N::kExplains)
        return N::leaf(core::Seconds{m_coefficients[which]}, infoOf(which).name, m_coefficients.kind(which),
                       m_coefficients.citation(which));
    else
        return core::Seconds{m_coefficients[which]};
}

template <class N>
Duration<N> DeviceClock<N>::moved(Coefficient which, const ByteCount<N>& bytes) const
{
    return bytes / (m_bandwidth * number(which));
}

template <class N>
Duration<N> DeviceClock<N>::memoryRow(const Row& row) const
{
    if (row.kernel == KernelClass::Tiny)
        return static_cast<double>(row.kernels) * seconds(C::KernelLeast);
    const C rate = rateOf(row.kernel == KernelClass::Scatter ? KernelClass::Plain : row.kernel);
    const ByteCount<N> bytes =
        N::leaf(core::Bytes{row.bytes}, W_("bytes_an_element"), core::SourceKind::Specification, kOperators) *
        at(row.a) * at(row.b) * at(row.c);
    const double one = N::plain(bytes).value() / std::max<double>(1, row.kernels);
    const Count<N> cached =
        N::leaf(core::Number{cacheFactor(one, m_coefficients[C::CacheGain])}, W_("cache"),
                m_coefficients.kind(C::CacheGain), "kernels below 20 MB find their data in the L2 cache");
    Duration<N> time =
        maximum(static_cast<double>(row.kernels) * seconds(C::KernelLeast), moved(rate, bytes) * cached);
    switch (row.kernel) {
    case KernelClass::ColumnReduction: return time + seconds(C::ColumnFixed);
    case KernelClass::NormWeight: return time + seconds(C::WeightFixed);
    case KernelClass::Scatter: return time + seconds(C::ScatterFixed);
    default: return time;
    }
}

/// Tokens in and out once, and a matrix of each expert.
template <class N>
Count<N> DeviceClock<N>::groupedElements(const Row& row) const
{
    const Count<N>& experts = at(Extent::LocalExperts);
    if (row.a == Extent::ChosenTokens)
        return at(row.a) * (at(row.c) + at(row.b)) + experts * at(row.c) * at(row.b);
    return at(row.c) * (at(row.a) + at(row.b)) + experts * at(row.a) * at(row.b);
}

template <class N>
Duration<N> DeviceClock<N>::productRow(const Row& row) const
{
    const Work<N> two =
        N::leaf(core::Flops{2}, W_("flops_of_a_product"), core::SourceKind::Specification, kFlopsPaper);
    const Work<N> flops = two * at(row.a) * at(row.b) * at(row.c);
    const ByteCount<N> width = N::leaf(core::Bytes{row.bytes}, W_("activation_width"),
                                       core::SourceKind::Given, "/precision/compute");
    const bool grouped = row.kernel == KernelClass::Grouped || row.kernel == KernelClass::GroupedBackward;
    const bool head =
        row.kernel == KernelClass::HeadProduct || row.kernel == KernelClass::HeadProductBackward;
    // Recipes of 8 and 4 bits leave the logits out.
    const bool narrow = !head && core::widthOf(m_dtype).value() < 2;
    const FlopRate<N>& peak = head ? m_streamPeak : m_peak;
    const ByteCount<N> bytes =
        (grouped ? groupedElements(row)
                 : at(row.a) * at(row.c) + at(row.c) * at(row.b) + at(row.a) * at(row.b)) *
        width;
    Achieved achieved;
    const double atPeak = N::plain(flops / peak).value();
    const bool half = core::widthOf(m_dtype).value() == 2;
    if (const auto odd = misaligned(m_plan, row, size(Extent::Vocabulary), row.bytes)) {
        achieved = {m_coefficients[*odd], m_coefficients.kind(*odd), "misaligned vocabulary"};
    } else if (m_coefficients.rates != nullptr || (half && m_coefficients.calibration != nullptr)) {
        const double processors = m_hardware.processors ? m_hardware.processors->value.value() : 0;
        ProductShape shape{size(row.a), size(row.b), size(row.c), 1};
        if (grouped) {
            shape.count = size(Extent::LocalExperts);
            (row.a == Extent::ChosenTokens ? shape.m : shape.k) /= shape.count;
        }
        achieved = {productEfficiency(m_coefficients, shape, processors, atPeak),
                    m_coefficients.kind(C::GemmRate), "tiles and waves, docs/formulas.md section 5"};
    } else {
        achieved = achievedFraction(m_hardware, Efficiency::Gemm, m_dtype, N::plain(flops).value());
    }
    // A scale for each 32 elements; experts' grouped products are kernels of their own.
    if (m_dtype == core::Dtype::Mxfp8 && narrow && !grouped)
        achieved.fraction *= m_coefficients[C::BlockScaled];
    // Measured on Megatron-LM: the products of a vocabulary that is not divided run at half their rate or
    // less.
    if (head && m_plan.axes.tensor == 1)
        achieved.fraction *= m_coefficients[C::HeadRate];
    const Count<N> efficiency =
        N::leaf(core::Number{achieved.fraction}, W_("gemm_efficiency"), achieved.source, achieved.citation);
    const Duration<N> product =
        maximum(flops / (peak * efficiency), moved(C::GemmMemory, bytes)) + seconds(C::GemmStart);
    return narrow && isTokens(row.a) && !row.narrowed ? product + castTime(row) : product;
}

/// Tokens' values or gradients become 8 bits wide before their product; the product of the weights' gradients
/// finds both.
template <class N>
Duration<N> DeviceClock<N>::castTime(const Row& row) const
{
    const bool grouped = row.kernel == KernelClass::Grouped || row.kernel == KernelClass::GroupedBackward;
    const bool fused =
        !grouped && m_plan.kernels == core::Kernels::Fused && factsOf(m_plan).habits.fusesCasts;
    const ByteCount<N> bytes =
        N::leaf(core::Bytes{fused ? kFusedCastBytes : kCastBytes}, W_("bytes_an_element"),
                core::SourceKind::Specification,
                fused ? "written in 8 bits, for both of its products" : "read in 16 bits, written in 8") *
        at(row.a) * at(row.c);
    if (fused)
        return N::named(W_("cast_operand"), moved(rateOf(KernelClass::FusedElementwise), bytes), kOperators);
    return N::named(W_("cast_operand"),
                    seconds(C::CastStart) + at(row.a) * seconds(C::CastRow) + moved(C::CastRate, bytes),
                    kOperators);
}

template <class N>
Duration<N> DeviceClock<N>::batchedRow(const Row& row) const
{
    const Work<N> two =
        N::leaf(core::Flops{2}, W_("flops_of_a_product"), core::SourceKind::Specification, kFlopsPaper);
    const Work<N> flops = two * at(row.a) * at(row.b);
    const ByteCount<N> width = N::leaf(core::Bytes{row.bytes}, W_("activation_width"),
                                       core::SourceKind::Given, "/precision/compute");
    const ByteCount<N> bytes = (at(row.a) + 2.0 * at(Extent::Tokens) * at(Extent::Query)) * width;
    return maximum(flops / (m_streamPeak * number(C::BatchedRate)), moved(C::GemmMemory, bytes)) +
           seconds(C::BatchedStart);
}

/// What the kernels read and write has rows of its own.
template <class N>
Duration<N> DeviceClock<N>::scanRow(const Row& row) const
{
    const Work<N> two =
        N::leaf(core::Flops{2}, W_("flops_of_a_product"), core::SourceKind::Specification, kFlopsPaper);
    const Count<N> efficiency =
        N::leaf(core::Number{kScanRate}, W_("scan_efficiency"), core::SourceKind::Fitted,
                "ten runs of Nemotron 3 Nano, docs/accuracy.md");
    return two * at(row.a) * at(row.b) / (m_streamPeak * efficiency) + seconds(C::BatchedStart);
}

template <class N>
Duration<N> DeviceClock<N>::attentionRow(const Row& row) const
{
    const bool backward = isBackward(row.kernel);
    const double head = std::clamp(size(Extent::HeadSize), 64.0, 128.0);
    const double share = (head - 64) / 64;
    const double slow = m_coefficients[backward ? C::AttentionBackwardRate64 : C::AttentionRate64];
    const double fast = m_coefficients[backward ? C::AttentionBackwardRate128 : C::AttentionRate128];
    double achieved = slow + share * (fast - slow);
    if (m_plan.precision.attention)
        achieved *= m_coefficients[C::AttentionNarrow];
    const bool olderKernels = m_coefficients[C::FlashTwo] < 1 && habitsOf(m_plan).secondFlash;
    if (olderKernels)
        achieved *= m_coefficients[C::FlashTwo];
    // All ranks' parts of the keys but the own are kernels of their own.
    if (m_plan.axes.context > 1 && m_plan.contextExchange == core::ContextExchange::Ring &&
        habitsOf(m_plan).ringInSteps) {
        const bool second = m_coefficients[C::FlashTwo] == 1 || olderKernels;
        const double steps = m_coefficients[C::RingSteps] * (second ? 1 : kRingOfNewer);
        achieved /= 1 + steps * (1 - 1 / static_cast<double>(m_plan.axes.context));
    }
    if (row.kernel == KernelClass::AttentionDropoutForward)
        achieved /= m_coefficients[C::AttentionDropout];
    if (row.kernel == KernelClass::AttentionDropoutBackward)
        achieved /= m_coefficients[C::AttentionDropoutBackward];
    const Count<N> efficiency =
        N::leaf(core::Number{achieved}, W_("attention_efficiency"), m_coefficients.kind(C::AttentionRate128),
                "between heads of 64 and 128, dropout apart");
    const auto diagonal = [](double blocks) {
        return N::leaf(core::Number{blocks}, W_("diagonal_blocks"), core::SourceKind::Measured,
                       "probe of an H200");
    };
    Count<N> keys = at(Extent::Sequence);
    if (isCausal(m_model))
        keys = 0.5 * keys + (backward       ? diagonal(kDiagonalBackward)
                             : olderKernels ? diagonal(kDiagonalOfTwo)
                                            : number(C::AttentionEnds));
    const Work<N> flops = N::leaf(core::Flops{backward ? 4 * kBackwardFlash : 4.0}, W_("flops_of_a_score"),
                                  core::SourceKind::Specification, "arXiv:2307.08691, section 3.2") *
                          at(Extent::Tokens) * keys * at(Extent::AttentionWidth);
    const Duration<N> time = flops / (m_streamPeak * efficiency);
    if (!backward)
        return time + seconds(C::AttentionStart);
    const ByteCount<N> bytes = N::leaf(core::Bytes{kBackwardBytes}, W_("bytes_an_element"),
                                       core::SourceKind::Measured, "probe of an H200") *
                               at(Extent::Tokens) * at(Extent::Query);
    return time + moved(rateOf(KernelClass::Plain), bytes) + seconds(C::AttentionBackwardStart);
}

template <class N>
DeviceTime<N> DeviceClock<N>::time(const Rows& rows, std::size_t end) const
{
    DeviceTime<N> total;
    bool anyProduct = false;
    bool anyRest = false;
    const auto add = [](Duration<N>& sum, bool& any, const Duration<N>& more) {
        sum = any ? sum + more : more;
        any = true;
    };
    for (std::size_t i = 0; i < end; ++i) {
        const Row& row = rows[i];
        total.kernels += row.kernels;
        Duration<N> time;
        bool product = false;
        switch (row.kernel) {
        case KernelClass::Product:
        case KernelClass::ProductBackward:
        case KernelClass::Grouped:
        case KernelClass::GroupedBackward:
        case KernelClass::HeadProduct:
        case KernelClass::HeadProductBackward:
            time = productRow(row);
            product = !misaligned(m_plan, row, size(Extent::Vocabulary), row.bytes);
            break;
        case KernelClass::Scan: time = scanRow(row); break;
        case KernelClass::Batched:
            time = batchedRow(row);
            product = true;
            break;
        case KernelClass::AttentionForward:
        case KernelClass::AttentionDropoutForward:
        case KernelClass::AttentionBackward:
        case KernelClass::AttentionDropoutBackward: time = attentionRow(row); break;
        default: time = memoryRow(row); break;
        }
        if (m_exchange) {
            const Superstep beside = computing(superstep(row), *m_exchange, N::plain(time).value());
            total.supersteps.add(beside);
            time = time / N::leaf(core::Number{m_exchange->balance}, W_("tile_balance"),
                                  core::SourceKind::Assumed, m_exchange->source) +
                   N::leaf(core::Seconds{beside.exchange}, W_("exchange_between_tiles"),
                           core::SourceKind::Unverified, m_exchange->source) +
                   N::leaf(core::Seconds{beside.sync}, W_("synchronisation_of_tiles"),
                           core::SourceKind::Unverified, m_exchange->source);
        }
        time = N::named(row.label, time, kOperators);
        product ? add(total.products, anyProduct, time) : add(total.rest, anyRest, time);
    }
    add(total.rest, anyRest, static_cast<double>(total.kernels) * seconds(C::KernelGap));
    return total;
}

template <class N>
Superstep DeviceClock<N>::superstep(const Row& row) const
{
    const auto product = [&](double rows, double columns, double depth, double count) {
        return superstepOf(*m_exchange, {rows, columns, depth, count}, row.bytes);
    };
    switch (row.kernel) {
    case KernelClass::Product:
    case KernelClass::ProductBackward:
    case KernelClass::HeadProduct:
    case KernelClass::HeadProductBackward: return product(size(row.a), size(row.b), size(row.c), 1);
    case KernelClass::Grouped:
    case KernelClass::GroupedBackward: {
        const double experts = std::max(1.0, size(Extent::LocalExperts));
        const bool tokens = row.a == Extent::ChosenTokens;
        return product(size(row.a) / (tokens ? experts : 1), size(row.b),
                       size(row.c) / (tokens ? 1 : experts), experts);
    }
    case KernelClass::Batched: { // of each head and sample: queries, keys, a head's width
        const double keys = size(Extent::Sequence);
        return product(keys, keys, size(row.b), std::max(1.0, size(row.a) / (keys * keys)));
    }
    case KernelClass::AttentionForward:
    case KernelClass::AttentionDropoutForward:
    case KernelClass::AttentionBackward:
    case KernelClass::AttentionDropoutBackward: {
        const bool backward = isBackward(row.kernel);
        const double keys = size(Extent::Sequence);
        const double head = std::max(1.0, size(Extent::HeadSize));
        const double heads = size(Extent::Tokens) / keys * size(Extent::AttentionWidth) / head;
        Superstep all;
        constexpr double kForward = 2; // scores, and values by them; both again and their gradients backward
        constexpr double kBackward = 5;
        const double width = row.bytes > 0 ? row.bytes : core::widthOf(m_dtype).value();
        return all.add(superstepOf(*m_exchange, {keys, keys, head, std::max(1.0, heads)}, width),
                       backward ? kBackward : kForward);
    }
    default: return superstepAlone(*m_exchange, std::max<double>(1, row.kernels));
    }
}

#define SHARDSCOPE_KERNELS(N)                                                                                \
    template Extents<N> extentsOf<N>(const Symbols<N>&, const core::Transformer&, const core::Plan&);        \
    template class DeviceClock<N>;
SHARDSCOPE_KERNELS(core::PlainNumbers)
SHARDSCOPE_KERNELS(core::ExplainedNumbers)
#undef SHARDSCOPE_KERNELS

} // namespace shardscope::planner

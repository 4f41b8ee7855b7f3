// SPDX-License-Identifier: GPL-3.0-or-later
// What the layers of a hybrid model are made of.
#pragma once

#include <compare>
#include <cstdint>

namespace shardscope::core {

/// How a layer's tokens see each other. StateSpace: Mamba-2 (arXiv:2405.21060); DeltaRule: the gated delta
/// rule (arXiv:2412.06464); Lightning: linear attention that decays (arXiv:2501.08313). None: they do not.
enum class Mixer : std::uint8_t { Attention, StateSpace, DeltaRule, Lightning, None };
inline constexpr int kMixers = 5;
/// What each token goes through alone.
enum class TokenPart : std::uint8_t { Dense, Experts, None };
inline constexpr int kTokenParts = 3;

/// One layer. Most models have a mixer and a feed-forward in each; Nemotron-H one of them.
struct LayerParts {
    Mixer mixer = Mixer::Attention;
    TokenPart tokens = TokenPart::Dense;

    /// Norms over a layer's whole width, sums with the residual, reductions of a tensor group: one a part.
    [[nodiscard]] constexpr int count() const
    {
        return (mixer != Mixer::None ? 1 : 0) + (tokens != TokenPart::None ? 1 : 0);
    }
    [[nodiscard]] constexpr bool recurs() const { return mixer != Mixer::Attention && mixer != Mixer::None; }
    friend constexpr bool operator==(const LayerParts&, const LayerParts&) = default;
};

/// Sizes of mixers that keep a state for each head instead of keys and values. Elements.
struct Recurrence {
    std::int64_t heads = 0;    ///< Mamba-2: of x; otherwise of the values
    std::int64_t headDim = 0;  ///< of one of them
    std::int64_t groups = 0;   ///< Mamba-2: of B and C; otherwise heads of the keys and queries
    std::int64_t stateDim = 0; ///< of one of those: rows of a head's state
    std::int64_t kernel = 0;   ///< of the convolution along the tokens; 0: none
    std::int64_t chunk = 0;    ///< tokens that are computed by products; states pass from chunk to chunk
    bool kernelBias = false;   ///< of the convolution

    /// Values, the gate beside them and the output.
    [[nodiscard]] std::int64_t width() const { return heads * headDim; }
    /// B or C; keys or queries.
    [[nodiscard]] std::int64_t keyWidth() const { return groups * stateDim; }
    /// What the convolution, or the activation in its place, runs over.
    [[nodiscard]] std::int64_t convolved() const { return width() + 2 * keyWidth(); }
    /// The width of the input projections. Each head adds a step in Mamba-2, a decay and a strength in the
    /// delta rule, nothing in lightning attention.
    [[nodiscard]] std::int64_t inputs(Mixer mixer) const
    {
        const std::int64_t ofAHead = mixer == Mixer::DeltaRule ? 2 : (mixer == Mixer::StateSpace ? 1 : 0);
        return 2 * width() + 2 * keyWidth() + ofAHead * heads;
    }
};

} // namespace shardscope::core

// SPDX-License-Identifier: GPL-3.0-or-later
// What of a layer runs again in backward instead of being kept until then.
#pragma once

#include <compare>
#include <cstdint>

namespace shardscope::core {

/// Nothing, a whole layer but its input, or parts of it: those that Megatron Core's selective recompute knows
/// (NVIDIA Megatron-LM, core/transformer/transformer_config.py, recompute_modules); or what a policy by
/// operations leaves (pytorch/torchtitan, distributed/activation_checkpoint.py, _apply_op_sac).
struct Recompute {
    enum Part : std::uint16_t {
        CoreAttention = 1 << 0,   ///< scores, softmax and context (arXiv:2205.05198, section 5)
        MlaUpProjection = 1 << 1, ///< latent attention's queries, keys and values out of their low ranks
        Layernorm = 1 << 2,     ///< norms that are kernels of their own: before latent attention and experts
        Mlp = 1 << 3,           ///< a dense feed-forward with its norm
        Moe = 1 << 4,           ///< router, dispatch, experts and what comes back
        MoeActivation = 1 << 5, ///< between an expert's two products
        SharedExperts = 1 << 6,
        WholeLayer = 1 << 7,
        /// All of a layer but what attention, scatters and exchanges gave, and every second product.
        Operations = 1 << 8
    };
    static const Recompute None;
    static const Recompute Selective; ///< the attention's core alone
    static const Recompute Full;
    static const Recompute ByOperations;

    std::uint16_t parts = 0; ///< WholeLayer and Operations stand alone

    [[nodiscard]] constexpr bool has(Part part) const { return (parts & part) != 0; }
    /// Some parts of a layer.
    [[nodiscard]] constexpr bool selective() const { return parts != 0 && parts != WholeLayer; }
    friend constexpr auto operator<=>(const Recompute&, const Recompute&) = default;
};
inline constexpr Recompute Recompute::None{0};
inline constexpr Recompute Recompute::Selective{CoreAttention};
inline constexpr Recompute Recompute::Full{WholeLayer};
inline constexpr Recompute Recompute::ByOperations{Operations};

} // namespace shardscope::core

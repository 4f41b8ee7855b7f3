// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of layers that a transformer's formulas tell apart.
#pragma once

#include "core/model/layer_parts.h"

#include <cstddef>

namespace shardscope::planner {

/// A layer's parts; \c decoder: of an encoder-decoder, with a second attention to the encoder's output.
struct LayerForm {
    core::LayerParts parts;
    bool decoder = false;

    static constexpr std::size_t kCount = core::kMixers * core::kTokenParts + 1;
    [[nodiscard]] constexpr std::size_t index() const
    {
        return decoder ? kCount - 1
                       : static_cast<std::size_t>(parts.mixer) * core::kTokenParts +
                             static_cast<std::size_t>(parts.tokens);
    }
    /// The form of that index.
    [[nodiscard]] static constexpr LayerForm at(std::size_t index)
    {
        if (index + 1 == kCount)
            return {{}, true};
        return {{static_cast<core::Mixer>(index / core::kTokenParts),
                 static_cast<core::TokenPart>(index % core::kTokenParts)},
                false};
    }
    friend constexpr bool operator==(const LayerForm&, const LayerForm&) = default;
    [[nodiscard]] constexpr bool hasExperts() const { return parts.tokens == core::TokenPart::Experts; }
};

inline constexpr LayerForm kDenseLayer{};
inline constexpr LayerForm kExpertLayer{{core::Mixer::Attention, core::TokenPart::Experts}, false};

} // namespace shardscope::planner

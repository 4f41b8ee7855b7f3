// SPDX-License-Identifier: GPL-3.0-or-later
// What lists of published runs call models, and which of the catalogue's these are (of machines:
// core/catalog/said_name.h).
#pragma once

#include "app/session/published/row_fields.h"

#include <string>

namespace shardscope::app::published {

inline constexpr const char* kMlperfRecommender = "DLRM-DCNv2 (Criteo 1TB multi-hot, 204.2M x128 table rows)";

/// The catalogue's name of the model that a list calls \p name, however it writes it ("Llama3.1-70B",
/// "LLAMA3_70B"), or a shape that is in no catalogue; null: unknown.
[[nodiscard]] Json modelOf(const std::string& name);

} // namespace shardscope::app::published

// SPDX-License-Identifier: GPL-3.0-or-later
// Small Chrome traces, and what was read of them as text.
#pragma once

#include "core/timeline/timeline.h"

#include <QString>
#include <QStringList>

#include <string>

namespace shardscope::tests::chrome {

[[nodiscard]] std::string text(const core::Timeline& timeline, core::NameId id);
/// "name ts+dur" in us of every slice, in row order.
[[nodiscard]] QStringList slicesOf(const core::Timeline& timeline);
/// "process / thread" of every track.
[[nodiscard]] QStringList tracksOf(const core::Timeline& timeline);

/// \p events as an array.
[[nodiscard]] std::string bare(const std::string& events);
/// An event of a whole slice; \p more: what follows its duration.
[[nodiscard]] std::string complete(const std::string& name, int ts, int dur, const std::string& more = "");

} // namespace shardscope::tests::chrome

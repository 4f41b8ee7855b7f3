// SPDX-License-Identifier: GPL-3.0-or-later
// The colours, letters and patterns of what is measured and planned: the same everywhere, in every scheme.
// The colours are data: resources/look/data.json, under the names that files and tables use.
#pragma once

#include "core/kinds/op_class.h"
#include "core/plan/embedding.h"
#include "core/plan/evaluation.h"

#include <QBrush>
#include <QColor>
#include <QPen>
#include <QString>

namespace shardscope::app {

struct Theme;

/// Colour and letter of a class of operations, of a purpose of memory, of a part of the step.
[[nodiscard]] QColor colorOf(core::OpClass operation);
[[nodiscard]] QColor colorOf(core::Purpose purpose);
[[nodiscard]] QColor colorOf(core::TableSharding sharding);
[[nodiscard]] QString letterOf(core::Purpose purpose);
/// Bubble (empty, dotted edge) and recompute (pale, dashed edge) are told by more than a colour: see brushOf,
/// penOf.
[[nodiscard]] QColor colorOf(core::StepPart part);
[[nodiscard]] QBrush brushOf(core::StepPart part, const Theme& theme);
[[nodiscard]] QPen penOf(core::StepPart part, const Theme& theme);
/// The gradient of the weights, where a backward pass is split in two.
[[nodiscard]] QColor weightGradientColor();
/// Colours for things that have none of their own, told apart by colour-blind readers as far as eight can be
/// (Okabe, Ito 2008, "Color Universal Design"), then darker ones of the same hues.
inline constexpr std::size_t kCategoricalColors = 12;
[[nodiscard]] QColor categoricalColor(std::size_t index);
/// A sequential map from 0 to 1: cividis (Nuñez, Anderton, Renslow 2018, doi:10.1371/journal.pone.0199239).
[[nodiscard]] QColor sequentialColor(double fraction);

} // namespace shardscope::app

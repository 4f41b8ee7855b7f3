// SPDX-License-Identifier: GPL-3.0-or-later
// Icons are line drawings in one colour: the file says currentColor, the theme says which.
#pragma once

#include "app/desktop/theme/theme.h"

#include <QIcon>

namespace shardscope::app {

/// resources/icons/NAME.svg in the theme's text colours, sharp at every scale.
[[nodiscard]] QIcon themedIcon(const QString& name, const Theme& theme);

} // namespace shardscope::app

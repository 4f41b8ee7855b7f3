// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/look: read once, checked whole. They are built into the program, so a key that is
// missing is a fault of the program, which ends with its name.
#pragma once

#include <QColor>
#include <QJsonObject>
#include <QString>

namespace shardscope::app {

/// The object in resources/look/\p name.json.
[[nodiscard]] QJsonObject tokensOf(const QString& name);
/// The colour "#RRGGBB" or "#RRGGBBAA" under \p key.
[[nodiscard]] QColor tokenColor(const QJsonObject& tokens, const QString& key);
/// The colour that is written as \p text.
[[nodiscard]] QColor colorFrom(const QString& text);

} // namespace shardscope::app

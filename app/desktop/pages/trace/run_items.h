// SPDX-License-Identifier: GPL-3.0-or-later
// What a project keeps for a run: items and seats that say which run they are of, by the names and sizes of
// its files and not by where they lie, so that the files may move and the project be shared.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/history.h"

#include <QJsonArray>
#include <QJsonObject>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace shardscope::app {

/// [{"file", "bytes"}] of a recorded run, [{"simulated"}] of another.
[[nodiscard]] QJsonArray runKey(const RunView& run);
/// The body of an item; empty where it is no object.
[[nodiscard]] QJsonObject bodyObject(const core::ProjectItem& item);
[[nodiscard]] QJsonObject bodyObject(const std::string& body);
[[nodiscard]] std::string bodyText(const QJsonObject& object);
/// Whether a body is of that run: its "run".
[[nodiscard]] bool isOf(const QJsonObject& body, const RunView& run);

/// What tells tracks, or counters, of one run apart; the same whenever the same files are read.
[[nodiscard]] QString keyOf(const core::Timeline& timeline, std::uint32_t source,
                            std::initializer_list<core::NameId> names);
[[nodiscard]] std::vector<QString> trackKeys(const core::Timeline& timeline);
/// The place of \p key among \p keys.
[[nodiscard]] std::optional<std::uint32_t> placeOf(const std::vector<QString>& keys, const QString& key);

/// What the settings have of the run's files under \p what ("views"): where no project keeps it.
[[nodiscard]] QJsonArray keptObjects(const RunView& run, const char* what);
void keepObjects(const RunView& run, const char* what, const QJsonArray& objects);

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What a project keeps for a run: items and seats that say which run they are of, by the names and sizes of
// its files and not by where they lie, so that the files may move and the project be shared.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/history.h"

#include <QJsonArray>
#include <QJsonObject>

namespace shardscope::app {

/// [{"file", "bytes"}] of a recorded run, [{"simulated"}] of another.
[[nodiscard]] QJsonArray runKey(const RunView& run);
/// The body of an item; empty where it is no object.
[[nodiscard]] QJsonObject bodyObject(const core::ProjectItem& item);
[[nodiscard]] QJsonObject bodyObject(const std::string& body);
[[nodiscard]] std::string bodyText(const QJsonObject& object);
/// Whether a body is of that run: its "run".
[[nodiscard]] bool isOf(const QJsonObject& body, const RunView& run);

/// What the reader noted of the run; empty: nothing.
[[nodiscard]] QString noteOf(History& history, const RunView& run);
/// In the place of what was noted, as a step; empty: nothing any more. \p title names the run.
void writeNote(History& history, const RunView& run, const QString& title, const QString& text);

} // namespace shardscope::app

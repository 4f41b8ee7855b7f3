// SPDX-License-Identifier: GPL-3.0-or-later
// What is dragged over the window, as files.
#pragma once

#include <QStringList>

class QMimeData;

namespace shardscope::app {

/// The files and folders of this machine that \p data names.
[[nodiscard]] QStringList droppedFiles(const QMimeData& data);
/// Whether there are any, and all are traces or folders of such, by their first bytes.
[[nodiscard]] bool allTraces(const QStringList& files);

} // namespace shardscope::app

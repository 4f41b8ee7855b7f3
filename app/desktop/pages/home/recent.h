// SPDX-License-Identifier: GPL-3.0-or-later
// Files that were opened, the last first.
#pragma once

#include <QStringList>

#include <vector>

namespace shardscope::app {

struct Recent {
    QString title;  ///< the file's name, or that of the first and how many more
    QString detail; ///< where it lies
    QStringList files;
};

/// Recent files that are still there, eight at most.
[[nodiscard]] std::vector<Recent> recentFiles();
/// \p files were opened together.
void rememberOpened(const QStringList& files);

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The campaign's table of bad files. A find of tomorrow is a row here: every verb then meets it.
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace shardscope::tests {

struct RoughFile {
    const char* name;
    /// Makes it in \p folder and says how it is called there.
    std::function<QString(const QString& folder)> make;
    bool neverGood = false; ///< no verb has a use for it: exit 2
};

/// What no content can mend: no such file, loops, pipes, devices, permissions.
[[nodiscard]] const std::vector<RoughFile>& roughPlaces();
/// Files that can be read, and hold what is of no use.
[[nodiscard]] const std::vector<RoughFile>& roughContents();

/// Writes \p content to \p path, and returns \p path.
QString writeFile(const QString& path, const QByteArray& content);
[[nodiscard]] QByteArray readFile(const QString& path);

} // namespace shardscope::tests

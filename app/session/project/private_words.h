// SPDX-License-Identifier: GPL-3.0-or-later
// What in texts tells of somebody's machine: names of hosts and users, and paths. Found first, replaced then.
#pragma once

#include "core/base/enum_names.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

enum class PrivateKind : std::uint8_t { Host, User, Path };
constexpr auto enumNames(PrivateKind) { return core::namesUpTo<PrivateKind::Path>("host", "user", "path"); }

struct PrivateWord {
    PrivateKind kind = PrivateKind::Path;
    QString found;
    QString replacement; ///< "host-1", "user-1", "folder-1/model.json"
    QString where;       ///< what it was found in first
    int times = 0;       ///< that it is replaced
};

/// The user and the machine that run this program: looked for besides what the texts themselves give away.
struct Surroundings {
    QStringList hosts;
    QStringList users;
    QStringList homes;
};
[[nodiscard]] Surroundings surroundings();

/// First all texts are looked at, then what was found in any of them is replaced in all.
class PrivateWords {
public:
    explicit PrivateWords(const Surroundings& here);

    /// Learns what \p text gives away; \p where names it.
    void look(const QString& text, const QString& where);
    /// \p name is a host's or a user's, as a document says.
    void learn(PrivateKind kind, const QString& name, const QString& where);
    /// Gives each its replacement; \p kept stay as they are. Nothing is looked at any more.
    void decide(const QStringList& kept);
    /// \p text with all of it replaced, and counted.
    [[nodiscard]] QString replaced(const QString& text);
    /// The words that are replaced anywhere: hosts, users, paths, each in the order in which it was found.
    [[nodiscard]] std::vector<PrivateWord> found() const;

private:
    void lookForPaths(const QString& text, const QString& where);
    void learnPath(const QString& path, const QString& where);
    void tally(std::size_t replaced);
    [[nodiscard]] QString replacedBy(const std::vector<std::size_t>& words, const QString& text, bool count);

    std::vector<PrivateWord> m_words;
    std::vector<std::size_t> m_longest; ///< of those that are replaced, the longest first
    std::vector<std::size_t> m_names;   ///< of these the hosts and users
    Surroundings m_here;
};

} // namespace shardscope::app

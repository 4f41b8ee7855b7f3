// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/home/recent.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kKey = QStringLiteral("home/recent");
constexpr qsizetype kMost = 8;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(HomePage)
};

} // namespace

std::vector<Recent> recentFiles()
{
    std::vector<Recent> all;
    for (const QVariant& entry : QSettings().value(kKey).toList()) {
        const QStringList files = entry.toStringList();
        const bool there = !files.isEmpty() && std::ranges::all_of(files, [](const QString& file) {
            return QFileInfo::exists(file);
        });
        if (!there)
            continue;
        const QFileInfo first(files.front());
        QString title = first.fileName();
        if (files.size() > 1)
            title = Words::tr("%1 and %n more", nullptr, static_cast<int>(files.size()) - 1).arg(title);
        QString folder = first.absolutePath();
        if (folder.startsWith(QDir::homePath()))
            folder.replace(0, QDir::homePath().size(), QStringLiteral("~"));
        all.push_back({title, folder, files});
    }
    return all;
}

void rememberOpened(const QStringList& files)
{
    QStringList whole;
    for (const QString& file : files)
        whole << QFileInfo(file).absoluteFilePath();
    QSettings settings;
    QVariantList all = settings.value(kKey).toList();
    all.removeAll(QVariant(whole));
    all.prepend(QVariant(whole));
    settings.setValue(kKey, all.mid(0, kMost));
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/dropped_files.h"

#include "app/session/documents/documents.h"

#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace shardscope::app {

QStringList droppedFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

bool allTraces(const QStringList& files)
{
    return !files.isEmpty() && std::ranges::all_of(files, [](const QString& file) {
        const auto kind = documentKind(file.toStdString());
        return kind.ok() && *kind == DocumentKind::Trace;
    });
}

} // namespace shardscope::app

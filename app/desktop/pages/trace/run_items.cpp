// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/run_items.h"

#include "app/session/text/words.h"

#include <QJsonDocument>

namespace shardscope::app {
namespace {

const QString kRun = QStringLiteral("run");
const QString kText = QStringLiteral("text");

core::ItemPtr noteItem(History& history, const RunView& run)
{
    for (const core::ItemPtr& item : history.project().itemsOf(core::ItemKind::Note)) {
        if (isOf(bodyObject(*item), run))
            return item;
    }
    return nullptr;
}

} // namespace

QJsonArray runKey(const RunView& run)
{
    QJsonArray key;
    for (const core::RunSource& source : run.run->sources) {
        if (!source.file.empty())
            key.append(
                QJsonObject{{QStringLiteral("file"), QString::fromStdString(source.file.filename().string())},
                            {QStringLiteral("bytes"), static_cast<qint64>(source.fileBytes)}});
    }
    if (key.isEmpty())
        key.append(QJsonObject{{QStringLiteral("simulated"), QString::fromStdString(run.run->title)}});
    return key;
}

QJsonObject bodyObject(const std::string& body)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(body)).object();
}
QJsonObject bodyObject(const core::ProjectItem& item) { return bodyObject(item.body); }

std::string bodyText(const QJsonObject& object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

bool isOf(const QJsonObject& body, const RunView& run) { return body[kRun].toArray() == runKey(run); }

QString noteOf(History& history, const RunView& run)
{
    const core::ItemPtr item = noteItem(history, run);
    return item ? bodyObject(*item)[kText].toString() : QString();
}

void writeNote(History& history, const RunView& run, const QString& title, const QString& text)
{
    const core::ItemPtr item = noteItem(history, run);
    if (noteOf(history, run) == text.trimmed())
        return;
    const std::string body = bodyText({{kRun, runKey(run)}, {kText, text.trimmed()}});
    Project& project = history.project();
    core::ItemChange change =
        text.trimmed().isEmpty() ? Project::removed(item)
        : item                   ? Project::rewritten(item, body)
                                 : project.made(core::ItemKind::Note,
                                                project.freshName(core::ItemKind::Note, title.toStdString()), body);
    static_cast<void>(history.push({std::move(change)}, Words::tr("Write a note"))); // of what there is
}

} // namespace shardscope::app

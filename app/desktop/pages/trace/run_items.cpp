// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/run_items.h"

#include "core/base/mapped.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSettings>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kRun = QStringLiteral("run");

/// Where what is kept of a run's files lies: its "views", its "notes".
QString settingOf(const RunView& run, const char* what)
{
    QString files;
    for (const core::RunSource* const file : core::runFiles(*run.run))
        files +=
            QFileInfo(QString::fromStdString(file->file.string())).absoluteFilePath() + QLatin1Char('\n');
    if (files.trimmed().isEmpty()) // simulated
        files = QString::fromStdString(run.run->title);
    const QByteArray hash = QCryptographicHash::hash(files.toUtf8(), QCryptographicHash::Sha256).toHex();
    return QStringLiteral("timeline/%1/").arg(QLatin1String(what)) + QString::fromLatin1(hash.left(32));
}

} // namespace

QJsonArray runKey(const RunView& run)
{
    QJsonArray key;
    for (const core::RunSource* const file : core::runFiles(*run.run))
        key.append(
            QJsonObject{{QStringLiteral("file"), QString::fromStdString(file->file.filename().string())},
                        {QStringLiteral("bytes"), static_cast<qint64>(file->fileBytes)}});
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

QString keyOf(const core::Timeline& timeline, std::uint32_t source, std::initializer_list<core::NameId> names)
{
    QStringList parts{QString::number(source)};
    for (const core::NameId id : names)
        parts << (id.valid() ? QString::fromStdString(std::string(timeline.names().text(id))) : QString());
    return parts.join(QLatin1Char('/'));
}

std::vector<QString> trackKeys(const core::Timeline& timeline)
{
    return core::mapped(timeline.tracks(), [&](const core::Track& track) {
        return keyOf(timeline, track.source, {track.processKey, track.threadKey, track.thread});
    });
}

std::optional<std::uint32_t> placeOf(const std::vector<QString>& keys, const QString& key)
{
    const auto found = std::ranges::find(keys, key);
    return found == keys.end() ? std::nullopt
                               : std::optional(static_cast<std::uint32_t>(found - keys.begin()));
}

QJsonArray keptObjects(const RunView& run, const char* what)
{
    return QJsonDocument::fromJson(QSettings().value(settingOf(run, what)).toByteArray()).array();
}

void keepObjects(const RunView& run, const char* what, const QJsonArray& objects)
{
    QSettings settings;
    if (objects.isEmpty())
        settings.remove(settingOf(run, what));
    else
        settings.setValue(settingOf(run, what), QJsonDocument(objects).toJson(QJsonDocument::Compact));
}

} // namespace shardscope::app

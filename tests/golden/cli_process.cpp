// SPDX-License-Identifier: GPL-3.0-or-later
// The process and what it said.
#include "tests/golden/cli_process.h"

#include "tests/support/test_locale.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcessEnvironment>

#include <algorithm>
#include <cmath>

namespace shardscope::tests {

const QJsonObject Answer::json() const
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(out, &problem);
    return problem.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

bool Answer::isOneLineError() const
{
    return exitCode == 2 && out.isEmpty() && err.endsWith('\n') && err.count('\n') == 1 && err.size() > 20;
}

Answer runCli(const QStringList& arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.insert(QStringLiteral("LC_ALL"), QString::fromLatin1(localeOfPrograms()));
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/shardscope-cli"), arguments);
    Answer answer;
    if (!process.waitForFinished(300'000)) {
        process.kill();
        process.waitForFinished();
        answer.err = "did not end: " + process.errorString().toUtf8();
        return answer;
    }
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    if (process.exitStatus() == QProcess::NormalExit)
        answer.exitCode = process.exitCode();
    return answer;
}

double fullestPeak(const QJsonObject& plan)
{
    double most = 0;
    for (const auto& tier : plan["memory"].toObject()["tiers"].toArray()) {
        if (tier.toObject()["tier"] == "device")
            most = std::max(most, tier.toObject()["peak_bytes"].toDouble());
    }
    return most;
}

QString sourceFile(const char* path)
{
    return QStringLiteral(SHARDSCOPE_SOURCE_DIR "/") + QString::fromLatin1(path);
}

QString sharedFile(const QString& path)
{
    const QString folder =
        qEnvironmentVariable("SHARDSCOPE_SHARED", QStringLiteral(SHARDSCOPE_SOURCE_DIR "/../shared"));
    const QFileInfo file(QDir(folder).filePath(path));
    return file.exists() ? file.absoluteFilePath() : QString();
}

} // namespace shardscope::tests

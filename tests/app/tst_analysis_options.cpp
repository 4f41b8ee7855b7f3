// SPDX-License-Identifier: GPL-3.0-or-later
// Which options mean something to which analysis: what we say is what the analyses' sources read.
#include "app/session/trace/analyses.h"
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace shardscope;

namespace {

/// The source that defines the analysis \p key.
QString sourceOf(const std::string& key)
{
    QString name = QString::fromStdString(key);
    for (qsizetype at = name.indexOf('_'); at >= 0; at = name.indexOf('_'))
        name.replace(at, 2, name[at + 1].toUpper());
    const QString head = "core::Report> " + name + "(const AnalysisInput";
    QDirIterator files(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/profiler/analyze"), {QStringLiteral("*.cpp")},
                       QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        if (text.contains(head))
            return text;
    }
    return {};
}

} // namespace

class TstAnalysisOptions : public QObject {
    Q_OBJECT
private slots:
    void asTheSourcesRead()
    {
        // An option's member, or a function that reads it for the analyses.
        const std::map<std::string, const char*> traces{
            {"--hardware", "ptions\\.hardware"},
            {"--annotation", "ptions\\.annotation"},
            {"--instance", "ptions\\.instance"},
            {"--top", "ptions\\.top"},
            {"--tree-rows", "ptions\\.treeRows"},
            {"--kernel-gap-us", "ptions\\.kernelGapNs|idleByCause\\("},
            {"--full-queue", "ptions\\.fullQueue"},
            {"--window", "ptions\\.window|countedRows\\(|rankTimes\\(|computingBySource\\("},
        };
        QCOMPARE(traces.size(), app::kChoosyOptions.size());
        for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
            const std::string key(analysis.key);
            const QString source = sourceOf(key);
            QVERIFY2(!source.isEmpty(), key.c_str());
            QStringList read;
            for (const char* const option : app::kChoosyOptions) {
                if (source.contains(QRegularExpression(traces.at(option))))
                    read << option;
            }
            QStringList said;
            for (const std::string& option : app::heededOptions(key))
                said << QString::fromStdString(option);
            read.sort();
            said.sort();
            QVERIFY2(said == read,
                     qPrintable(analysis.key.data() + (": " + said.join(' ')) + " | " + read.join(' ')));
        }
    }
};

SHARDSCOPE_TEST(TstAnalysisOptions)
#include "tst_analysis_options.moc"

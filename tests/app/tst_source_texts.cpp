// SPDX-License-Identifier: GPL-3.0-or-later
// Texts below app are listed where lupdate finds them.
#include "app/session/plan/commands.h"
#include "app/session/plan/plan_reports.h"
#include "app/session/text/derivation_labels.h"
#include "app/session/text/source_texts.h"
#include "app/session/trace/sql.h"
#include "core/plan/plan_file.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/profiler.h"
#include "profiler/remarks/remark_kinds.h"
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace shardscope;

namespace {

void lookAtTable(const core::Table& table, std::set<std::string>& missing)
{
    const auto look = [&](const std::string& text) {
        const auto listedIn = [&](const std::vector<std::string>& texts) {
            return std::find(texts.begin(), texts.end(), text) != texts.end();
        };
        if (!text.empty() && !listedIn(app::listedSourceTexts()) && !listedIn(app::listedReportTexts()))
            missing.insert(text);
    };
    look(table.title);
    for (const core::Column& column : table.columns) {
        look(column.title);
        look(column.help);
    }
}

void lookAtReports(const core::RunPtr& run, std::set<std::string>& tables, std::set<std::string>& missing)
{
    const profiler::AnalysisInput input(run);
    for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
        const auto report = analysis.run(input, {}, {});
        if (!report.ok())
            continue;
        for (const core::Table& table : report->tables) {
            tables.insert(table.key);
            lookAtTable(table, missing);
        }
    }
}

} // namespace

class TstSourceTexts : public QObject {
    Q_OBJECT
private slots:
    void planKeysAreListed()
    {
        const auto& listed = app::listedSourceTexts();
        QVERIFY(!core::planKeys().empty());
        for (const core::PlanKey& key : core::planKeys())
            QVERIFY2(std::find(listed.begin(), listed.end(), key.help) != listed.end(), key.help.c_str());
    }

    void tablesOfSqlAreListed()
    {
        const auto& listed = app::listedSqlTexts();
        std::set<std::string> missing;
        const auto look = [&](const std::string& text) {
            if (!text.empty() && std::find(listed.begin(), listed.end(), text) == listed.end())
                missing.insert(text);
        };
        QVERIFY(!profiler::sqlTables().empty());
        for (const profiler::SqlTable& table : profiler::sqlTables()) {
            look(table.help);
            for (const profiler::SqlColumn& column : table.columns)
                look(column.help);
        }
        for (const std::string& text : missing)
            qWarning("not listed: %s", text.c_str());
        QVERIFY(missing.empty());
    }

    void namesInFormulasAreListed()
    {
        // Every named result of some plans of different kinds, down to the leaves.
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto& listed = app::listedDerivationLabels();
        std::set<std::string> missing;
        for (const auto& [model, hardware] :
             {std::pair{"gpt3-175b", "ipu-pod256"}, {"bert-large", "dgx-h200"}}) {
            const auto result =
                app::evaluatePlan(catalog, {model, hardware, {}, {}}, planner::Detail::Explained);
            QVERIFY(result.ok());
            std::vector<core::DerivationPtr> open;
            for (const std::string& path : app::derivationPaths(result->evaluation))
                open.push_back(app::findDerivation(result->evaluation, path).value());
            std::set<core::DerivationPtr> seen(open.begin(), open.end());
            while (!open.empty()) {
                const core::DerivationPtr node = open.back();
                open.pop_back();
                std::string words = node->label;
                std::replace(words.begin(), words.end(), '_', ' ');
                if (node->operation == core::Operation::Named && words.find(' ') != std::string::npos &&
                    std::find(listed.begin(), listed.end(), words) == listed.end())
                    missing.insert(words);
                for (const core::DerivationPtr& part : node->operands) {
                    if (seen.insert(part).second)
                        open.push_back(part);
                }
            }
        }
        QString all;
        for (const std::string& words : missing)
            all += QString::fromStdString(words) + QStringLiteral("; ");
        QVERIFY2(missing.empty(), qPrintable(all));
    }

    void planReportsAreListed()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto result = [&](std::vector<std::pair<std::string, std::string>> options) {
            return *app::evaluatePlan(catalog, {"gpt2", "dgx-a100-80g", {}, std::move(options)},
                                      planner::Detail::Plain);
        };
        const app::PlanResult phased = result({{"phases", "4"}, {"phase-source", "host"}});
        const app::PlanResult zero = result({{"implementation", "deepspeed"},
                                             {"kernels", "separate"},
                                             {"replica", "4"},
                                             {"zero-stage", "2"},
                                             {"residency-optimizer", "host"}});
        const std::array reports{app::planReport(phased, "phases"), app::planReport(zero, "walk"),
                                 app::planReport(zero, "activations")};
        std::set<std::string> missing;
        for (const auto& report : reports) {
            QVERIFY(report.ok());
            for (const core::Table& table : report->tables)
                lookAtTable(table, missing);
        }
        QVERIFY2(missing.empty(), missing.empty() ? "" : missing.begin()->c_str());
    }

    void remarksAreListed()
    {
        const auto& listed = app::listedSourceTexts();
        for (const profiler::RemarkKindInfo& kind : profiler::remarkKinds()) {
            QVERIFY2(std::find(listed.begin(), listed.end(), kind.help) != listed.end(),
                     std::string(kind.help).c_str());
        }
    }

    void analysesAreListed()
    {
        const auto& listed = app::listedSourceTexts();
        for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
            for (const std::string_view text : {analysis.title, analysis.needs, analysis.help})
                QVERIFY2(std::find(listed.begin(), listed.end(), text) != listed.end(), text.data());
        }
    }

    void tablesOfReportsAreListed()
    {
        // Every table that the analyses make of runs of different kinds: ours, and those beside this
        // checkout.
        const QDir shared(
            qEnvironmentVariable("SHARDSCOPE_SHARED", QStringLiteral(SHARDSCOPE_SOURCE_DIR "/../shared")));
        std::set<std::string> tables;
        std::set<std::string> missing;
        for (const QString& folder : {QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples"),
                                      QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/formats"),
                                      shared.filePath(QStringLiteral("traces/shardscope"))}) {
            QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                if (const auto imported = profiler::importTrace({files.next().toStdString()}); imported.ok())
                    lookAtReports(imported->run, tables, missing);
            }
        }
        QString all;
        for (const std::string& text : missing)
            all += QString::fromStdString(text) + QStringLiteral("; ");
        QVERIFY2(missing.empty(), qPrintable(all));
        QVERIFY(tables.size() > 20);
    }
};

SHARDSCOPE_TEST(TstSourceTexts)
#include "tst_source_texts.moc"

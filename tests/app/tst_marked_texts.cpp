// SPDX-License-Identifier: GPL-3.0-or-later
// Texts below app are marked where they stand: shown in Japanese, none is left in English.
#include "app/session/plan/commands.h"
#include "app/session/plan/plan_reports.h"
#include "app/session/text/messages.h"
#include "app/session/trace/sql.h"
#include "core/plan/plan_file.h"
#include "core/report/words.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/profiler.h"
#include "profiler/remarks/remark_kinds.h"
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

#include <array>
#include <set>

using namespace shardscope;

namespace {

/// Asked after the Japanese translator, so only for what that one does not know. tests/run holds that it
/// knows every marked text: what comes here is not marked.
class Unknown final : public QTranslator {
public:
    QString translate(const char*, const char* source, const char*, int) const override
    {
        m_texts.insert(source);
        return {};
    }
    bool isEmpty() const override { return false; }

    [[nodiscard]] std::set<std::string> take() { return std::exchange(m_texts, {}); }
    void clear() { m_texts.clear(); }

private:
    mutable std::set<std::string> m_texts;
};

void show(std::string_view text)
{
    if (!text.empty())
        static_cast<void>(app::translated(std::string(text)));
}

/// Calls \p see with every text of \p table, its kind and where it stands.
template <class See>
void eachWord(const core::Table& table, const See& see)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (const auto* text = std::get_if<std::string>(&table.rows[row][column]))
                see(*text, table.note(row, column).words.value_or(table.columns[column].words),
                    table.key + '.' + table.columns[column].key);
        }
    }
}

void showTable(const core::Table& table)
{
    show(table.title);
    for (const core::Column& column : table.columns) {
        show(column.title);
        show(column.help);
    }
    eachWord(table, [](const std::string& text, core::Words kind, const std::string&) {
        if (kind == core::Words::Text)
            show(text);
    });
}

/// Words in columns of names that the translators know: they were ours, but for what a file calls something.
void takeForNames(const core::Report& report, const QTranslator& japanese, std::set<std::string>& taken)
{
    for (const core::Table& table : report.tables)
        eachWord(table, [&](const std::string& text, core::Words kind, const std::string& place) {
            static const std::set<std::string> named{"name", "series", "first", "last"};
            if (kind == core::Words::Names && !named.contains(place.substr(place.find('.') + 1)) &&
                !japanese.translate("Source", text.c_str()).isEmpty())
                taken.insert(place + ": " + text);
        });
}

void showReport(const core::Report& report)
{
    show(report.title);
    for (const core::Table& table : report.tables)
        showTable(table);
    static const QRegularExpression named(QStringLiteral("[0-9?]")); // after a rank, a stage or a stream
    for (const core::Series& series : report.series) {
        if (!named.match(QString::fromStdString(series.title)).hasMatch())
            show(series.title);
    }
}

/// Every name in the formulas behind the numbers of \p evaluation, down to the leaves, but for symbols and
/// numbers, and names of tensors.
void showLabels(const core::Evaluation& evaluation, std::size_t& count)
{
    static const QRegularExpression symbol(QStringLiteral(
        "^([A-Za-z][0-9]?|rts'?|expert_f|[-+0-9.e]+( .*)?|(rows of )?[A-Za-z0-9_]+([./][A-Za-z0-9_]+)+)$"));
    std::vector<core::DerivationPtr> open;
    for (const std::string& path : app::derivationPaths(evaluation))
        open.push_back(app::findDerivation(evaluation, path).value());
    std::set<core::DerivationPtr> seen(open.begin(), open.end());
    while (!open.empty()) {
        const core::DerivationPtr node = open.back();
        open.pop_back();
        if (!node->label.empty() && !symbol.match(QString::fromStdString(node->label)).hasMatch()) {
            static_cast<void>(app::labelText(node->label));
            ++count;
        }
        for (const core::DerivationPtr& part : node->operands) {
            if (seen.insert(part).second)
                open.push_back(part);
        }
    }
}

} // namespace

class TstMarkedTexts : public QObject {
    Q_OBJECT

    QTranslator m_japanese;
    Unknown m_unknown;
    std::set<std::string> m_taken;

    void expectNoneUnknown()
    {
        QString all;
        for (const std::string& text : m_unknown.take())
            all += QString::fromStdString(text) + QStringLiteral("; ");
        QVERIFY2(all.isEmpty(), qPrintable(all));
    }

    void expectNoneTaken()
    {
        QString all;
        for (const std::string& text : m_taken)
            all += QString::fromStdString(text) + QStringLiteral("; ");
        QVERIFY2(all.isEmpty(), qPrintable(all));
    }

private slots:
    void initTestCase()
    {
        QVERIFY(m_japanese.load(QStringLiteral(":/i18n/shardscope_ja.qm")));
        QCoreApplication::installTranslator(&m_unknown); // the last one installed is asked first
        QCoreApplication::installTranslator(&m_japanese);
    }
    void cleanupTestCase()
    {
        QCoreApplication::removeTranslator(&m_japanese);
        QCoreApplication::removeTranslator(&m_unknown);
    }
    void init() { m_unknown.clear(); }

    void unmarkedTextsAreFound()
    {
        show("Devices each layer is split over (t)");
        QVERIFY(m_unknown.take().empty());
        show("A text that nobody marked");
        QCOMPARE(m_unknown.take(), (std::set<std::string>{"A text that nobody marked"}));
    }

    void keysOfPlans()
    {
        QVERIFY(!core::planKeys().empty());
        for (const core::PlanKey& key : core::planKeys())
            show(key.help);
        expectNoneUnknown();
    }

    void tablesOfSql()
    {
        QVERIFY(!profiler::sqlTables().empty());
        for (const profiler::SqlTable& table : profiler::sqlTables()) {
            show(table.help);
            for (const profiler::SqlColumn& column : table.columns)
                show(column.help);
        }
        expectNoneUnknown();
    }

    void remarks()
    {
        for (const profiler::RemarkKindInfo& kind : profiler::remarkKinds())
            show(kind.help);
        expectNoneUnknown();
    }

    void analyses()
    {
        for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
            for (const std::string_view text : {analysis.title, analysis.needs, analysis.help})
                show(text);
        }
        expectNoneUnknown();
    }

    void namesInFormulas_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QStringList>("options");
        const auto row = [](const char* model, const char* hardware, QStringList options = {}) {
            QTest::newRow(qPrintable(QStringLiteral("%1 %2 %3").arg(model, hardware, options.join(u' '))))
                << model << hardware << options;
        };
        row("gpt3-175b", "ipu-pod256");
        row("gpt3-175b", "dgx-h100", {"tensor=8", "pipeline=8", "replica=2", "sequence-parallel=true"});
        row("bert-large", "dgx-h200");
        row("gpt2", "dgx-a100-80g", {"kernels=separate", "autocast=true"});
        row("gpt2", "dgx-a100-80g", {"phases=4", "phase-source=host"});
        row("gpt2", "dgx-a100-80g",
            {"implementation=deepspeed", "kernels=separate", "replica=4", "zero-stage=2",
             "residency-optimizer=host"});
        row("llama-2-7b", "dgx-h100", {"replica=8", "zero-stage=3", "recompute=full", "training-tokens=1e9"});
        row("llama-3-8b", "dgx-h100", {"context=4", "micro-batch=1"});
        row("qwen3-4b", "h200-sxm");
        row("mixtral-8x7b", "dgx-h200", {"expert=8", "replica=8"});
        row("deepseek-v3", "dgx-h200", {"expert=8", "replica=8", "pipeline=2"});
        row("t5-11b", "dgx-h200", {"tensor=8"});
        row("resnet-50", "dgx-a100-80g", {"replica=8"});
        row("dlrm-v2-mlperf", "zionex", {"replica=16"});
        row("zionex-12t", "zionex", {"replica=128"});
        row("persia-criteo", "persia-v100", {"replica=8"});
    }

    void namesInFormulas()
    {
        QFETCH(const QString, model);
        QFETCH(const QString, hardware);
        QFETCH(const QStringList, options);
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        app::PlanRequest request{model.toStdString(), hardware.toStdString(), {}, {}};
        for (const QString& option : options)
            request.options.emplace_back(option.section(u'=', 0, 0).toStdString(),
                                         option.section(u'=', 1).toStdString());
        const auto result = app::evaluatePlan(catalog, request, planner::Detail::Explained);
        QVERIFY2(result.ok(), result.ok() ? "" : qPrintable(app::errorText(result.error())));
        std::size_t labels = 0;
        m_unknown.clear(); // of an error's sentence
        showLabels(result->evaluation, labels);
        QVERIFY(labels > 50);
        expectNoneUnknown();
    }

    void reportsOfPlans()
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
        for (const auto& report : {app::planReport(phased, "phases"), app::planReport(zero, "memory"),
                                   app::planReport(zero, "activations")}) {
            QVERIFY(report.ok());
            showReport(*report);
            takeForNames(*report, m_japanese, m_taken);
        }
        expectNoneUnknown();
        expectNoneTaken();
    }

    void reportsOfRuns()
    {
        // Every table that the analyses make of runs of different kinds: ours, and those beside this
        // checkout.
        const QDir shared(
            qEnvironmentVariable("SHARDSCOPE_SHARED", QStringLiteral(SHARDSCOPE_SOURCE_DIR "/../shared")));
        std::set<std::string> tables;
        for (const QString& folder : {QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples"),
                                      QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/formats"),
                                      shared.filePath(QStringLiteral("traces/shardscope"))}) {
            QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const auto imported = profiler::importTrace({files.next().toStdString()});
                if (!imported.ok())
                    continue;
                const profiler::AnalysisInput input(imported->run);
                for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
                    const auto report = analysis.run(input, {}, {});
                    if (!report.ok())
                        continue;
                    showReport(*report);
                    takeForNames(*report, m_japanese, m_taken);
                    for (const core::Table& table : report->tables)
                        tables.insert(table.key);
                }
            }
        }
        expectNoneUnknown();
        expectNoneTaken();
        QVERIFY(tables.size() > 20);
    }
};

SHARDSCOPE_TEST(TstMarkedTexts)
#include "tst_marked_texts.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Cells hold the same words in every language, say whose words they are and what is behind a number; one
// function shows them.
#include "app/session/compare/difference.h"
#include "app/session/compare/difference_views.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/plan_reports.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/recommender/recommender_study.h"
#include "app/session/tables/shown_cell.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/trace/analyses.h"
#include "app/session/trace/overview_texts.h"
#include "app/session/trace/queries.h"
#include "app/session/trace/rank_tables.h"
#include "core/report/words.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <QTranslator>

#include <array>
#include <memory>

using namespace shardscope;

namespace {

using Tables = std::vector<core::Table>;

void append(Tables& tables, const Tables& more) { tables.insert(tables.end(), more.begin(), more.end()); }

/// One of each kind: plans with their reports, a recommender's study, an import, comparisons.
struct Made {
    app::PlanResult plan;
    app::PlanResult other;
    std::unique_ptr<app::Study> study;
    profiler::ImportedRun imported;

    [[nodiscard]] Tables planTables() const
    {
        return {app::memoryTable(plan.evaluation), app::stepTable(plan.evaluation),
                app::communicationTable(plan.evaluation),
                app::communicationTable(plan.evaluation, &plan.hardware)};
    }
    [[nodiscard]] Tables all() const
    {
        Tables tables = planTables();
        append(tables, app::studyTables(*study));
        for (const char* const report : {"memory", "activations"})
            append(tables, app::planReport(plan, report).value().tables);
        append(tables, {app::modelFigures(plan.model), app::hardwareFigures(plan.hardware)});
        append(tables, {app::fileTable(imported), app::remarkTable(imported), app::trackTable(*imported.run),
                        app::clockTable(imported), app::analysisTable(), app::sqlTableList()});
        const profiler::AnalysisInput input(imported.run);
        const profiler::Overview overview = profiler::overviewOf(input, {}, {}).value();
        append(tables, {app::overviewFacts(overview), app::overviewParts(overview)});
        const auto side = [](const app::PlanResult& of, const char* name) {
            return app::planSide(of.model, of.hardware, of.evaluation.plan, name, {}).value();
        };
        const app::SideDifference difference = app::sideDifference(side(plan, "a"), side(other, "b"));
        append(tables, app::differenceReport(difference, 20).tables);
        append(tables, app::matchingTables(difference));
        append(tables, {app::placesTable(difference).table});
        return tables;
    }
};

/// The words of \p table's cells, each with its kind and where it stands.
template <class See>
void eachWord(const core::Table& table, const See& see)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const auto* text = std::get_if<std::string>(&table.rows[row][column]);
            if (text != nullptr && !text->empty())
                see(*text, table.note(row, column).words.value_or(table.columns[column].words),
                    table.key + "." + table.columns[column].key);
        }
    }
}

/// Writes numbers as plainly as can be.
class PlainWriter final : public app::CellWriter {
public:
    [[nodiscard]] QString words(const std::string& text, core::Words kind) const override
    {
        return app::shownWords(text, kind);
    }
    [[nodiscard]] QString integer(std::int64_t value) const override { return QString::number(value); }
    [[nodiscard]] QString real(double value) const override { return QString::number(value); }
    [[nodiscard]] QString fraction(double value) const override { return QString::number(value) + "%"; }
    [[nodiscard]] QString nanoseconds(double value) const override { return QString::number(value) + "ns"; }
    [[nodiscard]] QString quantity(double value, core::Dimension dimension) const override
    {
        return QString::number(value) + (dimension == core::kByte ? "B" : "?");
    }
};

} // namespace

class TstShownCells : public QObject {
    Q_OBJECT

    QTranslator m_japanese;
    Made m_made;
    Tables m_english;

    /// The Japanese translation of a marked text; empty if there is none.
    [[nodiscard]] QString japanese(const std::string& text) const
    {
        return m_japanese.translate("Source", text.c_str());
    }

private slots:
    void initTestCase()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto planned = [&](const char* model, const char* hardware,
                                 std::vector<std::pair<std::string, std::string>> options) {
            return app::evaluatePlan(catalog, {model, hardware, {}, std::move(options)}).value();
        };
        m_made.plan = planned("gpt2", "dgx-a100-80g",
                              {{"tensor", "2"},
                               {"pipeline", "2"},
                               {"replica", "2"},
                               {"zero-stage", "1"},
                               {"implementation", "megatron"},
                               {"residency-optimizer", "host"}});
        m_made.other = planned("gpt2", "dgx-a100-80g", {{"replica", "8"}, {"recompute", "full"}});
        const app::PlanResult recommender =
            planned("dlrm-v2-mlperf", "zionex", {{"replica", "16"}, {"micro-batch", "512"}});
        app::RecommenderChoices choices;
        choices.cluster = "persia-gcp-100t";
        auto request = app::studyRequest(catalog, recommender.model, recommender.hardware,
                                         recommender.evaluation.plan, choices);
        QVERIFY2(request.ok(), request.ok() ? "" : request.error().args.front().c_str());
        m_made.study = std::make_unique<app::Study>(app::studyRecommender(*request).value());
        m_made.imported =
            profiler::importTrace({SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz"}).value();
        m_english = m_made.all();
        QVERIFY(m_japanese.load(QStringLiteral(":/i18n/shardscope_ja.qm")));
        QCoreApplication::installTranslator(&m_japanese);
    }
    void cleanupTestCase() { QCoreApplication::removeTranslator(&m_japanese); }

    void exportsAreTheSameInEveryLanguage()
    {
        const Tables again = m_made.all();
        QCOMPARE(again.size(), m_english.size());
        for (std::size_t at = 0; at < again.size(); ++at) {
            QCOMPARE(core::toCsv(again[at]), core::toCsv(m_english[at]));
            QCOMPARE(core::toJson(again[at]), core::toJson(m_english[at]));
        }
    }

    void wordsOfOursAreTranslated()
    {
        std::size_t words = 0;
        for (const core::Table& table : m_english) {
            eachWord(table, [&](const std::string& text, core::Words kind, const std::string& place) {
                if (kind != core::Words::Text ||
                    place.starts_with("differences.plan_") || // also plan files' words
                    place == "communication.link" ||          // also names of products
                    text == "mlp")                            // Megatron Core's names of a layer's parts
                    return;
                ++words;
                QVERIFY2(!japanese(text).isEmpty(), (place + ": " + text).c_str());
                QCOMPARE(app::shownWords(text, kind), japanese(text));
            });
        }
        QVERIFY(words > 50);
    }

    void namesHaveNoTranslation()
    {
        constexpr std::array kKinds{core::Words::Text,      core::Words::RankClass, core::Words::Tier,
                                    core::Words::Group,     core::Words::Sharding,  core::Words::Kernel,
                                    core::Words::Bound,     core::Words::System,    core::Words::Traffic,
                                    core::Words::BatchStage};
        const auto isKey = [](const std::string& place) { // of an option, an analysis, SQL
            return place.ends_with(".key") || place.starts_with("tables.");
        };
        QStringList translatable;
        for (const core::Table& table : m_english) {
            eachWord(table, [&](const std::string& text, core::Words kind, const std::string& place) {
                for (const core::Words other : kKinds) {
                    if (kind == core::Words::Names && !isKey(place) &&
                        place != "rows.operation" && // as a plan's program calls it: "attention"
                        app::shownWords(text, other) != QString::fromStdString(text))
                        translatable << QString::fromStdString(place + ": " + text);
                }
            });
        }
        translatable.removeDuplicates();
        QVERIFY2(translatable.isEmpty(), qPrintable(translatable.join(QStringLiteral("; "))));
    }

    void stableWordsAreShownInTheReadersLanguage()
    {
        QCOMPARE(app::shownWords("stages 1-6", core::Words::RankClass), app::rankClassName("stages 1-6"));
        for (const auto& [word, kind] : {std::pair{"device", core::Words::Tier},
                                         {"optimizer_state", core::Words::Label},
                                         {"exposed_communication", core::Words::Label},
                                         {"tensor", core::Words::Group},
                                         {"send_receive", core::Words::Operation},
                                         {"kv_heads", core::Words::ModelFigure},
                                         {"row_wise", core::Words::Sharding},
                                         {"fused_uvm", core::Words::Kernel},
                                         {"lookup", core::Words::RecommenderPart},
                                         {"parameter_server", core::Words::Bound},
                                         {"zionex", core::Words::System},
                                         {"batches", core::Words::Traffic},
                                         {"put", core::Words::BatchStage},
                                         {"rank 3", core::Words::Rank}}) {
            const QString shown = app::shownWords(word, kind);
            QVERIFY2(shown.toLatin1() != shown, qPrintable(shown)); // Japanese
            QCOMPARE(app::shownWords("somebody's", kind).isEmpty(), false);
        }
    }

    void everyPathLeadsToADerivation()
    {
        std::size_t paths = 0;
        for (const core::Table& table : m_made.planTables()) {
            for (const auto& [at, note] : table.notes) {
                const auto found = app::findDerivation(m_made.plan.evaluation, note.path);
                QVERIFY2(found.ok() && *found != nullptr, note.path.c_str());
                ++paths;
            }
        }
        QVERIFY(paths > 20);
        paths = 0;
        for (const core::Table& table : app::studyTables(*m_made.study)) {
            for (const auto& [at, note] : table.notes) {
                if (note.words && note.path.empty())
                    continue; // says only what kind of words the cell has
                QVERIFY2(app::derivationOf(*m_made.study, note.path) != nullptr, note.path.c_str());
                ++paths;
            }
        }
        QVERIFY(paths > 20);
    }

    void numbersAmongTextsHaveTheirUnit()
    {
        core::Table table{"t", "T", {{"value", "Value", core::CellKind::Text, {}, {}}}, {}};
        table.rows.push_back({2.0 * 1024 * 1024});
        table.noteLast(0).dimension = core::kByte;
        table.rows.push_back({std::int64_t{12288}});
        table.noteLast(0).dimension = core::kNumber;
        table.rows.push_back({std::string("as it stands")});
        QCOMPARE(core::toCsv(table), std::string("value\r\n2 MiB\r\n12288\r\nas it stands\r\n"));
        QVERIFY(core::toJson(table).find(R"([["2 MiB"],["12288"],["as it stands"]])") != std::string::npos);
        const PlainWriter writer;
        QCOMPARE(app::shownCell(table, 0, 0, writer), QString("2.09715e+06B"));
        QCOMPARE(app::shownCell(table, 1, 0, writer), QString("12288?"));
        QCOMPARE(app::shownCell(table, 2, 0, writer), QString("as it stands"));
    }
};

SHARDSCOPE_TEST(TstShownCells)
#include "tst_shown_cells.moc"

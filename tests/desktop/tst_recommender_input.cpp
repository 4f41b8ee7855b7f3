// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong input of recommenders as people read it, in both languages: what is wrong, where, what would be
// right.
#include "app/desktop/base/language.h"
#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/session/documents/documents.h"
#include "app/session/exchange/persia_files.h"
#include "app/session/plan/commands.h"
#include "app/session/text/messages.h"
#include "core/base/phrase.h"
#include "core/catalog/model_file.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

bool isJapanese(const QString& text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) {
        return c.script() == QChar::Script_Hiragana || c.script() == QChar::Script_Katakana;
    });
}

QByteArray model(const char* tables)
{
    return QByteArray(R"({"kind": "recommender", "name": "m", "dense_features": 1, "bottom_mlp": [8],
        "top_mlp": [1], "interaction": "cat", "tables": [)") +
           tables + "]}";
}

} // namespace

class TstRecommenderInput : public QObject {
    Q_OBJECT
private slots:
    /// Reasons come from below as English sentences; the reader's language has them with what they name.
    void reasonsAreTranslated()
    {
        app::Language language;
        language.choose(QStringLiteral("ja"));
        const auto said = [](core::ErrorCode code, std::vector<std::string> args) {
            return app::sentence(core::Error{code, std::move(args)});
        };
        for (const QString& text :
             {said(core::ErrorCode::NotSupported,
                   {core::phrase("a degree of %1", {"8"}),
                    core::phrase("a recommender's perceptrons are replicated and its tables sharded over "
                                 "the replicas")}),
              said(core::ErrorCode::Inconsistent, {core::phrase("two tables are named \"%1\"", {"t_7"})}),
              said(core::ErrorCode::Inconsistent,
                   {core::phrase("the dot interaction needs vectors of one width, and table \"%1\" has %2 "
                                 "where the bottom MLP ends in %3",
                                 {"t_7", "8", "16"})}),
              said(core::ErrorCode::Inconsistent,
                   {core::phrase("the constraints of table \"%1\" leave no sharding that this cluster knows",
                                 {"t_7"})})}) {
            static const QRegularExpression english(QStringLiteral("[a-z]{3,} [a-z]{3,}"));
            QVERIFY2(isJapanese(text) && !text.contains(english), qPrintable(text));
        }
        QVERIFY(said(core::ErrorCode::Inconsistent, {core::phrase("two tables are named \"%1\"", {"t_7"})})
                    .contains(QLatin1String("\"t_7\"")));
        // Somebody else's words stay as they came.
        QVERIFY(said(core::ErrorCode::Inconsistent, {"of another world"})
                    .endsWith(QLatin1String("of another world")));
        language.choose(QStringLiteral("en"));
    }
    void sentences_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("english"); ///< the whole sentence behind the place
        const auto row = [](const char* title, const QByteArray& text, const char* name,
                            const char* english) {
            QTest::newRow(title) << text << QString::fromLatin1(name) << QString::fromUtf8(english);
        };
        row("negative rows", model(R"({"name": "t", "rows": -5, "dim": 8})"), "m.json", "/tables/0/rows");
        row("rows beyond counting", model(R"({"name": "t", "rows": 1e30, "dim": 8})"), "m.json",
            "/tables/0/rows");
        row("negative pooling", model(R"({"name": "t", "rows": 5, "dim": 8, "pooling": -1})"), "m.json",
            "/tables/0/pooling");
        row("a table twice",
            model(R"({"name": "t", "rows": 5, "dim": 8}, {"name": "t", "rows": 5, "dim": 8})"), "m.json",
            "t");
        row("a key that is none", model(R"({"name": "t", "rows": 5, "dim": 8, "poolng": 2})"), "m.json",
            "pooling");
        row("a width that overflows", "slots_config:\n  a: {dim: 99999999999999999999}\n", "e.yml",
            "/slots_config/a/dim");
        row("a slot's key that is none", "slots_config:\n  a: {dim: 8, summation: true}\n", "e.yml",
            "embedding_summation");
        row("a YAML of something else", "services:\n  web: {image: nginx}\n", "compose.yml", "PERSIA");
        row("replicas below zero",
            "kind: PersiaJob\nmetadata: {name: j}\nspec:\n  nnWorker: {replicas: -1}\n", "job.yml",
            "/spec/nnWorker/replicas");
        row("a capacity below one", "embedding_parameter_server_config:\n  capacity: 0\n", "global.yml",
            "/embedding_parameter_server_config/capacity");
        row("YAML that breaks off", "kind: PersiaJob\nspec: [\n", "job.yml", "job.yml");
    }
    /// Opened as the window opens it; the sentence names file and place in both languages.
    void sentences()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, name);
        QFETCH(QString, english);
        const QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const std::string path = file.fileName().toStdString();
        const auto problem = [&]() -> std::optional<core::Error> {
            const auto kind = app::documentKind(path);
            if (!kind.ok())
                return kind.error();
            if (*kind == app::DocumentKind::Persia) {
                const auto opened = app::openPersiaFile(path, {});
                return opened.ok() ? std::nullopt : std::optional(opened.error());
            }
            const auto opened = core::parseModel(text.toStdString(), path);
            return opened.ok() ? std::nullopt : std::optional(opened.error());
        }();
        QVERIFY(problem.has_value());
        app::Language language;
        language.choose(QStringLiteral("en"));
        const QString said = app::errorText(*problem);
        language.choose(QStringLiteral("ja"));
        const QString japanese = app::errorText(*problem);
        language.choose(QStringLiteral("en"));
        QVERIFY2(said.contains(name) && said.contains(english), qPrintable(said));
        QVERIFY2(japanese.contains(name) && japanese.contains(english), qPrintable(japanese));
        QVERIFY2(isJapanese(japanese) && !isJapanese(said), qPrintable(japanese));
        QVERIFY2(!said.contains(QLatin1Char('\n')), qPrintable(said));
    }

    /// Which table, which memory, how much short, what would help.
    void placesThatCannotHold()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto plan = app::evaluatePlan(
            catalog, {"zionex-12t", "zionex", {}, {{"replica", "64"}, {"micro-batch", "512"}}},
            planner::Detail::Plain);
        QVERIFY(plan.ok());
        app::RecommenderChoices choices;
        choices.cluster = "persia-gcp-100t";
        const auto request =
            app::studyRequest(catalog, plan->model, plan->hardware, plan->evaluation.plan, choices);
        QVERIFY(request.ok());
        const auto study = app::studyRecommender(*request);
        QVERIFY(study.ok());
        const core::Violation& worst = study->step.placement.verdict.violations.front();
        QVERIFY(worst.need > worst.have);
        app::Language language;
        language.choose(QStringLiteral("en"));
        const QString said = app::studySentence(*study);
        language.choose(QStringLiteral("ja"));
        const QString japanese = app::studySentence(*study);
        language.choose(QStringLiteral("en"));
        const bool named = std::any_of(plan->model.recommender()->tables.begin(),
                                       plan->model.recommender()->tables.end(), [&](const auto& table) {
                                           return said.contains(QString::fromStdString(table.name)) &&
                                                  japanese.contains(QString::fromStdString(table.name));
                                       });
        QVERIFY2(named, qPrintable(said));
        QVERIFY2(said.contains(QLatin1String("does not fit")) &&
                     said.contains(QLatin1String("What would help")),
                 qPrintable(said));
        QVERIFY2(isJapanese(japanese), qPrintable(japanese));
        // The same amounts in both: how much is needed, there, and short.
        const QRegularExpression number(QStringLiteral("[0-9]+[.][0-9]+"));
        int amounts = 0;
        for (auto found = number.globalMatch(said); found.hasNext(); ++amounts)
            QVERIFY2(japanese.contains(found.next().captured()), qPrintable(japanese));
        QVERIFY2(amounts >= 2, qPrintable(said));
    }
};

SHARDSCOPE_TEST(TstRecommenderInput)
#include "tst_recommender_input.moc"

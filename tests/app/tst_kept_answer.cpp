// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a search that a project keeps says the same when it is read again, and only to its question.
#include "app/session/project/kept_answer.h"
#include "app/session/search/answer_sentence.h"
#include "app/session/search/search_solvers.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope;

namespace {

QString cell(const core::Table& table, std::size_t row, std::size_t column)
{
    const core::Cell& of = table.rows[row][column];
    if (const auto* text = std::get_if<std::string>(&of))
        return QString::fromStdString(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&of))
        return QString::number(*whole);
    const auto* real = std::get_if<double>(&of);
    return real != nullptr ? QString::number(*real, 'g', 12) : QString();
}

} // namespace

class TstKeptAnswer : public QObject {
    Q_OBJECT
private slots:
    void itSaysTheSame_data()
    {
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QString>("objective");
        QTest::newRow("the fastest") << "dgx-h100"
                                     << "16"
                                     << "time";
        QTest::newRow("of two machines") << "dgx-h100,dgx-a100-80g"
                                         << "16"
                                         << "time";
        QTest::newRow("the fewest devices") << "dgx-h100"
                                            << "1..32"
                                            << "devices";
        QTest::newRow("nothing fits") << "dgx-h100"
                                      << "1"
                                      << "time";
    }
    void itSaysTheSame()
    {
        QFETCH(QString, hardware);
        QFETCH(QString, devices);
        QFETCH(QString, objective);
        app::PlanSearchRequest request;
        request.model = "llama-3-8b";
        request.hardware = hardware.toStdString();
        request.devices = devices.toStdString();
        request.objective = objective.toStdString();
        request.globalBatch = "64";
        request.relax = false;
        if (devices == QLatin1String("1"))
            request.options = {{"residency-optimizer", "device"}};
        const core::Catalog catalog(tests::sourceFile("resources"));
        const auto prepared = app::prepareSearch(catalog, request);
        QVERIFY(prepared.ok());
        const auto answer = app::answerSearch(*prepared, request);
        QVERIFY(answer.ok());
        const std::string asked = app::searchCommand(request);
        const std::string text = app::answerText(*answer, asked);
        const auto kept = app::keptAnswer(text, asked, *prepared);
        QVERIFY(kept);
        // What a reader sees of it: but for what a new search alone tells.
        app::PlanSearchAnswer told = *answer;
        told.gains.clear();
        told.tracedOut.clear();
        app::PlanSearchAnswer again = *kept;
        again.tracedOut.clear();
        QCOMPARE(app::answerSentence(again, cell), app::answerSentence(told, cell));
        for (const auto list : {&app::PlanSearchAnswer::best, &app::PlanSearchAnswer::nearest,
                                &app::PlanSearchAnswer::machines}) {
            for (std::vector<app::FoundLayout>* layouts : {&(told.*list), &(again.*list)}) {
                for (app::FoundLayout& one : *layouts)
                    one.twins.clear();
            }
            QVERIFY(app::layoutTable(answer->search, told.*list, "best", "").rows ==
                    app::layoutTable(kept->search, again.*list, "best", "").rows);
        }
        QVERIFY(app::sensitivityTable(told).rows == app::sensitivityTable(again).rows);
        // An answer to another question, or a damaged one, counts as none.
        QVERIFY(!app::keptAnswer(text, asked + " --top 1", *prepared));
        for (std::size_t cut = 0; cut < text.size(); cut += text.size() / 50 + 1)
            QVERIFY(!app::keptAnswer(text.substr(0, cut), asked, *prepared));
        app::PlanSearchRequest other = request;
        other.hardware = "h200-sxm";
        if (const auto elsewhere = app::prepareSearch(catalog, other); elsewhere.ok())
            static_cast<void>(app::keptAnswer(text, asked, *elsewhere)); // no crash
    }
};

SHARDSCOPE_TEST(TstKeptAnswer)
#include "tst_kept_answer.moc"

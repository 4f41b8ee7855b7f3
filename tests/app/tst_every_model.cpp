// SPDX-License-Identifier: GPL-3.0-or-later
// Every model of the catalogue, and of each other kind of file, is asked of every verb that takes a model, on
// four machines: it gives an answer, or says in a sentence why there is none.
#include "app/session/exchange/interchange.h"
#include "app/session/questions/persia_estimate.h"
#include "app/session/recommender/recommender_search.h"
#include "app/session/search/answer_sentence.h"
#include "app/session/search/plan_search_answer.h"
#include "app/session/simulate/plan_simulation.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "tests/support/onnx_file.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <functional>

using namespace shardscope;
using namespace shardscope::app;

namespace {

const core::Catalog& catalog()
{
    static const core::Catalog all(tests::sourceFile("resources"));
    return all;
}

/// Eight GPUs, IPUs, ZionEX, and accelerators with a wide domain.
constexpr std::array kMachines{"dgx-h100", "ipu-pod16", "zionex", "gb200-nvl72"};

std::string written(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
        qFatal("not written");
    return file.fileName().toStdString();
}

/// One word for what came of it; fails where nobody could say it to a reader.
template <class Answer>
QString outcomeOf(const core::Result<Answer>& answer)
{
    if (answer.ok())
        return QStringLiteral("answer");
    const QString text = errorText(answer.error());
    if (answer.error().code == core::ErrorCode::BrokenPromise || text.size() < 12)
        return QStringLiteral("broken: ") + text;
    return QStringLiteral("sentence: ") + text;
}

/// Cells as they are.
QString plainCell(const core::Table&, std::size_t, std::size_t) { return QStringLiteral("cell"); }

QString searched(const std::string& model, const std::string& machine)
{
    if (catalog().model(model)->recommender() != nullptr) {
        SearchRequest request;
        request.model = model;
        request.hardware = machine;
        request.devices = 2;
        request.top = 1;
        const auto answer = searchPlans(catalog(), request);
        if (answer.ok() && (searchJson(*answer).empty() || searchSummary(*answer).empty()))
            return QStringLiteral("broken: no text");
        return outcomeOf(answer);
    }
    PlanSearchRequest request;
    request.model = model;
    request.hardware = machine;
    request.devices = "2";
    request.globalBatch = "2";
    request.fixed = {"residency-optimizer=device"};
    request.top = 1;
    request.relax = request.sensitivity = request.simulate = request.margins = false;
    const auto prepared = prepareSearch(catalog(), request);
    if (!prepared.ok())
        return outcomeOf(prepared);
    const auto answer = answerSearch(*prepared, request);
    if (answer.ok() && (answer->outcome.tally.broken || planSearchJson(*answer).empty() ||
                        answerSentence(*answer, plainCell).isEmpty()))
        return QStringLiteral("broken: ") + brokenText(*answer);
    return outcomeOf(answer);
}

/// What each verb makes of \p model on \p machine; \p explained: with remedies, which takes longest.
std::vector<std::pair<QString, QString>> outcomes(const std::string& model, const std::string& machine,
                                                  bool explained)
{
    std::vector<std::pair<QString, QString>> all;
    const PlanRequest request{model, machine, {}, {}};
    const auto planned =
        evaluatePlan(catalog(), request, explained ? planner::Detail::Explained : planner::Detail::Plain);
    all.emplace_back("plan", outcomeOf(planned));
    if (planned.ok()) {
        for (const std::string& what : planExports())
            all.emplace_back("export " + QString::fromStdString(what), outcomeOf(exportPlan(what, *planned)));
    }
    SimulationCall simulation;
    simulation.plan = request;
    const auto simulated = simulatePlan(catalog(), simulation, {});
    all.emplace_back("simulate", outcomeOf(simulated));
    const bool tables = catalog().model(model)->recommender() != nullptr; // tens of placements are tried
    if (!tables || machine == kMachines.front() || machine == "zionex")
        all.emplace_back("search", searched(model, machine));
    PersiaRequest persia;
    persia.model = model;
    persia.choices.cluster = "persia-gcp-100t";
    if (machine == kMachines.front()) // it names no machine
        all.emplace_back("estimate persia", outcomeOf(persiaTables(catalog(), persia)));
    return all;
}

} // namespace

class TstEveryModel : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
private slots:
    void everyVerbAnswersOrSaysWhyNot_data()
    {
        QTest::addColumn<std::string>("model");
        for (const std::string& model : catalog().modelNames())
            QTest::newRow(model.c_str()) << model;
        QTest::newRow("a count of parameters")
            << written(m_folder, "count.json", R"({"kind": "parameters", "parameters": 7500000000})");
        QTest::newRow("ONNX") << written(m_folder, "net.onnx", tests::onnx::perceptron());
    }
    void everyVerbAnswersOrSaysWhyNot()
    {
        QFETCH(std::string, model);
        static std::size_t turn = 0;
        for (const char* machine : kMachines) {
            const bool explained = turn++ % (2 * kMachines.size() + 1) == 0;
            for (const auto& [verb, outcome] : outcomes(model, machine, explained)) {
                QVERIFY2(!outcome.startsWith("broken"), qPrintable(verb + " on " + machine + ": " + outcome));
                if (qEnvironmentVariableIsSet("SHARDSCOPE_TELL"))
                    qInfo("%s on %s: %s", qPrintable(verb), machine, qPrintable(outcome.left(160)));
            }
        }
    }

    /// Replicas, pipelines, micro-batches, recompute and sharding of a list of layers.
    void listsOfLayersAreSearched()
    {
        for (const char* model : {"resnet-50", "vit-base-16", "conformer-medium", "gcn-ogbn-arxiv"}) {
            PlanSearchRequest request;
            request.model = model;
            request.hardware = "dgx-h100";
            request.devices = "8";
            request.globalBatch = "256";
            const auto prepared = prepareSearch(catalog(), request);
            QVERIFY2(prepared.ok(), model);
            const auto answer = answerSearch(*prepared, request);
            QVERIFY2(answer.ok(), model);
            QVERIFY2(!answer->best.empty(), model);
            const planner::PlanHit& best = answer->best.front().hit;
            QCOMPARE(best.devices, 8);
            const auto own =
                evaluatePlan(catalog(), {model, "dgx-h100", {}, {{"replica", "8"}, {"global-batch", "256"}}});
            QVERIFY2(own.ok(), model);
            const double plain = own->evaluation.step.at(core::StepPart::Total).seconds.value();
            QVERIFY2(best.stepSeconds <= plain * (1 + 1e-9), model);
        }
    }
};

SHARDSCOPE_TEST(TstEveryModel)
#include "tst_every_model.moc"

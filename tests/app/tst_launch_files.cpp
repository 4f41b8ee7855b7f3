// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of clusters start every device of a plan, by its framework's own program, and say so in words that
// bash and YAML take.
#include "app/session/exchange/interchange.h"
#include "core/io/value.h"
#include "core/plan/plan_names.h"
#include "planner/layout.h"
#include "tests/support/test_registry.h"

#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace shardscope;
using namespace shardscope::app;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

core::Result<PlanResult> planned(const char* hardware, Options options)
{
    static const core::Catalog all(tests::sourceFile("resources"));
    return evaluatePlan(all, {"llama-3.1-8b", hardware, {}, std::move(options)}, planner::Detail::Plain);
}

const core::Value& at(const core::Value& value, std::initializer_list<const char*> keys)
{
    const core::Value* found = &value;
    for (const char* const key : keys) {
        found = found->find(key);
        if (found == nullptr)
            qFatal("no %s", key);
    }
    return *found;
}

/// What bash says of \p script that it only reads.
QByteArray complaintsOf(const std::string& script)
{
    QProcess bash;
    bash.start(QStringLiteral("bash"), {QStringLiteral("-n")});
    bash.write(script.data(), static_cast<qint64>(script.size()));
    bash.closeWriteChannel();
    bash.waitForFinished();
    return bash.readAllStandardError() + (bash.exitCode() == 0 ? "" : "failed");
}

} // namespace

class TstLaunchFiles : public QObject {
    Q_OBJECT
private slots:
    void jobs_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("zero");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("launcher");
        QTest::newRow("Megatron-LM") << "megatron"
                                     << "1"
                                     << ""
                                     << "torchrun";
        QTest::newRow("torchtitan") << "torchtitan"
                                    << "3"
                                    << "config.toml"
                                    << "torchrun";
        QTest::newRow("DeepSpeed") << "deepspeed"
                                   << "2"
                                   << "ds_config.json"
                                   << "torchrun";
        QTest::newRow("AutoModel") << "automodel"
                                   << "3"
                                   << "recipe.yaml"
                                   << "torchrun";
        QTest::newRow("accelerate") << "accelerate"
                                    << "3"
                                    << "accelerate.yaml"
                                    << "accelerate launch";
        QTest::newRow("FSDP2") << "fsdp2"
                               << "3"
                               << "accelerate.yaml"
                               << "accelerate launch";
    }
    /// Jobs for 1, 4, 8 and 24 devices.
    void jobs()
    {
        QFETCH(QString, framework);
        QFETCH(QString, zero);
        QFETCH(QString, file);
        QFETCH(QString, launcher);
        for (const int devices : {1, 4, 8, 24}) {
            const auto result =
                planned("dgx-h100", {{"implementation", framework.toStdString()},
                                     {"replica", std::to_string(devices)},
                                     {"zero-stage", devices == 1 ? "0" : zero.toStdString()}});
            QVERIFY(result.ok());
            const int nodes = devices <= 8 ? 1 : devices / 8;
            const int perNode = std::min(devices, 8);

            const auto slurm = exportPlan("slurm", *result);
            QVERIFY2(slurm.ok(), framework.toUtf8());
            QCOMPARE(slurm->files.back().name, std::string("train.sbatch"));
            QCOMPARE(slurm->files.size(), file.isEmpty() ? std::size_t{1} : std::size_t{2});
            const QString script = QString::fromStdString(slurm->files.back().text);
            QCOMPARE(complaintsOf(slurm->files.back().text), QByteArray());
            QVERIFY(script.contains(QStringLiteral("#SBATCH --nodes=%1\n").arg(nodes)));
            QVERIFY(script.contains(QStringLiteral("#SBATCH --gpus-per-node=%1\n").arg(perNode)));
            QVERIFY(script.contains("srun --kill-on-bad-exit=1 " + launcher));
            if (!file.isEmpty()) {
                QCOMPARE(QString::fromStdString(slurm->files.front().name), file);
                QVERIFY(script.contains(' ' + file));
            }

            const auto pods = exportPlan("kubernetes", *result);
            QVERIFY(pods.ok());
            const auto documents = core::parseYamlText(pods->files.front().text, "job.yaml");
            QVERIFY(documents.ok() && documents->size() == 2);
            const core::Value& map = documents->front();
            const core::Value& replicas = at(documents->back(), {"spec", "pytorchReplicaSpecs"});
            std::int64_t pod = 0;
            for (const auto& [role, spec] : replicas.members) {
                pod += at(spec, {"replicas"}).integer;
                const core::Value& container =
                    at(spec, {"template", "spec"}).find("containers")->items.front();
                QCOMPARE(at(container, {"resources", "limits", "nvidia.com/gpu"}).integer,
                         std::int64_t{perNode});
            }
            QCOMPARE(pod, std::int64_t{nodes});
            QCOMPARE(complaintsOf(at(map, {"data", "train.sh"}).text), QByteArray());
            if (!file.isEmpty()) // the very same configuration
                QCOMPARE(map.find("data")->find(file.toStdString())->text, slurm->files.front().text);
        }
    }

    /// What cannot be started says why.
    void refusals()
    {
        const auto uneven = planned("dgx-h100", {{"replica", "12"}});
        QVERIFY(uneven.ok());
        QVERIFY(exportPlan("slurm", *uneven).error().code == core::ErrorCode::NotDivisible);
        const auto ipus = planned("ipu-pod16", {{"pipeline", "16"}, {"micro-batches", "32"}});
        QVERIFY(ipus.ok());
        QVERIFY(!exportPlan("slurm", *ipus).ok());
        QVERIFY(exportPlan("kubernetes", *ipus).error().code == core::ErrorCode::NotSupported);
        const auto known = planned("dgx-h100", {});
        QVERIFY(exportPlan("slumr", *known).error().code == core::ErrorCode::UnknownName);
    }

    /// Megatron-LM's groups want one queue, its FSDP must not have it.
    void oneQueue()
    {
        const auto script = [](Options options) {
            const auto result = planned("dgx-h100", std::move(options));
            return QString::fromStdString(exportPlan("slurm", *result)->files.back().text);
        };
        const QString word = QStringLiteral("CUDA_DEVICE_MAX_CONNECTIONS=1");
        QVERIFY(script({{"tensor", "8"}}).contains(word));
        QVERIFY(!script({{"replica", "8"}}).contains(word));
        QVERIFY(!script({{"tensor", "2"}, {"replica", "4"}, {"zero-stage", "3"}}).contains(word));
    }

    /// What each framework's program is started with is something that plans become.
    void everyListedProgramWrites()
    {
        int calls = 0;
        for (const std::string_view name : core::enumNames(core::Framework{})) {
            core::Plan plan;
            plan.implementation = *core::fromName<core::Framework>(name);
            const planner::ProgramCall* const program = planner::programCallOf(plan);
            if (program == nullptr)
                continue;
            ++calls;
            const auto& exports = planExports();
            QVERIFY(std::ranges::find(exports, program->configuration) != exports.end());
            QVERIFY(program->source != nullptr);
            QVERIFY(!program->byAccelerate || program->file != nullptr);
        }
        QVERIFY(calls >= 8);
    }
};

SHARDSCOPE_TEST(TstLaunchFiles)
#include "tst_launch_files.moc"

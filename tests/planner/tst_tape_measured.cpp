// SPDX-License-Identifier: GPL-3.0-or-later
// The walk against what torch.cuda's statistics showed on an H200, where the measured cases lie beside the
// checkout.
#include "core/io/catalog.h"
#include "core/model/model_file.h"
#include "core/plan/plan_file.h"
#include "planner/tape/tape.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

using namespace shardscope;
using core::MemoryWalk;
using Json = nlohmann::json;

namespace {

QString sharedCases()
{
    const QString root = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
    return QFile::exists(root + "/validation") ? root + "/validation/" : QString();
}

/// Errors of one figure over a group's cases, as fractions.
struct Errors {
    double sum = 0;
    double worst = 0;
    int count = 0;
    void add(double predicted, double measured)
    {
        const double error = std::abs(predicted / measured - 1);
        sum += error;
        worst = std::max(worst, error);
        ++count;
    }
    [[nodiscard]] double mean() const { return count > 0 ? sum / count : 0; }
};

using Figure = double (*)(const MemoryWalk&);

const std::map<std::string, Figure>& figures()
{
    static const std::map<std::string, Figure> known{
        {"weights_bytes", [](const MemoryWalk& r) { return static_cast<double>(r.weights); }},
        {"gradient_bytes", [](const MemoryWalk& r) { return static_cast<double>(r.gradients); }},
        {"optimizer_bytes", [](const MemoryWalk& r) { return static_cast<double>(r.optimizer); }},
        {"weights_allocated_bytes",
         [](const MemoryWalk& r) { return static_cast<double>(r.weightsAllocated); }},
        {"weights_plus_optimizer_bytes",
         [](const MemoryWalk& r) { return static_cast<double>(r.weightsAndOptimizerAllocated); }},
        {"activation_bytes_after_forward",
         [](const MemoryWalk& r) { return static_cast<double>(r.activationsAfterForward); }},
        {"activation_bytes_per_layer", [](const MemoryWalk& r) { return r.activationsPerLayer; }},
        {"peak_bytes", [](const MemoryWalk& r) { return static_cast<double>(r.peak); }},
    };
    return known;
}

std::map<std::string, Errors> errorsOf(const QString& path)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    std::map<std::string, Errors> errors;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        if (line.isEmpty())
            continue;
        const Json entry = Json::parse(line.toStdString());
        const Json& named = entry["model"];
        const auto model = named.is_string() ? catalog.model(named.get<std::string>())
                                             : core::parseModel(named.dump(), "case");
        const auto hardware = catalog.hardware(entry["hardware"].get<std::string>());
        if (!model.ok() || !hardware.ok())
            qFatal("case %s cannot be read", entry["id"].get<std::string>().c_str());
        const auto plan = core::parsePlan(entry["plan"].dump(), "case", {}, *model);
        if (!plan.ok())
            qFatal("plan of %s cannot be read", entry["id"].get<std::string>().c_str());
        const auto result = planner::tape::walkStep(*model, *hardware, *plan);
        if (!result.ok())
            qFatal("case %s cannot be walked", entry["id"].get<std::string>().c_str());
        for (const auto& [key, measured] : entry["measured"].items())
            if (const auto figure = figures().find(key); figure != figures().end())
                errors[key].add(figure->second(*result), measured.get<double>());
    }
    return errors;
}

} // namespace

class TstTapeMeasured : public QObject {
    Q_OBJECT
private slots:
    void cases_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("worst");
        const auto row = [](const char* file, const char* key, double mean, double worst) {
            QTest::newRow(qPrintable(QString(file) + ' ' + key))
                << QString(file) << QString(key) << mean << worst;
        };
        row("h200-huggingface", "weights_bytes", 1e-9, 1e-9);
        row("h200-huggingface", "gradient_bytes", 1e-9, 1e-9);
        row("h200-huggingface", "optimizer_bytes", 1e-6, 1e-6);
        row("h200-huggingface", "weights_allocated_bytes", 0.001, 0.006);
        row("h200-huggingface", "activation_bytes_after_forward", 0.0002, 0.0015);
        row("h200-huggingface", "peak_bytes", 0.0003, 0.001);
        row("h200-megatron-layer", "activation_bytes_per_layer", 0.0002, 0.002);
        row("h200-fsdp2", "weights_allocated_bytes", 0.002, 0.006);
        row("h200-fsdp2", "weights_plus_optimizer_bytes", 0.001, 0.002);
        row("h200-fsdp2", "peak_bytes", 0.0005, 0.0015);
    }

    void cases()
    {
        QFETCH(QString, file);
        QFETCH(QString, key);
        QFETCH(double, mean);
        QFETCH(double, worst);
        if (sharedCases().isEmpty())
            QSKIP("no measured cases beside this checkout");
        static std::map<QString, std::map<std::string, Errors>> seen;
        if (!seen.contains(file))
            seen[file] = errorsOf(sharedCases() + file + ".jsonl");
        const Errors& errors = seen[file][key.toStdString()];
        QVERIFY(errors.count > 0);
        qInfo("%d cases, mean %.4f %%, worst %.4f %%", errors.count, 100 * errors.mean(), 100 * errors.worst);
        QVERIFY2(errors.mean() <= mean, qPrintable(QString::number(errors.mean())));
        QVERIFY2(errors.worst <= worst, qPrintable(QString::number(errors.worst)));
    }
};

SHARDSCOPE_TEST(TstTapeMeasured)
#include "tst_tape_measured.moc"

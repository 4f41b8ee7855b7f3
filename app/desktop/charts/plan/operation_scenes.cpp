// SPDX-License-Identifier: GPL-3.0-or-later
// What running on PERSIA's roles asks for beside its rate, as rows of bars.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kGap = 10;

/// All on one scale that ends at \p most.
double addRows(Scene& scene, double top, const std::vector<BarRow>& rows, double most, const Theme& theme)
{
    return addBarRows(scene, top, rows, most, most, theme);
}

QString count(double value) { return countString(value); }

} // namespace

Scene upkeepScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const Operations& operations = study.operations;
    const planner::PersiaMemory& memory = operations.memory;
    const planner::PersiaMemorySettings& servers = operations.servers;
    const core::Bytes room =
        static_cast<double>(servers.servers) * servers.memoryShare * servers.memoryPerServer;
    const QColor rows = colorOf(core::Purpose::Embedding);
    const auto bytes = [](const QString& name, core::Bytes value, const QColor& color) {
        return BarRow{name, {{value.value(), color, name, quantityString(value)}}, quantityString(value)};
    };
    std::vector<BarRow> held{bytes(Words::tr("all rows"), memory.addressableBytes, paler(rows, 0.5, theme)),
                             bytes(Words::tr("room on the servers"), room, theme.textDim),
                             bytes(Words::tr("resident"), memory.residentBytes, rows)};
    if (!memory.verdict.feasible())
        held.front().figureColor = theme.bad;
    double y = addRows(scene, 0, held, std::max(memory.addressableBytes, room).value(), theme);

    BarRow time{Words::tr("time"), {}, {}};
    const auto share = [&](const QString& name, double value, const QColor& color) {
        time.parts.push_back({value, color, name, percentString(value, 2)});
    };
    share(Words::tr("training"), memory.goodput, colorOf(core::OpClass::MatrixProduct));
    const double interval = memory.checkpointInterval.value();
    share(Words::tr("checkpoints"), interval > 0 ? memory.checkpoint.value() / interval : 0,
          colorOf(core::OpClass::Copy));
    for (const planner::RoleFailure& failure : operations.failures)
        share(Words::tr("failures of %1").arg(roleName(failure.role)), failure.share, theme.bad);
    time.figure = Words::tr("%1 training").arg(percentString(memory.goodput, 2));
    y = addRows(scene, y + kGap, {time}, 1, theme);
    y = scene.paragraph(
        y + kGap,
        Words::tr("A checkpoint takes %1 and is written every %2; an incremental update of %3 rows takes %4.")
            .arg(quantityString(memory.checkpoint), quantityString(memory.checkpointInterval),
                 count(static_cast<double>(study.request.choices.incrementalRows)),
                 quantityString(memory.incrementalUpdate)),
        theme.text);
    y = scene.paragraph(
        y + 4,
        Words::tr("%1 of the lookups miss; %2 of the updates find their row evicted.")
            .arg(percentString(memory.missRatio, 2), percentString(operations.lostGradients, 4)),
        theme.text);
    scene.height = scene.paragraph(
        y + 4, Words::tr("How often machines fail and how fast disks write is assumed: set it on the left."),
        theme.textDim);
    return scene;
}

Scene batchScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const planner::CompactBatch& batch = study.operations.batch;
    const double samples =
        static_cast<double>(study.request.settings.batch) * static_cast<double>(study.model().tableCount());
    const core::Bytes ids{8 * batch.distinct};
    const core::Bytes places{4 * batch.occurrences};
    const core::Bytes heads{4 * samples};
    const auto part = [](const char* name, core::Bytes value, const QColor& color) {
        return BarPart{value.value(), color, translated(name), quantityString(value)};
    };
    const std::vector<BarRow> rows{
        {Words::tr("plain"), {part(N_("8 B an id"), batch.raw, theme.textDim)}, quantityString(batch.raw)},
        {Words::tr("compact"),
         {part(N_("8 B a different id"), ids, colorOf(core::OpClass::MatrixProduct)),
          part(N_("4 B an occurrence"), places, colorOf(core::OpClass::Copy)),
          part(N_("4 B a sample"), heads, colorOf(core::OpClass::PointToPoint))},
         Words::tr("%1, %2").arg(quantityString(batch.compact), percentString(batch.ratio(), 0))}};
    double y = addRows(scene, 0, rows, std::max(batch.raw, batch.compact).value(), theme);
    y = scene.paragraph(y + kGap,
                        Words::tr("A worker's batch of %1 samples has %2 ids, of which %3 differ (%4).")
                            .arg(integerString(study.request.settings.batch), count(batch.occurrences),
                                 count(batch.distinct), percentString(batch.deduplication(), 1)),
                        theme.text);
    const double limit = static_cast<double>(study.operations.largestMessage);
    const bool tooLarge = batch.compact.value() > limit;
    scene.height = scene.paragraph(
        y + 4,
        (tooLarge ? Words::tr("That is more than the largest message, %1: take a smaller batch.")
                  : Words::tr("The largest message is %1."))
            .arg(quantityString(core::Bytes{limit})),
        tooLarge ? theme.bad : theme.text);
    return scene;
}

namespace {

/// Where requests are served, inference replicas stand in the NN workers' place.
QString servingRoleName(planner::PersiaRoleKind role)
{
    return role == planner::PersiaRoleKind::NnWorker ? Words::tr("the inference replicas") : roleName(role);
}

} // namespace

Scene servingScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    std::vector<BarRow> rows;
    double most = 0;
    const ServingPoint* chosen = nullptr;
    for (const ServingPoint& point : study.operations.serving) {
        const bool own = point.replicas == study.operations.servingReplicas;
        chosen = own ? &point : chosen;
        most = std::max(most, point.rate.requestsPerSecond);
        const auto replicas = static_cast<int>(point.replicas);
        const QString name = Words::tr("%n replica(s)", nullptr, replicas);
        const QString text =
            Words::tr("%1 requests/s, limited by %2")
                .arg(count(point.rate.requestsPerSecond), servingRoleName(point.rate.saturated));
        const QColor color = colorOf(core::OpClass::MatrixProduct);
        rows.push_back({name,
                        {{point.rate.requestsPerSecond, own ? color : paler(color, 0.5, theme), name, text}},
                        QStringLiteral("%1/s").arg(count(point.rate.requestsPerSecond))});
    }
    double y = addRows(scene, 0, rows, most, theme);
    if (chosen != nullptr) {
        y = scene.paragraph(y + kGap,
                            Words::tr("%1 replicas answer %2 requests/s in %3 each, limited by %4.")
                                .arg(integerString(chosen->replicas), count(chosen->rate.requestsPerSecond),
                                     quantityString(chosen->rate.latency),
                                     servingRoleName(chosen->rate.saturated)),
                            theme.text);
        y = scene.paragraph(
            y + 4,
            Words::tr("Training and serving share the tables on the parameter servers, %1, and the embedding "
                      "workers' code; optimizer state and NN workers are training's alone.")
                .arg(quantityString(chosen->rate.sharedBytes)),
            theme.textDim);
    }
    scene.height = y;
    return scene;
}

Scene boundScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    std::vector<BarRow> rows;
    double most = 0;
    double collision = 0;
    const auto text = [](double value) { return quantityString(value, core::kNumber); };
    for (const ModeBound& one : study.operations.bounds) {
        most = std::max(most, one.bound.value());
        collision = std::max(collision, one.bound.collision);
        rows.push_back(
            {modeName(one.mode),
             {{one.bound.synchronous(), colorOf(core::OpClass::MatrixProduct), Words::tr("as synchronous"),
               text(one.bound.synchronous())},
              {one.bound.hybridTerm(), theme.bad, Words::tr("added by staleness"),
               text(one.bound.hybridTerm())}},
             Words::tr("%1, +%2").arg(text(one.bound.value()),
                                      percentString(one.bound.hybridTerm() / one.bound.synchronous(), 4))});
    }
    double y = addRows(scene, 0, rows, most, theme);
    y = scene.paragraph(y + kGap,
                        Words::tr("Two samples of batches in flight share a row with probability α = %1.")
                            .arg(text(collision)),
                        theme.text);
    scene.height = scene.paragraph(
        y + 4,
        Words::tr("A bound up to constants, no prediction: σ/√T + 1/T, and τ^a · α^b / T for hybrid modes; "
                  "the exponents are not verified. None is stated for full asynchrony."),
        theme.textDim);
    return scene;
}

Scene sizedScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const Operations& operations = study.operations;
    if (!operations.sized) {
        const QString sentence =
            operations.unsized
                ? Words::tr("No such cluster reaches %1 samples/s: %2")
                      .arg(count(operations.wantedRate), errorText(*operations.unsized))
                : Words::tr("Enter the wanted samples/s on the left: the fewest machines of each role that "
                            "reach it are looked for, the cheapest where all prices are known.");
        scene.height =
            std::max(64.0, scene.paragraph(0, sentence, operations.unsized ? theme.bad : theme.textDim));
        return scene;
    }
    const planner::SizedCluster& sized = *operations.sized;
    std::vector<BarRow> rows;
    double most = 0;
    for (const planner::PersiaRoleRate& role : sized.rate.roles) {
        const std::int64_t now = operations.cluster[role.role].replicas;
        const std::int64_t needed = sized.cluster[role.role].replicas;
        most = std::max({most, static_cast<double>(now), static_cast<double>(needed)});
        const QString name = roleName(role.role);
        const QString load = Words::tr("%1 in use").arg(percentString(role.utilisation, 0));
        rows.push_back({name,
                        {{static_cast<double>(needed),
                          role.role == sized.rate.saturated ? colorOf(core::OpClass::Optimizer)
                                                            : colorOf(core::OpClass::MatrixProduct),
                          name, load}},
                        Words::tr("%1 (now %2)").arg(integerString(needed), integerString(now))});
    }
    double y = addRows(scene, 0, rows, most, theme);
    const auto cost = sized.cluster.costPerHour();
    QString sentence = Words::tr("%1 machines reach %2 samples/s, limited by %3.")
                           .arg(integerString(sized.cluster.machines()), count(sized.rate.samplesPerSecond),
                                roleName(sized.rate.saturated));
    if (cost)
        sentence +=
            QLatin1Char(' ') + Words::tr("They cost %1 an hour.").arg(quantityString(*cost, core::kNumber));
    scene.height = scene.paragraph(y + kGap, sentence, theme.text);
    return scene;
}

} // namespace shardscope::app

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

/// Adds rows on one scale that ends at \p most.
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
    using planner::IdFormat;
    Scene scene{width};
    const planner::CompactBatch& batch = study.operations.batch;
    const IdStudy& ids = study.operations.ids;
    const double samples =
        static_cast<double>(study.request.settings.batch) * static_cast<double>(study.model().tableCount());
    const auto part = [](const char* name, double value, const QColor& color) {
        return BarPart{value, color, translated(name), quantityString(core::Bytes{value})};
    };
    const auto figure = [&](IdFormat format) {
        return Words::tr("%1, %2").arg(quantityString(batch.in(format)),
                                       percentString(batch.ratio(format, IdFormat::Plain), 0));
    };
    const QColor once = colorOf(core::OpClass::MatrixProduct);
    const QColor places = colorOf(core::OpClass::Copy);
    const QColor heads = colorOf(core::OpClass::PointToPoint);
    const std::vector<BarRow> rows{{boundName(nameOf(IdFormat::Plain)),
                                    {part(N_("8 B an id"), batch.in(IdFormat::Plain).value(), theme.textDim)},
                                    figure(IdFormat::Plain)},
                                   {boundName(nameOf(IdFormat::Coordinates)),
                                    {part(N_("24 B an id: two coordinates and the id"),
                                          batch.in(IdFormat::Coordinates).value(), theme.textDim)},
                                    figure(IdFormat::Coordinates)},
                                   {boundName(nameOf(IdFormat::Compact)),
                                    {part(N_("28 B a different id: id, length of its list, entry of the map"),
                                          28 * batch.distinct, once),
                                     part(N_("4 B an occurrence"), 4 * batch.occurrences, places),
                                     part(N_("4 B a sample"), 4 * samples, heads)},
                                    figure(IdFormat::Compact)},
                                   {boundName(nameOf(IdFormat::Lists)),
                                    {part(N_("8 B a different id"), 8 * batch.distinct, once),
                                     part(N_("2 B an occurrence"), 2 * batch.occurrences, places)},
                                    figure(IdFormat::Lists)}};
    double most = 0;
    for (const IdFormat format : planner::kIdFormats)
        most = std::max(most, batch.in(format).value());
    double y = addRows(scene, 0, rows, most, theme);
    y = scene.paragraph(y + kGap,
                        Words::tr("A worker's batch of %1 samples has %2 ids, of which %3 differ (%4).")
                            .arg(integerString(study.request.settings.batch), count(batch.occurrences),
                                 count(batch.distinct), percentString(batch.deduplication(), 1)),
                        theme.text);
    const auto quarter = [&](IdFormat format, IdFormat other) {
        for (const IdStudy::Quarter& one : ids.quarters) {
            if (one.format == format && one.of == other)
                return one.batch > 0 ? Words::tr("from a batch of %1").arg(integerString(one.batch))
                                     : Words::tr("at no batch");
        }
        return QString();
    };
    y = scene.paragraph(y + 4,
                        Words::tr("The article's quarter of plain ids: by PERSIA's published code never (a "
                                  "half at least), by 16-bit "
                                  "lists %1. A quarter of sparse tensors: by the code %2, by the lists %3.")
                            .arg(quarter(IdFormat::Lists, IdFormat::Plain),
                                 quarter(IdFormat::Compact, IdFormat::Coordinates),
                                 quarter(IdFormat::Lists, IdFormat::Coordinates)),
                        theme.text);
    const double limit = static_cast<double>(study.operations.largestMessage);
    const bool tooLarge = batch.compact().value() > limit;
    y = scene.paragraph(
        y + 4,
        (tooLarge ? Words::tr("That is more than the largest message, %1: take at most %2 samples.")
                  : Words::tr("The largest message is %1: up to %2 samples."))
            .arg(quantityString(core::Bytes{limit}), integerString(ids.largestSendable)),
        tooLarge ? theme.bad : theme.text);
    scene.height = scene.paragraph(
        y + 4,
        Words::tr(
            "The code counts samples in 16 bits: no batch above 65,535. Lists as the paper has them are "
            "recalled."),
        theme.textDim);
    return scene;
}

namespace {

/// When requests are served, inference replicas stand in the NN workers' place.
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

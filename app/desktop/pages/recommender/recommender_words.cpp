// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/recommender/recommender_words.h"

#include "app/desktop/base/number_text.h"
#include "app/session/recommender/node_traffic.h"
#include "app/session/recommender/persia_peers.h"
#include "app/session/recommender/quality_curve.h"
#include "app/session/recommender/size_ladder.h"
#include "app/session/recommender/wire_accuracy.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

QString words(const char* text) { return QCoreApplication::translate("RecommenderPage", text); }

constexpr RecommenderView kViews[] = {
    {systemScene, systemTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX and PERSIA side by side")); }, true},
    {shardMapScene, shardTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX: shards on devices")); }, true},
    {tierScene, tierTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX: memory tiers")); }, false},
    {overlapScene, partTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX: where the step goes")); }, false},
    {frontEndScene, frontEndTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX: the hosts' network")); }, false},
    {scalingScene, scalingTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX: rate against devices")); }, false},
    {zionScene, zionTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "Zion: what limits it")); }, false},
    {ladderScene, ladderTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "Sizes beside each other")); }, false},
    {nodeScene, nodeTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "Zion and ZionEX: a node and its networks")); },
     true},
    {wireScene, [](const Study& study) { return wireTable(study.request.plan); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX: fewer bits on the wire")); }, false},
    {qualityScene, qualityTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: quality as the cluster grows")); },
     false},
    {peerScene, peerTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA and other frameworks")); }, false},
    {growthScene, growthTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: all roles growing together")); }, false},
    {homogeneousScene, [](const Study& study) { return homogeneousTableOf(study.operations); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA and one kind of machine")); }, false},
    {waitingScene, [](const Study& study) { return waitingTableOf(study.operations); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: waiting for the slowest")); }, false},
    {modeScene, laneTableOf, [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: four modes")); },
     false},
    {topologyScene, edgeTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: roles and what flows between them")); },
     false},
    {ratioScene, ratioTableOf,
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: how many of each role")); }, false},
    {sizedScene, [](const Study& study) { return sizedTableOf(study.operations); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: the smallest cluster for a rate")); },
     false},
    {upkeepScene, [](const Study& study) { return failureTableOf(study.operations); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: memory, checkpoints, failures")); },
     false},
    {batchScene, [](const Study& study) { return batchTableOf(study.operations); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: ids of a batch")); }, false},
    {boundScene, [](const Study& study) { return boundTableOf(study.operations); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "PERSIA: what staleness may cost")); }, false},
    {servingScene, [](const Study& study) { return servingTableOf(study.operations); },
     [] { return words(QT_TRANSLATE_NOOP("RecommenderPage", "Serving from the same tables")); }, false},
};

} // namespace

std::span<const RecommenderView> recommenderViews() { return kViews; }

QString studySentence(const Study& study)
{
    const core::Verdict& verdict = study.step.placement.verdict;
    if (!verdict.feasible()) {
        const core::Violation& worst = verdict.violations.front();
        QString text = words(QT_TRANSLATE_NOOP("RecommenderPage", "ZionEX: does not fit: %1."))
                           .arg(violationText(worst));
        QStringList fixes;
        for (const core::Remedy& remedy : worst.remedies)
            fixes << remedyText(remedy);
        if (!fixes.isEmpty())
            text += QLatin1Char(' ') + words(QT_TRANSLATE_NOOP("RecommenderPage", "What would help: %1."))
                                           .arg(fixes.join(QStringLiteral("; ")));
        return text;
    }
    const planner::PersiaRate& persia = study.rate();
    return words(
               QT_TRANSLATE_NOOP("RecommenderPage",
                                 "ZionEX reaches %1 samples/s on %2 accelerators, limited by %3; %4 reaches "
                                 "%5 on %6, limited by %7."))
        .arg(countString(study.step.samplesPerSecond), integerString(study.placement.cluster.devices),
             boundName(study.step.bound), modeName(study.request.choices.mode),
             countString(persia.samplesPerSecond), integerString(study.request.cluster.accelerators()),
             roleName(persia.saturated));
}

QStringList unverifiedOf(const Study& study)
{
    QStringList all;
    for (const auto* pointers : {&study.request.model.unverified, &study.request.cluster.unverified,
                                 &study.request.hardware.unverified}) {
        for (const std::string& pointer : *pointers)
            all << QString::fromStdString(pointer);
    }
    all.removeDuplicates();
    return all;
}

} // namespace shardscope::app

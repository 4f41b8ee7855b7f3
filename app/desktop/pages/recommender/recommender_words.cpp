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
#include "app/session/text/unverified_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RecommenderPage)
};

constexpr RecommenderView kViews[] = {
    {systemScene, systemTableOf, [] { return Words::tr("ZionEX and PERSIA side by side"); }, true},
    {shardMapScene, shardTableOf, [] { return Words::tr("ZionEX: shards on devices"); }, true},
    {tierScene, tierTableOf, [] { return Words::tr("ZionEX: memory tiers"); }, false},
    {overlapScene, partTableOf, [] { return Words::tr("ZionEX: where the step goes"); }, false},
    {frontEndScene, frontEndTableOf, [] { return Words::tr("ZionEX: the hosts' network"); }, false},
    {scalingScene, scalingTableOf, [] { return Words::tr("ZionEX: rate against devices"); }, false},
    {zionScene, zionTableOf, [] { return Words::tr("Zion: what limits it"); }, false},
    {ladderScene, ladderTableOf, [] { return Words::tr("Sizes beside each other"); }, false},
    {nodeScene, nodeTableOf, [] { return Words::tr("Zion and ZionEX: a node and its networks"); }, true},
    {wireScene, [](const Study& study) { return wireTable(study.request.plan); },
     [] { return Words::tr("ZionEX: fewer bits on the wire"); }, false},
    {qualityScene, qualityTableOf, [] { return Words::tr("PERSIA: quality as the cluster grows"); }, false},
    {peerScene, peerTableOf, [] { return Words::tr("PERSIA and other frameworks"); }, false},
    {growthScene, growthTableOf, [] { return Words::tr("PERSIA: all roles growing together"); }, false},
    {homogeneousScene, [](const Study& study) { return homogeneousTableOf(study.operations); },
     [] { return Words::tr("PERSIA and one kind of machine"); }, false},
    {waitingScene, [](const Study& study) { return waitingTableOf(study.operations); },
     [] { return Words::tr("PERSIA: waiting for the slowest"); }, false},
    {modeScene, laneTableOf, [] { return Words::tr("PERSIA: four modes"); }, false},
    {topologyScene, edgeTableOf, [] { return Words::tr("PERSIA: roles and what flows between them"); },
     false},
    {ratioScene, ratioTableOf, [] { return Words::tr("PERSIA: how many of each role"); }, false},
    {sizedScene, [](const Study& study) { return sizedTableOf(study.operations); },
     [] { return Words::tr("PERSIA: the smallest cluster for a rate"); }, false},
    {upkeepScene, [](const Study& study) { return failureTableOf(study.operations); },
     [] { return Words::tr("PERSIA: memory, checkpoints, failures"); }, false},
    {batchScene, [](const Study& study) { return batchTableOf(study.operations); },
     [] { return Words::tr("PERSIA: ids of a batch"); }, false},
    {boundScene, [](const Study& study) { return boundTableOf(study.operations); },
     [] { return Words::tr("PERSIA: what staleness may cost"); }, false},
    {servingScene, [](const Study& study) { return servingTableOf(study.operations); },
     [] { return Words::tr("Serving from the same tables"); }, false},
};

} // namespace

std::span<const RecommenderView> recommenderViews() { return kViews; }

QString studySentence(const Study& study)
{
    const core::Verdict& verdict = study.step.placement.verdict;
    if (!verdict.feasible()) {
        const core::Violation& worst = verdict.violations.front();
        QString text = Words::tr("ZionEX: does not fit: %1.").arg(violationText(worst));
        QStringList fixes;
        for (const core::Remedy& remedy : worst.remedies)
            fixes << remedyText(remedy);
        if (!fixes.isEmpty())
            text +=
                QLatin1Char(' ') + Words::tr("What would help: %1.").arg(fixes.join(QStringLiteral("; ")));
        return text;
    }
    const planner::PersiaRate& persia = study.rate();
    return Words::tr("ZionEX reaches %1 samples/s on %2 accelerators, limited by %3; %4 reaches "
                     "%5 on %6, limited by %7.")
        .arg(countString(study.step.samplesPerSecond), integerString(study.placement.cluster.devices),
             boundName(study.step.bound), modeName(study.request.choices.mode),
             countString(persia.samplesPerSecond), integerString(study.request.cluster.accelerators()),
             roleName(persia.saturated));
}

QStringList unverifiedOf(const Study& study)
{
    QStringList all;
    for (const auto* pointers : {&study.request.model.unverified, &study.request.cluster.unverified}) {
        for (const std::string& pointer : *pointers)
            all << unverifiedText(pointer);
    }
    for (const std::string& pointer : study.request.hardware.unverified)
        all << unverifiedPlace(study.request.hardware, pointer);
    all.removeDuplicates();
    return all;
}

} // namespace shardscope::app

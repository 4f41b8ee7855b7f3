// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/recommender/recommender_words.h"

#include "app/desktop/base/number_text.h"
#include "app/session/published/parameter_years.h"
#include "app/session/published/persia_peers.h"
#include "app/session/recommender/dlrm_structure.h"
#include "app/session/recommender/embedding_list.h"
#include "app/session/recommender/node_traffic.h"
#include "app/session/recommender/quality_curve.h"
#include "app/session/recommender/size_ladder.h"
#include "app/session/recommender/wire_accuracy.h"
#include "app/session/recommender/zion_sentence.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/unverified_words.h"
#include "app/session/text/words.h"

namespace shardscope::app {
namespace {

constexpr RecommenderView kViews[] = {
    {"systems", systemScene, systemTableOf, [] { return Words::tr("ZionEX and PERSIA side by side"); },
     RecommenderTab::Fit, true},
    {"shards", shardMapScene, shardTableOf, [] { return Words::tr("ZionEX: shards on devices"); },
     RecommenderTab::Placement, true, true},
    {"tiers", tierScene, tierTableOf, [] { return Words::tr("ZionEX: memory tiers"); }, RecommenderTab::Fit,
     false, true},
    {"step", overlapScene, partTableOf, [] { return Words::tr("ZionEX: where the step goes"); },
     RecommenderTab::Time, false, true},
    {"front_end", frontEndScene, frontEndTableOf, [] { return Words::tr("ZionEX: the hosts' network"); },
     RecommenderTab::Network, false, true},
    {"scaling", scalingScene, scalingTableOf, [] { return Words::tr("ZionEX: rate against devices"); },
     RecommenderTab::Scaling, false, true},
    {"zion", zionScene, zionTableOf, [] { return Words::tr("Zion: what limits it"); }, RecommenderTab::Time,
     false, true},
    {"zion_to_zionex", zionWalkScene, zionWalkTableOf,
     [] { return Words::tr("From Zion to ZionEX, one change at a time"); }, RecommenderTab::Time, false,
     true},
    {"zion_constants", zionFigureScene, zionFigureTableOf,
     [] { return Words::tr("Zion: the constants of its model"); }, RecommenderTab::Network, false, true},
    {"sizes", ladderScene, ladderTableOf, [] { return Words::tr("Sizes beside each other"); },
     RecommenderTab::Fit, false},
    {"structure", structureScene, [](const Study& study) { return structureTableOf(study.model()); },
     [] { return Words::tr("The model's parts"); }, RecommenderTab::Fit, false},
    {"years", yearScene, [](const Study&) { return yearTable(); },
     [] { return Words::tr("Parameters of recommendation models by year"); }, RecommenderTab::Scaling, false},
    {"node", nodeScene, nodeTableOf, [] { return Words::tr("Zion and ZionEX: a node and its networks"); },
     RecommenderTab::Network, true, true},
    {"wire", wireScene, [](const Study& study) { return wireTable(study.request.plan); },
     [] { return Words::tr("ZionEX: fewer bits on the wire"); }, RecommenderTab::Accuracy, false, true},
    {"quality", qualityScene, [](const Study& study) { return qualityTableOf(study.operations); },
     [] { return Words::tr("PERSIA: quality as the cluster grows"); }, RecommenderTab::Accuracy, false},
    {"staleness_bound", boundScene, [](const Study& study) { return convergenceTableOf(study.operations); },
     [] { return Words::tr("PERSIA: what staleness may cost"); }, RecommenderTab::Accuracy, false},
    {"peers", peerScene, [](const Study& study) { return peerTableOf(study.request.model.name); },
     [] { return Words::tr("PERSIA and other frameworks"); }, RecommenderTab::Roles, false},
    {"growth", growthScene, [](const Study& study) { return growthTableOf(study.operations); },
     [] { return Words::tr("PERSIA: all roles growing together"); }, RecommenderTab::Scaling, false},
    {"homogeneous", homogeneousScene, [](const Study& study) { return homogeneousTableOf(study.operations); },
     [] { return Words::tr("PERSIA and one kind of machine"); }, RecommenderTab::Scaling, false},
    {"waiting", waitingScene, [](const Study& study) { return waitingTableOf(study.operations); },
     [] { return Words::tr("PERSIA: waiting for the slowest"); }, RecommenderTab::Time, false},
    {"modes", modeScene, laneTableOf, [] { return Words::tr("PERSIA: four modes"); }, RecommenderTab::Time,
     false},
    {"roles", topologyScene, edgeTableOf,
     [] { return Words::tr("PERSIA: roles and what flows between them"); }, RecommenderTab::Roles, false},
    {"ratio", ratioScene, ratioTableOf, [] { return Words::tr("PERSIA: how many of each role"); },
     RecommenderTab::Roles, false},
    {"sized", sizedScene, [](const Study& study) { return sizedTableOf(study.operations); },
     [] { return Words::tr("PERSIA: the smallest cluster for a rate"); }, RecommenderTab::Scaling, false},
    {"upkeep", upkeepScene, [](const Study& study) { return failureTableOf(study.operations); },
     [] { return Words::tr("PERSIA: memory, checkpoints, failures"); }, RecommenderTab::Fit, false},
    {"batch_ids", batchScene, [](const Study& study) { return batchTableOf(study.operations); },
     [] { return Words::tr("PERSIA: ids of a batch"); }, RecommenderTab::Placement, false},
    {"cache", cacheScene, [](const Study& study) { return cacheTableOf(study.operations.ids); },
     [] { return Words::tr("PERSIA: how much a cache of rows answers"); }, RecommenderTab::Placement, false},
    {"distinct_ids", distinctScene, [](const Study& study) { return distinctTableOf(study.operations.ids); },
     [] { return Words::tr("PERSIA: different ids of a batch"); }, RecommenderTab::Placement, false},
    {"array_list", listScene, [](const Study& study) { return entryTableOf(study); },
     [] { return Words::tr("PERSIA: the embedding array list"); }, RecommenderTab::Placement, false},
    {"serving", servingScene, [](const Study& study) { return servingTableOf(study.operations); },
     [] { return Words::tr("Serving from the same tables"); }, RecommenderTab::Roles, false},
};

} // namespace

QString tabName(RecommenderTab tab)
{
    switch (tab) {
    case RecommenderTab::Fit: return Words::tr("Fit", "a tab: whether it fits");
    case RecommenderTab::Time: return Words::tr("Time", "a tab");
    case RecommenderTab::Placement: return Words::tr("Placement", "a tab");
    case RecommenderTab::Network: return Words::tr("Network", "a tab");
    case RecommenderTab::Scaling: return Words::tr("Scaling", "a tab");
    case RecommenderTab::Roles: return Words::tr("Roles", "a tab");
    case RecommenderTab::Accuracy: break;
    }
    return Words::tr("Accuracy", "a tab: what a faster step costs in quality");
}

std::span<const RecommenderView> recommenderViews() { return kViews; }

bool isShown(const RecommenderView& view, const Study& study)
{
    return !(view.zionex && study.request.alone);
}

QString viewTitle(const RecommenderView& view, const Study* study)
{
    return study != nullptr && study->request.alone && view.scene == &systemScene
               ? Words::tr("PERSIA's modes side by side")
               : view.title();
}

bool studyFits(const Study& study)
{
    return study.request.alone ? study.operations.memory.verdict.feasible()
                               : study.step.placement.verdict.feasible();
}

namespace {

QString misfit(const QString& sentence, const core::Verdict& verdict)
{
    const core::Violation& worst = verdict.violations.front();
    QString text = sentence.arg(violationText(worst));
    QStringList fixes;
    for (const core::Remedy& remedy : worst.remedies)
        fixes << remedyText(remedy);
    if (!fixes.isEmpty())
        text += QLatin1Char(' ') + Words::tr("What would help: %1.").arg(fixes.join(QStringLiteral("; ")));
    return text;
}

QString persiaSentence(const Study& study)
{
    const planner::PersiaMemory& memory = study.operations.memory;
    if (!memory.verdict.feasible())
        return misfit(Words::tr("PERSIA: does not fit: %1."), memory.verdict);
    const planner::PersiaRate& persia = study.rate();
    QString text =
        Words::tr("%1 fits: it reaches %2 samples/s on %3 accelerators, limited by %4; the parameter "
                  "servers hold %5 of rows.")
            .arg(modeName(study.request.choices.mode), countString(persia.samplesPerSecond),
                 integerString(study.request.cluster.accelerators()), roleName(persia.saturated),
                 quantityString(memory.residentBytes));
    if (memory.residentBytes < memory.addressableBytes)
        text += QLatin1Char(' ') +
                Words::tr("All rows would be %1: the least recently used are evicted, and %2 of lookups make "
                          "their row anew.")
                    .arg(quantityString(memory.addressableBytes), percentString(memory.missRatio));
    return text;
}

} // namespace

QString studySubtitle(const Study& study)
{
    const QString cluster = translated(study.request.cluster.title);
    const QString model = translated(study.request.model.title);
    if (study.request.alone)
        return Words::tr("%1 on %2. With hardware chosen on the left, ZionEX stands beside it.")
            .arg(model, cluster);
    return Words::tr("%1 on %2, and on %3").arg(model, translated(study.request.hardware.title), cluster);
}

QString studySentence(const Study& study)
{
    if (study.request.alone)
        return persiaSentence(study);
    const core::Verdict& verdict = study.step.placement.verdict;
    if (!verdict.feasible())
        return misfit(Words::tr("ZionEX: does not fit: %1."), verdict);
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
    for (const std::string& pointer :
         study.request.alone ? std::vector<std::string>() : study.request.hardware.unverified)
        all << unverifiedPlace(study.request.hardware, pointer);
    if (!study.request.alone) {
        for (const std::string& key : unverifiedOfZion(study))
            all << unverifiedText(key);
    }
    all.removeDuplicates();
    return all;
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a recommender's study. Each lays itself out for a width; the height follows.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/recommender/recommender_study.h"

namespace shardscope::app {

/// Tables stacked on devices, coloured by how they are sharded: bytes and time beside each other, or, for
/// many devices, above each other. What lies in host memory is hatched. Beyond a device for every three
/// pixels the slowest of neighbours stands for them.
[[nodiscard]] Scene shardMapScene(const Study& study, double width, const Theme& theme);
/// Each tier against its capacity with the lookups it answers, then the largest tables by tier with their
/// hits.
[[nodiscard]] Scene tierScene(const Study& study, double width, const Theme& theme);
/// Parts of a step where they run, hidden time hatched.
[[nodiscard]] Scene overlapScene(const Study& study, double width, const Theme& theme);
/// Batches and checkpoints against the hosts' network, and how long a checkpoint takes.
[[nodiscard]] Scene frontEndScene(const Study& study, double width, const Theme& theme);
/// Rate against devices, both logarithmic, under the all-to-all ceiling; the knee and the plan marked.
[[nodiscard]] Scene scalingScene(const Study& study, double width, const Theme& theme);
/// Zion's parts, each with how much of it is in use, and how many times its rate ZionEX has.
[[nodiscard]] Scene zionScene(const Study& study, double width, const Theme& theme);
/// What each change on the way from Zion to ZionEX makes of its rate, with the range.
[[nodiscard]] Scene zionWalkScene(const Study& study, double width, const Theme& theme);
/// The constants of Zion's model between their least and their most, with their sources.
[[nodiscard]] Scene zionFigureScene(const Study& study, double width, const Theme& theme);
/// A node of Zion and one of ZionEX: sockets, network cards, GPUs, networks, and how full each link is.
[[nodiscard]] Scene nodeScene(const Study& study, double width, const Theme& theme);
/// Bytes of every collective as it travels against fp32, with the accuracy that was published for fewer bits.
[[nodiscard]] Scene wireScene(const Study& study, double width, const Theme& theme);
/// The model among published ones, from GPT-3 on, on a logarithmic axis.
[[nodiscard]] Scene ladderScene(const Study& study, double width, const Theme& theme);
/// DLRM's parts from the inputs up: bytes, arithmetic, and where tables lie.
[[nodiscard]] Scene structureScene(const Study& study, double width, const Theme& theme);
/// Parameters of recommendation models by year, as published.
[[nodiscard]] Scene yearScene(const Study& study, double width, const Theme& theme);
/// What the bound of PERSIA's algorithm adds as its cluster grows; published gaps in words.
[[nodiscard]] Scene qualityScene(const Study& study, double width, const Theme& theme);
/// How many times the rate of other frameworks PERSIA had, as published.
[[nodiscard]] Scene peerScene(const Study& study, double width, const Theme& theme);
/// PERSIA's rate against accelerators where all roles grow together, both logarithmic.
[[nodiscard]] Scene growthScene(const Study& study, double width, const Theme& theme);
/// One kind of machine for everything beside PERSIA: how much of the time each computes.
[[nodiscard]] Scene homogeneousScene(const Study& study, double width, const Theme& theme);
/// How much of a synchronous stage is waiting for the slowest worker, as the cluster grows.
[[nodiscard]] Scene waitingScene(const Study& study, double width, const Theme& theme);
/// Roles with replicas and load, edges with traffic, load and batches in flight.
[[nodiscard]] Scene topologyScene(const Study& study, double width, const Theme& theme);
/// Replicas of two roles against the rate: colour, idle share, isolines of cost.
[[nodiscard]] Scene ratioScene(const Study& study, double width, const Theme& theme);
/// The systems row by row: throughput, machines or cost, memory, staleness.
[[nodiscard]] Scene systemScene(const Study& study, double width, const Theme& theme);
/// The first batches in PERSIA's four modes, on one time axis.
[[nodiscard]] Scene modeScene(const Study& study, double width, const Theme& theme);

/// Memory of the parameter servers, checkpoints, failures and what is lost to them.
[[nodiscard]] Scene upkeepScene(const Study& study, double width, const Theme& theme);
/// The ids of a worker's batch, plain and in the compact format.
[[nodiscard]] Scene batchScene(const Study& study, double width, const Theme& theme);
/// Inference replicas against requests, from the same tables.
[[nodiscard]] Scene servingScene(const Study& study, double width, const Theme& theme);
/// Share of lookups that a cache of some share of the rows answers.
[[nodiscard]] Scene cacheScene(const Study& study, double width, const Theme& theme);
/// Different ids of a worker's batch against its size, and the compact formats' bytes.
[[nodiscard]] Scene distinctScene(const Study& study, double width, const Theme& theme);
/// An entry of a parameter server's array list with its bytes, and how rows are evicted from it.
[[nodiscard]] Scene listScene(const Study& study, double width, const Theme& theme);
/// The convergence bound against the steps, for the chosen α and τ.
[[nodiscard]] Scene boundScene(const Study& study, double width, const Theme& theme);
/// The smallest cluster for the wanted rate, role by role; a sentence where none is wanted or found.
[[nodiscard]] Scene sizedScene(const Study& study, double width, const Theme& theme);

} // namespace shardscope::app

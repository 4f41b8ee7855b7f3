// SPDX-License-Identifier: GPL-3.0-or-later
// "Report of 2019": a news report of Facebook's announcement of Zion, 14 March 2019 (second hand).
// "From memory": arXiv:2104.05158 (background) and arXiv:2011.05497 (table of platforms), whose texts could
// not be read.
#include "planner/recommender/zionex/zion_figures.h"

#include "core/base/text_mark.h"

namespace shardscope::planner {
namespace {

constexpr std::array<ZionConstant, kZionFigures.size()> kConstants{{
    {ZionFigure::Cards, N_("Zion: network cards a node"), N_("Network cards of a Zion node, all on its CPUs"),
     8, 4, 8,
     N_("eight on the CPUs: Neo's background; four in a prototype: arXiv:2011.05497; both from memory"), true,
     true},
    {ZionFigure::CardRate, N_("Zion: a card, GB/s"), N_("Rate of one network card in one direction"), 12.5,
     6.25, 12.5,
     N_("100 Gbit/s in a prototype: arXiv:2011.05497, from memory; half of it at the low end: assumed"), true,
     true},
    {ZionFigure::Sockets, N_("Zion: CPU sockets a node"), N_("CPU sockets of a Zion node"), 8, 8, 8,
     N_("report of Facebook's announcement, 14 March 2019 (second hand): eight; the article's four are "
        "ZionEX's"),
     false, true},
    {ZionFigure::SocketMemory, N_("Zion: memory of a socket, GB/s"),
     N_("Rate of the DDR4 memory of one socket"), 128, 80, 204.8,
     N_("six channels of DDR4-2666 by arithmetic; low: ZionEX's 320 GB/s over four sockets (second hand); "
        "high: eight of DDR4-3200; which Zion had was not found"),
     true, true},
    {ZionFigure::RandomRows, N_("Zion: share of it for rows"),
     N_("Share of the memory's rate that looking up rows of a few hundred bytes reaches"), 0.7, 0.4, 0.9,
     N_("assumed: no measurement on eight sockets was found"), true, true},
    {ZionFigure::SocketCores, N_("Zion: cores a socket"), N_("Cores of one CPU"), 16, 16, 28,
     N_("assumed; high: the largest CPU for eight sockets of 2019, from memory"), true, true},
    {ZionFigure::Clock, N_("Zion: clock, GHz"), N_("Clock of its cores with all of them at work"), 2.5, 2.1,
     3.0, N_("assumed"), true, true},
    {ZionFigure::CpuShare, N_("Zion: share of cores for TCP"),
     N_("Share of a node's cycles that TCP may take; the rest reads batches and launches kernels"), 0.5, 0.25,
     1, N_("assumed"), true, true},
    {ZionFigure::CyclesPerByte, N_("Zion: TCP cycles a byte"),
     N_("CPU cycles that TCP takes for a byte sent or received"), 8, 0.6, 8,
     N_("a cycle a bit: Foong et al., ISPASS 2003; low: about 42 Gbit/s a core, Cai et al., SIGCOMM 2021; "
        "both from memory"),
     true, false},
    {ZionFigure::Servers, N_("Zion: embedding servers a trainer"),
     N_("Nodes that serve tables for each node that trains"), 1, 0.5, 2,
     N_("assumed: the article says several"), true, true},
}};

} // namespace

std::span<const ZionConstant> zionConstants() { return kConstants; }

const ZionConstant& constantOf(ZionFigure figure) { return kConstants[static_cast<std::size_t>(figure)]; }

ZionFigures zionFigures()
{
    ZionFigures figures;
    for (const ZionConstant& one : kConstants)
        figures[one.figure] = one.value;
    return figures;
}

bool isGiven(const ZionFigures& figures, ZionFigure figure)
{
    return figures[figure] != constantOf(figure).value;
}

ZionFigures zionExtreme(const ZionFigures& figures, bool quickest)
{
    ZionFigures extreme = figures;
    for (const ZionConstant& one : kConstants) {
        if (!isGiven(figures, one.figure))
            extreme[one.figure] = one.moreIsFaster == quickest ? one.high : one.low;
    }
    return extreme;
}

} // namespace shardscope::planner

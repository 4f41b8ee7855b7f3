// SPDX-License-Identifier: GPL-3.0-or-later
// How far predictions of cases that a fit had not seen lie from what was measured, and the interval that
// follows.
#pragma once

#include <vector>

namespace shardscope::planner {

/// log(predicted / measured) of cases left out, with the part that each was left out in.
struct LeftOut {
    std::vector<double> logs;
    std::vector<int> parts;

    void add(double log, int part)
    {
        logs.push_back(log);
        parts.push_back(part);
    }
};

/// Mean of |predicted / measured - 1|; 0 for none.
[[nodiscard]] double meanError(const std::vector<double>& logs);

/// What measured / predicted - 1 lies between in 80 of 100 cases: conformal, so that a further case of the
/// same kind falls inside with that probability whatever the errors' distribution (Vovk, Gammerman and
/// Shafer, Algorithmic Learning in a Random World, 2005). Never without 0.
struct ErrorSpread {
    double low = 0;
    double high = 0;
};
[[nodiscard]] ErrorSpread spreadOf(const std::vector<double>& logs);

/// How many independent cases they are worth, since cases of one part err alike: n / (1 + (m - 1) rho), m the
/// mean size of a case's part and rho the parts' share of the variance (the design effect of L. Kish, Survey
/// Sampling, 1965, section 5.4; rho from one-way analysis of variance). n where there are fewer than two
/// parts.
[[nodiscard]] double independentCases(const LeftOut& leftOut);

/// The same for a further part's cases: between taking all cases for independent and taking them for
/// independentCases, the narrowest of eleven steps that would have held 80 of 100 cases of each part among
/// the others (prepivoting: R. Beran, Biometrika 74 (1987), 457). Where
/// there are at most twelve parts and that rule does not hold 80 of 100 cases of each among the others, since
/// no percentile lies beyond the cases that there are: at least as wide as spreadOfAnotherPart's, with k - 1
/// degrees of freedom for k parts. In simulations of 3 to 12 parts, which differ from nothing to 2.5 times
/// what their cases do, a further part's case lies inside in 80 to 89 of 100 (tests/planner/tst_spread).
[[nodiscard]] ErrorSpread spreadOf(const LeftOut& leftOut);

/// The same for a case of a part that may be unlike any of them, where there are too few parts for
/// percentiles: how parts differ and how the cases of one do, as normal errors of the logarithm (the
/// prediction interval of random-effects meta-analysis, t with k - 2 degrees of freedom for k parts: J.
/// Higgins, S. Thompson and D. Spiegelhalter, J. R. Stat. Soc. A 172 (2009), 137, section 4; variance between
/// parts after R. DerSimonian and N. Laird, Controlled Clinical Trials 7 (1986), 177; that within parts
/// pooled and added, since one case is asked for and not a part's mean). spreadOf where there are fewer than
/// three parts.
[[nodiscard]] ErrorSpread spreadOfAnotherPart(const LeftOut& leftOut);

/// Standard deviation of log(measured / predicted) between systems of one device and framework, beside what a
/// fit leaves of its own runs: with it 75 to 83 % of the runs of each system that was left out lie inside
/// (Selene 2021 and 2022, vTrain's cluster: docs/accuracy.md, "Intervals"; tests/validation/tst_left_out).
constexpr double kBetweenSystems = 0.06;
/// The same between frameworks of one family.
constexpr double kBetweenFrameworks = 0.12;

/// \p within, of a fit's own left-out runs, for a plan on another system or of another framework: variances
/// of the logarithm add, at each end.
[[nodiscard]] ErrorSpread widened(const ErrorSpread& within, double variance);

/// Share of the cases that lie in the spread of all parts but their own: what the interval is worth on shapes
/// that it has not seen.
[[nodiscard]] double coverageOf(const LeftOut& leftOut);

} // namespace shardscope::planner

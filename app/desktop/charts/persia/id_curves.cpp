// SPDX-License-Identifier: GPL-3.0-or-later
// What the skew of ids comes to: hits of a cache, different ids of a batch.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

QString percentMark(double share) { return percentString(share, share < 1e-3 ? 3 : share < 0.01 ? 1 : 0); }

/// Where the model's law comes from, as far as its tables say.
QString lawSentence(const core::Recommender& model)
{
    double least = 1e300;
    double most = 0;
    bool histogram = false;
    double once = 0;
    for (const core::EmbeddingTable& table : model.tables) {
        histogram = histogram || table.ids != core::IdLaw::Zipf;
        least = std::min(least, table.skew);
        most = std::max(most, table.skew);
        once = std::max(once, table.once);
    }
    if (histogram)
        return Words::tr(
            "Ids repeat as in Meta's published histogram of production ads models; what its batch met "
            "once is taken never to come back, so that a large cache answers at least this.");
    if (most <= 0)
        return Words::tr("How often ids repeat is not known: all rows are taken to be equally often.");
    QString text = least == most ? Words::tr("Ids follow a Zipf law with exponent %1.").arg(countString(most))
                                 : Words::tr("Ids follow Zipf laws with exponents from %1 to %2.")
                                       .arg(countString(least), countString(most));
    if (once > 0)
        text +=
            QLatin1Char(' ') +
            Words::tr("Up to %1 of a table's lookups are of ids that come once.").arg(percentString(once, 1));
    return text;
}

} // namespace

Scene cacheScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const IdStudy& ids = study.operations.ids;
    Curve hits{{}, theme.accent};
    CurveChart chart{.height = 190,
                     .above = 1.1,
                     .acrossTitle = Words::tr("share of all rows in the cache, logarithmic"),
                     .upTitle = Words::tr("lookups answered, logarithmic"),
                     .upText = percentMark};
    for (const CachePoint& one : ids.caches) {
        hits.points.push_back(
            {one.share, one.hits,
             Words::tr("%1 of the rows (%2): %3 of the lookups")
                 .arg(percentMark(one.share), countString(one.rows), percentString(one.hits, 1))});
        chart.across.push_back({one.share, percentMark(one.share)});
    }
    chart.curves = {std::move(hits)};
    double y = addCurves(scene, chart, theme);
    for (const CachePoint& one : ids.caches) {
        if (one.share == 0.01)
            y = scene.paragraph(
                y,
                Words::tr("A cache of 1 % of the rows, which keeps what was used last, answers %1 of "
                          "the lookups.")
                    .arg(percentString(one.hits, 1)),
                theme.text);
    }
    scene.height = scene.paragraph(y + 4, lawSentence(study.model()), theme.textDim) + 4;
    return scene;
}

Scene distinctScene(const Study& study, double width, const Theme& theme)
{
    using planner::IdFormat;
    Scene scene{width};
    const IdStudy& ids = study.operations.ids;
    Curve distinct{{}, theme.accent, 2, false, true, Words::tr("different ids"), theme.accent};
    Curve code{{}, theme.warn, 2, false, true, Words::tr("code, of plain ids"), theme.warn};
    Curve lists{{}, theme.good, 2, false, true, Words::tr("16-bit lists, of plain ids"), theme.good};
    Curve quarter{{}, theme.textDim, 1, true, true, Words::tr("a quarter"), theme.textDim};
    CurveChart chart{.height = 190,
                     .acrossTitle = Words::tr("batch of a worker, logarithmic"),
                     .upTitle = Words::tr("share, logarithmic"),
                     .upText = percentMark};
    for (const BatchPoint& one : ids.batches) {
        const double batch = static_cast<double>(one.batch);
        const QString count = integerString(one.batch);
        const auto add = [&](Curve& to, double share) {
            to.points.push_back(
                {batch,
                 share,
                 Words::tr("batch of %1, %2: %3").arg(count, to.name, percentString(share, 1)),
                 {},
                 one.own});
        };
        add(distinct, one.sizes.deduplication());
        add(code, one.sizes.ratio(IdFormat::Compact, IdFormat::Plain));
        add(lists, one.sizes.ratio(IdFormat::Lists, IdFormat::Plain));
        quarter.points.push_back({batch, 0.25});
        chart.across.push_back({batch, count});
    }
    chart.curves = {std::move(quarter), std::move(lists), std::move(code), std::move(distinct)};
    const double y = addCurves(scene, chart, theme);
    scene.height = scene.paragraph(y, lawSentence(study.model()), theme.textDim) + 4;
    return scene;
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// State, batch, memory and rate of a device on one axis of devices, which doubles.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/desktop/theme/data_colors.h"
#include "app/session/text/words.h"

#include <QLocale>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kDoublingNames = 110;
constexpr double kDoublingRow = 74;
constexpr double kDoublingWords = 18; ///< above a bar

const QString kNothingRuns = QStringLiteral("–"); ///< nothing runs where nothing fits

/// One of the four rows: what a bar says, how long it is, and what it could be at most.
struct DoublingRow {
    QString name;
    QColor color;
    double (*value)(const DoubledDevices&);
    QString (*words)(const DoubledDevices&);
};

std::vector<DoublingRow> doublingRows()
{
    return {
        {Words::tr("state of a device"), colorOf(core::Purpose::OptimizerState),
         [](const DoubledDevices& one) { return one.state.value(); },
         [](const DoubledDevices& one) { return quantityString(one.state); }},
        {Words::tr("samples at a time"), colorOf(core::Purpose::Activations),
         [](const DoubledDevices& one) { return one.fits ? static_cast<double>(one.microBatch) : 0; },
         [](const DoubledDevices& one) { return one.fits ? integerString(one.microBatch) : kNothingRuns; }},
        {Words::tr("memory of a device"), colorOf(core::Purpose::Weights),
         [](const DoubledDevices& one) { return one.peak.value(); },
         [](const DoubledDevices& one) { return quantityString(one.peak); }},
        {Words::tr("samples/s of a device"), colorOf(core::OpClass::MatrixProduct),
         [](const DoubledDevices& one) { return one.fits ? one.perDevice : 0; },
         [](const DoubledDevices& one) {
             return one.fits ? QLocale().toString(one.perDevice, 'g', 3) : kNothingRuns;
         }}};
}

/// What the devices that are there now do, against the fewest that the plan fits on.
QString doublingSaid(const std::vector<DoubledDevices>& all, std::size_t at)
{
    const DoubledDevices& one = all[at];
    const auto found = std::ranges::find(all, true, &DoubledDevices::fits);
    const DoubledDevices& first = found == all.end() ? all.front() : *found;
    if (!one.fits)
        return Words::tr("%1 devices: not even one sample at a time fits.").arg(integerString(one.devices));
    if (one.devices == first.devices || first.perDevice <= 0)
        return Words::tr("%1 devices: %2 samples at a time fit.")
            .arg(integerString(one.devices), integerString(one.microBatch));
    return Words::tr(
               "%1 devices, %2 times the first: %3 times the rate, and each of them has %4 of its first.")
        .arg(
            integerString(one.devices),
            QLocale().toString(static_cast<double>(one.devices) / static_cast<double>(first.devices), 'g', 3),
            QLocale().toString(one.samplesPerSecond / first.samplesPerSecond, 'g', 3),
            percentString(one.perDevice / first.perDevice, 0));
}

} // namespace

Scene doublingScene(const std::vector<DoubledDevices>& all, std::size_t frame, double width,
                    const Theme& theme)
{
    const std::size_t now = std::min(frame, all.size() - 1);
    Scene scene{width};
    const double top = sayFrame(scene, 0, doublingSaid(all, now), theme) + 8;
    const double step = (width - kDoublingNames) / static_cast<double>(all.size());
    const double wide = std::min(64.0, step * 0.6);
    double y = top;
    for (const DoublingRow& row : doublingRows()) {
        double most = 0;
        for (const DoubledDevices& one : all)
            most = std::max(most, row.value(one));
        scene
            .text({0, y + kDoublingWords, kDoublingNames - 10, kDoublingRow - kDoublingWords}, row.name,
                  theme.text, kTextRight)
            .wrap = true;
        const double floor = y + kDoublingRow;
        scene.line({kDoublingNames, floor}, {width, floor}, theme.line);
        for (std::size_t at = 0; at < all.size(); ++at) {
            const double middle = kDoublingNames + (static_cast<double>(at) + 0.5) * step;
            const double high = most > 0 ? (kDoublingRow - kDoublingWords) * row.value(all[at]) / most : 0;
            const bool there = at <= now;
            const QColor color = all[at].fits ? row.color : theme.bad;
            scene.box({middle - wide / 2, floor - high, wide, high},
                      there ? color : paler(color, 0.85, theme));
            if (const QString words = row.words(all[at]); there && textWidth(words) <= step)
                scene.text({middle - step / 2, floor - high - kDoublingWords, step, kDoublingWords}, words,
                           theme.text, kTextMiddle);
        }
        y = floor + 8;
    }
    for (std::size_t at = 0; at < all.size(); ++at) {
        const double left = kDoublingNames + static_cast<double>(at) * step;
        const Weight weight = at == now ? Weight::Strong : Weight::Regular;
        if (const QString count = integerString(all[at].devices);
            textWidth(count, TypeSize::Small, weight) <= step)
            scene.text({left, y, step, 18}, count, at == now ? theme.accent : theme.textDim, kTextMiddle,
                       weight);
        scene.spot({left, top, step, y + 18 - top}, doublingSaid(all, at),
                   QStringLiteral("devices.%1").arg(all[at].devices));
    }
    scene.text({0, y, kDoublingNames - 10, 18}, Words::tr("devices"), theme.textDim, kTextRight);
    const DoubledDevices& last = all[now];
    scene.height = scene.paragraph(
        y + 24,
        Words::tr(
            "At each number of devices the largest batch that fits. A program can allocate %1 of a device.")
            .arg(quantityString(last.capacity)),
        theme.textDim);
    return scene;
}

} // namespace shardscope::app

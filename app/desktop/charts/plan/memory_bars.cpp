// SPDX-License-Identifier: GPL-3.0-or-later
// Zero baseline, one order of purposes, capacity as a line with its figure, what is beyond it hatched
// (look.md).
#include "app/desktop/charts/plan/memory_bars.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/hatching.h"
#include "app/session/tables/derivation_paths.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <functional>

namespace shardscope::app {
namespace {

constexpr double kBarHeight = 22;
constexpr double kBarPitch = 30;
constexpr double kTitleHeight = 40; ///< tier's name, below it the capacity's figure
constexpr double kBlockGap = 12;
constexpr double kLegendLine = 18;
constexpr double kFigureRoom = 84; ///< right of the longest bar, for its total
constexpr std::size_t kMostBars = 6;

/// Rows of one tier: all, or the fullest kMostBars in their own order.
std::vector<MemoryRow> shownRows(std::vector<MemoryRow> rows)
{
    if (rows.size() <= kMostBars)
        return rows;
    std::ranges::stable_sort(rows, std::ranges::greater(), &MemoryRow::need);
    rows.resize(kMostBars);
    std::ranges::sort(rows, {}, &MemoryRow::firstClass);
    return rows;
}

QString tierTitle(core::Tier tier)
{
    return translated(wordFor(
        tier, {N_("Device memory"), N_("Host memory, share of one device"), N_("NVMe, share of one device"),
               N_("Streaming memory, share of one device"), N_("Parameter servers, share of one device")}));
}

QString segmentLabel(const QFontMetricsF& metrics, core::Purpose purpose, double bytes, double width)
{
    const QString letter = letterOf(purpose);
    QString full = letter + QLatin1Char(' ') + quantityString(bytes, core::kByte);
    if (metrics.horizontalAdvance(full) + 8 <= width)
        return full;
    return metrics.horizontalAdvance(letter) + 6 <= width ? letter : QString();
}

MemoryBar layOutBar(const core::Evaluation& evaluation, const MemoryRow& row, QRectF area, double scale,
                    const QFontMetricsF& metrics)
{
    MemoryBar bar;
    bar.name = rankClassName(rankSpanName(evaluation.memory, row));
    bar.need = row.need;
    bar.fit = row.fit;
    double x = area.left();
    for (const core::Purpose purpose : memoryPurposes()) {
        const double bytes = row.heldBy(purpose);
        const double width = bytes * scale;
        if (bytes <= 0)
            continue;
        bar.segments.push_back(
            {QRectF(x, area.top(), width, kBarHeight), purpose, bytes,
             segmentLabel(metrics, purpose, bytes, width),
             QString::fromStdString(
                 memoryPath(row.tier, core::nameOf(purpose), evaluation.memory.classes[row.firstClass]))});
        x += width;
    }
    bar.gaps = QRectF(x, area.top(), (row.need - row.peak) * scale, kBarHeight);
    bar.area = QRectF(area.left(), area.top(), bar.gaps.right() - area.left(), kBarHeight);
    return bar;
}

} // namespace

MemoryBars memoryBars(const core::Evaluation& evaluation, double width)
{
    const QFontMetricsF metrics(interfaceFont(TypeSize::Small));
    const std::vector<MemoryRow> rows = memoryRows(evaluation);
    MemoryBars bars;
    bars.width = width;
    for (const MemoryRow& row : rows)
        bars.labelWidth = std::max(
            bars.labelWidth, metrics.horizontalAdvance(rankClassName(rankSpanName(evaluation.memory, row))));
    bars.labelWidth = std::min(bars.labelWidth + 12, width / 3);
    double y = 0;
    for (const core::Tier tier : {core::Tier::Device, core::Tier::Streaming, core::Tier::Host,
                                  core::Tier::Nvme, core::Tier::ParameterServer}) {
        std::vector<MemoryRow> ofTier;
        std::ranges::copy_if(rows, std::back_inserter(ofTier), [&](const MemoryRow& row) {
            return row.tier == tier && (tier == core::Tier::Device || row.peak > 0);
        });
        if (ofTier.empty())
            continue;
        MemoryBlock block;
        block.tier = tier;
        block.title = tierTitle(tier);
        block.top = y;
        const std::vector<MemoryRow> shown = shownRows(ofTier);
        block.hiddenBars = ofTier.size() - shown.size();
        double longest = shown.front().capacity;
        for (const MemoryRow& row : shown)
            longest = std::max(longest, row.need);
        const double room = std::max(40.0, width - bars.labelWidth - kFigureRoom);
        const double scale = longest > 0 ? room / longest : 0;
        block.capacityX = bars.labelWidth + shown.front().capacity * scale;
        block.capacityText = quantityString(shown.front().capacity, core::kByte);
        y += kTitleHeight;
        for (const MemoryRow& row : shown) {
            block.bars.push_back(
                layOutBar(evaluation, row, QRectF(bars.labelWidth, y, room, kBarHeight), scale, metrics));
            y += kBarPitch;
        }
        block.bottom = y - (kBarPitch - kBarHeight);
        if (block.hiddenBars > 0)
            y += kLegendLine;
        y += kBlockGap;
        bars.blocks.push_back(std::move(block));
    }
    for (const core::Purpose purpose : memoryPurposes()) {
        if (std::ranges::any_of(rows, [&](const MemoryRow& row) { return row.heldBy(purpose) > 0; }))
            bars.legend.emplace_back(colorOf(purpose),
                                     letterOf(purpose) + QLatin1Char(' ') + purposeName(purpose));
    }
    bars.legendTop = y;
    bars.height = Scene{width}.legend(y, bars.legend, theme(Scheme::Light));
    return bars;
}

namespace {

void paintBar(QPainter& painter, const MemoryBlock& block, const MemoryBar& bar, double labelWidth,
              const Theme& theme)
{
    painter.setPen(theme.text);
    const QRectF nameArea(0, bar.area.top(), labelWidth - 8, kBarHeight);
    painter.drawText(
        nameArea, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(bar.name, Qt::ElideMiddle, static_cast<int>(nameArea.width())));
    for (const MemorySegment& segment : bar.segments) {
        painter.fillRect(segment.rect, colorOf(segment.purpose));
        if (segment.rect.width() > 3)
            painter.fillRect(QRectF(segment.rect.right() - 1, segment.rect.top(), 1, kBarHeight),
                             theme.panel);
    }
    if (bar.gaps.width() > 0) {
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawRect(bar.gaps.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (!bar.fits()) {
        const QRectF over(block.capacityX, bar.area.top() - 4, bar.area.right() - block.capacityX, 4);
        painter.fillRect(over, theme.bad);
        hatch(painter, QRectF(over.left(), bar.area.top(), over.width(), kBarHeight), theme.bad, 8,
              Hatching::Crossed);
    }
    for (const MemorySegment& segment : bar.segments) {
        if (segment.label.isEmpty())
            continue;
        const QColor color = colorOf(segment.purpose);
        const double width = painter.fontMetrics().horizontalAdvance(segment.label) + 6;
        const QPointF center = segment.rect.center();
        painter.fillRect(QRectF(center.x() - width / 2, segment.rect.top() + 3, width, kBarHeight - 6),
                         color); // off the hatch
        painter.setPen(inkOn(color));
        painter.drawText(segment.rect, Qt::AlignCenter, segment.label);
    }
    painter.setFont(interfaceFont(TypeSize::Small, Weight::Strong));
    painter.setPen(bar.fits() ? theme.text : theme.bad);
    painter.drawText(QRectF(std::max(bar.area.right(), bar.fits() ? block.capacityX : 0) + 6, bar.area.top(),
                            kFigureRoom, kBarHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, quantityString(bar.need, core::kByte));
    painter.setFont(interfaceFont(TypeSize::Small));
}

void paintBlock(QPainter& painter, const MemoryBlock& block, const MemoryBars& bars, const Theme& theme)
{
    painter.setFont(interfaceFont(TypeSize::Small, Weight::Strong));
    painter.setPen(theme.text);
    painter.drawText(QRectF(0, block.top, bars.width, 18), Qt::AlignLeft | Qt::AlignVCenter, block.title);
    painter.setFont(interfaceFont(TypeSize::Small));
    painter.setPen(theme.textDim);
    const QString capacity = Words::tr("capacity %1").arg(block.capacityText);
    const double width = painter.fontMetrics().horizontalAdvance(capacity);
    const double x = std::clamp(block.capacityX - width / 2, bars.labelWidth,
                                std::max(bars.labelWidth, bars.width - width));
    painter.drawText(QRectF(x, block.top + 18, width + 4, 16), Qt::AlignLeft | Qt::AlignVCenter, capacity);
    for (const MemoryBar& bar : block.bars)
        paintBar(painter, block, bar, bars.labelWidth, theme);
    painter.fillRect(
        QRectF(bars.labelWidth, block.top + kTitleHeight - 4, 1, block.bottom - block.top - kTitleHeight + 8),
        theme.line);
    painter.fillRect(QRectF(block.capacityX - 1, block.top + 34, 2, block.bottom - block.top - 30),
                     theme.text);
    if (const int hidden = static_cast<int>(block.hiddenBars); hidden > 0) {
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(bars.labelWidth, block.bottom + 4, bars.width, kLegendLine),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         Words::tr("and %n less full, in the table", nullptr, hidden));
    }
}

} // namespace

void paintMemoryBars(QPainter& painter, const MemoryBars& bars, const Theme& theme)
{
    for (const MemoryBlock& block : bars.blocks)
        paintBlock(painter, block, bars, theme);
    Scene legend{bars.width};
    legend.legend(bars.legendTop, bars.legend, theme);
    paintScene(painter, legend, theme);
}

SceneMaker memoryScene(std::shared_ptr<const core::Evaluation> evaluation)
{
    if (!evaluation)
        return nullptr;
    return [evaluation = std::move(evaluation)](double width, const Theme&) {
        const MemoryBars bars = memoryBars(*evaluation, width);
        Scene scene{width, bars.height};
        for (const MemoryBlock& block : bars.blocks) {
            for (const MemoryBar& bar : block.bars) {
                for (const MemorySegment& segment : bar.segments) {
                    scene.spot(segment.rect,
                               MemoryBarsWidget::tr("%1, %2: %3 (%4)")
                                   .arg(bar.name, purposeName(segment.purpose),
                                        quantityString(segment.bytes, core::kByte),
                                        exactString(segment.bytes, core::kByte)),
                               segment.path);
                }
            }
        }
        scene.byHand = [bars](QPainter& painter, const Theme& theme) {
            paintMemoryBars(painter, bars, theme);
        };
        return scene;
    };
}

} // namespace shardscope::app

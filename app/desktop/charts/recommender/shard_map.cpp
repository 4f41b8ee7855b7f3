// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes and time of every device from the same shards, so that both imbalances show together.
#include "app/desktop/charts/recommender/study_builder.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

constexpr double kAxis = 62;            ///< room for the figures at the left and, for pairs, at the right
constexpr double kPlot = 190;           ///< height of one plot
constexpr double kPairFrom = 30;        ///< pixels a device: below, time stands under bytes
constexpr double kShardLeastColumn = 3; ///< pixels a device: below, neighbours share a column
constexpr double kLeastSegment = 1;     ///< pixels: thinner ones of a sharding are drawn as one

/// A shard on one device.
struct Piece {
    std::size_t placed = 0; ///< index into the placement's tables
    double resident = 0;    ///< bytes in device memory
    double below = 0;       ///< bytes in host memory or on an SSD
    double seconds = 0;
};

std::vector<std::vector<Piece>> piecesOf(const Study& study)
{
    const planner::Placement& placement = study.step.placement;
    std::vector<std::vector<Piece>> devices(placement.devices.size());
    const auto local = study.placement.cluster.devicesPerNode;
    for (std::size_t i = 0; i < placement.tables.size(); ++i) {
        const planner::PlacedTable& placed = placement.tables[i];
        const planner::TableOption& option = placed.option;
        const Piece piece{i, option.deviceBytes.value(), (option.hostBytes + option.nvmeBytes).value(),
                          option.shard.total().value()};
        const auto put = [&](std::int64_t first, std::int64_t span) {
            for (std::int64_t device = std::max<std::int64_t>(0, first); device < first + span; ++device)
                devices[static_cast<std::size_t>(device)].push_back(piece);
        };
        if (option.spread == planner::Spread::Everywhere)
            put(0, static_cast<std::int64_t>(devices.size()));
        for (const std::int64_t device : placed.devices) {
            if (device >= 0)
                put(device, option.spread == planner::Spread::OneNode ? local : 1);
        }
    }
    for (auto& pieces : devices)
        std::ranges::stable_sort(pieces, [&](const Piece& a, const Piece& b) {
            return placement.tables[a.placed].option.sharding < placement.tables[b.placed].option.sharding;
        });
    return devices;
}

/// The devices that get a column: all, or the slowest of each group of neighbours.
std::vector<std::size_t> columnsOf(const planner::Placement& placement, std::size_t most)
{
    const std::size_t devices = placement.devices.size();
    const std::size_t group = (devices + most - 1) / most;
    std::vector<std::size_t> columns;
    for (std::size_t first = 0; first < devices; first += group) {
        std::size_t slowest = first;
        for (std::size_t device = first; device < std::min(first + group, devices); ++device) {
            if (placement.devices[device].seconds > placement.devices[slowest].seconds)
                slowest = device;
        }
        columns.push_back(slowest);
    }
    return columns;
}

struct Plot {
    QRectF area;
    double top = 1; ///< value at the upper edge
    core::Dimension dimension;
    QString title;
    bool right = false; ///< its figures stand at the right
};

class ShardBuilder : StudyBuilder {
public:
    using StudyBuilder::StudyBuilder;

    Scene make()
    {
        const planner::Placement& placement = m_study.step.placement;
        const bool paired =
            (m_scene.width - 2 * kAxis) / static_cast<double>(placement.devices.size()) >= kPairFrom;
        const double room = std::max(60.0, m_scene.width - (paired ? 2 * kAxis : kAxis + 8));
        m_columns = columnsOf(placement, static_cast<std::size_t>(room / kShardLeastColumn));
        const double pitch = room / static_cast<double>(m_columns.size());
        double mostBytes = 0;
        double mostSeconds = 0;
        for (const planner::DeviceLoad& load : placement.devices) {
            mostBytes = std::max(mostBytes, (load.device + load.host + load.nvme).value());
            mostSeconds = std::max(mostSeconds, load.seconds.value());
        }
        double y = sentence() + 26;
        // Axis ends that the reader's units can say: powers of two are not rounded to tens.
        Plot bytes{QRectF(kAxis, y, room, kPlot), mostBytes * 1.05, core::kByte, Words::tr("bytes"), false};
        Plot time = bytes;
        time.top = mostSeconds * 1.05;
        time.dimension = core::kSecond;
        time.title = Words::tr("time of a step");
        time.right = paired;
        if (!paired)
            time.area.translate(0, kPlot + 34);
        frame(bytes, mostBytes, meanBytes());
        frame(time, mostSeconds, meanSeconds());
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const double x = kAxis + static_cast<double>(column) * pitch;
            const double gap = pitch > 6 ? std::min(6.0, pitch * 0.12) : 0;
            const double inner = pitch - gap;
            if (paired) {
                stack(bytes, m_columns[column], x + gap / 2, inner / 2 - 1);
                stack(time, m_columns[column], x + gap / 2 + inner / 2, inner / 2 - 1);
            } else {
                stack(bytes, m_columns[column], x + gap / 2, inner);
                stack(time, m_columns[column], x + gap / 2, inner);
            }
        }
        y = numbers(paired ? bytes.area.bottom() : time.area.bottom(), pitch);
        m_scene.height = legend(y + 6) + 4;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] double meanBytes() const
    {
        double sum = 0;
        for (const planner::DeviceLoad& load : m_study.step.placement.devices)
            sum += (load.device + load.host + load.nvme).value();
        return sum / static_cast<double>(m_study.step.placement.devices.size());
    }
    [[nodiscard]] double meanSeconds() const
    {
        double sum = 0;
        for (const planner::DeviceLoad& load : m_study.step.placement.devices)
            sum += load.seconds.value();
        return sum / static_cast<double>(m_study.step.placement.devices.size());
    }

    /// Names both imbalances and how far from the bound the placement can be.
    double sentence()
    {
        const planner::Placement& placement = m_study.step.placement;
        const auto slowest = std::ranges::max_element(
            placement.devices,
            [](const planner::DeviceLoad& a, const planner::DeviceLoad& b) { return a.seconds < b.seconds; });
        const auto fullest = std::ranges::max_element(
            placement.devices, [](const planner::DeviceLoad& a, const planner::DeviceLoad& b) {
                return a.device + a.host + a.nvme < b.device + b.host + b.nvme;
            });
        const QString text =
            Words::tr("Slowest: device %1 with %2, %3 above the mean. Fullest: device %4 with %5, "
                      "%6 above the mean. No placement can be faster than %7.")
                .arg(integerString(slowest - placement.devices.begin()), quantityString(slowest->seconds),
                     percentString(placement.timeImbalance(), 0),
                     integerString(fullest - placement.devices.begin()),
                     quantityString(fullest->device + fullest->host + fullest->nvme),
                     percentString(placement.byteImbalance(), 0), quantityString(placement.lowerBound));
        return m_scene.paragraph(0, text, m_theme.text);
    }

    void frame(const Plot& plot, double most, double mean)
    {
        const auto yOf = [&](double value) { return plot.area.bottom() - value / plot.top * kPlot; };
        const Qt::Alignment align = (plot.right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
        const double x = plot.right ? plot.area.right() + 6 : 0;
        const auto figure = [&](double value, const QColor& color) {
            m_scene.text({x, yOf(value) - 8, kAxis - 6, 16}, quantityString(value, plot.dimension), color,
                         align);
        };
        m_scene.text({plot.right ? plot.area.right() - 140 : 0, plot.area.top() - 22, 140 + kAxis, 16},
                     plot.right ? plot.title + QStringLiteral(" \u2192")
                                : QStringLiteral("\u2190 ") + plot.title,
                     m_theme.textDim, (plot.right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        m_scene.line(plot.area.bottomLeft(), plot.area.bottomRight(), m_theme.line);
        figure(most, m_theme.textDim);
        if (std::abs(yOf(mean) - yOf(most)) > 14)
            figure(mean, m_theme.textDim);
        m_scene.line({plot.area.left(), yOf(mean)}, {plot.area.right(), yOf(mean)}, m_theme.textDim).dashed =
            true;
    }

    /// Thin neighbours of one sharding become one box, so that a thousand tables stay readable.
    void stack(const Plot& plot, std::size_t device, double x, double width)
    {
        const bool bytes = plot.dimension == core::kByte;
        double y = plot.area.bottom();
        const std::vector<Piece>& pieces = m_pieces[device];
        for (std::size_t i = 0; i < pieces.size();) {
            const core::TableSharding sharding = shardingOf(pieces[i]);
            double resident = 0;
            double below = 0;
            std::size_t last = i;
            for (; last < pieces.size() && shardingOf(pieces[last]) == sharding; ++last) {
                const Piece& piece = pieces[last];
                const double value = bytes ? piece.resident + piece.below : piece.seconds;
                if (last > i && (resident + below + value) / plot.top * kPlot > kLeastSegment)
                    break;
                resident += bytes ? piece.resident : piece.seconds;
                below += bytes ? piece.below : 0;
            }
            const QString path = last == i + 1 ? QStringLiteral("shard.%1").arg(pieces[i].placed) : QString();
            const QString text = spotText(plot, device, pieces, i, last, resident + below);
            for (const bool hatched : {false, true}) {
                const double height = (hatched ? below : resident) / plot.top * kPlot;
                if (height <= 0)
                    continue;
                const QRectF rect(x, y - height, width, height);
                m_scene.boxes.push_back({rect.adjusted(0, height > 3 ? 1 : 0, 0, 0),
                                         colorOf(sharding),
                                         {},
                                         hatched,
                                         0,
                                         shardingLetters(sharding)});
                m_scene.spot(rect, text, path);
                y -= height;
            }
            i = last;
        }
    }

    [[nodiscard]] core::TableSharding shardingOf(const Piece& piece) const
    {
        return m_study.step.placement.tables[piece.placed].option.sharding;
    }
    [[nodiscard]] QString spotText(const Plot& plot, std::size_t device, const std::vector<Piece>& pieces,
                                   std::size_t first, std::size_t last, double value) const
    {
        const planner::PlacedTable& placed = m_study.step.placement.tables[pieces[first].placed];
        const QString name =
            last == first + 1
                ? tableName(m_study.model().tables[placed.table], placed.copy)
                : Words::tr("%1 tables").arg(integerString(static_cast<std::int64_t>(last - first)));
        return Words::tr("device %1, %2, %3, %4: %5")
            .arg(integerString(static_cast<std::int64_t>(device)), name, shardingName(placed.option.sharding),
                 kernelName(placed.option.kernel), quantityString(value, plot.dimension));
    }

    double numbers(double y, double pitch)
    {
        const double least = textWidth(QStringLiteral("0000"));
        const auto step = static_cast<std::size_t>(std::max(1.0, std::ceil(least / pitch)));
        for (std::size_t column = 0; column < m_columns.size(); column += step) {
            const double x = kAxis + (static_cast<double>(column) + 0.5) * pitch;
            m_scene.text({x - least, y + 2, 2 * least, 14}, QString::number(m_columns[column]),
                         m_theme.textDim, kTextMiddle);
        }
        const std::size_t devices = m_study.step.placement.devices.size();
        const QString axis = m_columns.size() == devices
                                 ? Words::tr("device")
                                 : Words::tr("device; the slowest of %1 neighbours stands for them")
                                       .arg(integerString(static_cast<std::int64_t>(
                                           (devices + m_columns.size() - 1) / m_columns.size())));
        m_scene.text({0, y + 16, m_scene.width, 14}, axis, m_theme.textDim, kTextMiddle);
        return y + 32;
    }

    double legend(double y)
    {
        std::array<bool, core::kTableShardings> used{};
        bool below = false;
        for (const planner::PlacedTable& placed : m_study.step.placement.tables) {
            used[static_cast<std::size_t>(placed.option.sharding)] = true;
            below = below || placed.option.hostTotal + placed.option.nvmeTotal > 0;
        }
        std::vector<std::pair<QColor, QString>> entries;
        for (std::size_t i = 0; i < used.size(); ++i) {
            const auto sharding = static_cast<core::TableSharding>(i);
            if (used[i])
                entries.emplace_back(colorOf(sharding),
                                     shardingLetters(sharding) + QLatin1Char(' ') + shardingName(sharding));
        }
        y = m_scene.legend(y, entries, m_theme);
        QString notes = Words::tr("dashed: mean of all devices");
        if (below)
            notes += Words::tr("; hatched: in host memory or on an SSD");
        m_scene.text({0, y, m_scene.width, 16}, notes, m_theme.textDim);
        return y + 16;
    }

    std::vector<std::vector<Piece>> m_pieces = piecesOf(m_study);
    std::vector<std::size_t> m_columns;
};

} // namespace

Scene shardMapScene(const Study& study, double width, const Theme& theme)
{
    return ShardBuilder(study, width, theme).make();
}

} // namespace shardscope::app

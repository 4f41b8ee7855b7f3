// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <QLocale>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::int64_t kMostLanes = 4;
constexpr double kStageNames = 156;
constexpr double kLaneHigh = 16;
constexpr double kLanePitch = 19;
constexpr double kArrowWide = 14;
constexpr double kStagesApart = 22;
constexpr double kTrafficWide = 244;
constexpr double kTrafficLine = 17;

QString elements(double number) { return QLocale().toString(number, 'g', 3); }

/// A part of a step in every lane.
struct LanePart {
    QString words;
    double share;
    QColor color;
    bool message = false;
};

class ZeroMessages {
public:
    ZeroMessages(const std::vector<ZeroStage>& stages, std::int64_t replicas, double width,
                 const Theme& theme)
        : m_stages(stages)
        , m_replicas(replicas)
        , m_lanes(std::clamp<std::int64_t>(replicas, 1, kMostLanes))
        , m_theme(theme)
    {
        m_scene.width = width;
        m_beside = width - kStageNames - kTrafficWide > 260;
        m_room = width - kStageNames - (m_beside ? kTrafficWide : 0);
    }

    Scene make()
    {
        double y = 0;
        for (const ZeroStage& stage : m_stages)
            y = addStage(stage, y) + kStagesApart;
        y = m_scene.legend(y - 8,
                           {{colorOf(core::OpClass::MatrixProduct), Words::tr("forward, backward")},
                            {colorOf(core::OpClass::CollectiveReplica), Words::tr("messages between ranks")},
                            {colorOf(core::OpClass::Optimizer), Words::tr("update")}},
                           m_theme);
        const QString lanes =
            m_lanes < m_replicas
                ? Words::tr("%1 of %2 ranks are drawn.").arg(m_lanes).arg(m_replicas) + QLatin1Char(' ')
                : QString();
        m_scene.height =
            m_scene.paragraph(y + 4,
                              lanes + Words::tr("The order of a step, not its lengths. Ψ: elements, one for "
                                                "each parameter; an all-reduce moves each twice."),
                              m_theme.textDim) +
            4;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] std::vector<LanePart> partsOf(const ZeroStage& stage) const
    {
        const QColor product = colorOf(core::OpClass::MatrixProduct);
        const QColor message = colorOf(core::OpClass::CollectiveReplica);
        const auto has = [&](core::Transfer operation) {
            return std::ranges::find(stage.messages, operation, &ZeroMessage::operation) !=
                   stage.messages.end();
        };
        const bool scatters = has(core::Transfer::ReduceScatter);
        const bool gathers = has(core::Transfer::AllGather);
        const bool cutsWeights = stage.stage == 3;
        const QString gather = Words::tr("gather weights");
        std::vector<LanePart> parts;
        if (cutsWeights && gathers)
            parts.push_back({gather, 3, message, true});
        parts.push_back({Words::tr("forward"), 2, product});
        if (cutsWeights && gathers)
            parts.push_back({gather, 3, message, true});
        parts.push_back({Words::tr("backward"), 3, product.darker(135)});
        if (scatters || has(core::Transfer::AllReduce))
            parts.push_back({scatters ? Words::tr("add and scatter") : Words::tr("add up gradients"), 3.6,
                             message, true});
        parts.push_back({stage.stage == 0 ? Words::tr("update") : Words::tr("1/%1 update").arg(m_replicas),
                         1.8, colorOf(core::OpClass::Optimizer)});
        if (!cutsWeights && gathers)
            parts.push_back({gather, 3, message, true});
        return parts;
    }

    double addStage(const ZeroStage& stage, double top)
    {
        const double lanes = static_cast<double>(m_lanes) * kLanePitch;
        m_scene.text({0, top, kStageNames - 8, 18}, zeroTitle(stage.stage),
                     stage.own ? m_theme.accent : m_theme.text, kTextLeft, Weight::Strong, TypeSize::Body);
        m_scene.text({0, top + 18, kStageNames - 8, kTrafficLine},
                     Words::tr("%1 bytes").arg(elements(stage.bytes())), m_theme.text);
        m_scene.text({0, top + 35, kStageNames - 8, kTrafficLine},
                     stage.fits ? Words::tr("fits: %1 in all").arg(quantityString(stage.peak))
                                : Words::tr("does not fit: %1").arg(quantityString(stage.peak)),
                     stage.fits ? m_theme.good : m_theme.bad);
        addLanes(partsOf(stage), top, lanes);
        const double right = m_beside ? kStageNames + m_room + 12 : kStageNames;
        double y = addTraffic(stage, right, m_beside ? top : top + lanes + 2);
        y = std::max({y, top + lanes, top + 54});
        QStringList told;
        for (const ZeroMessage& message : stage.messages)
            told << messageTold(message);
        m_scene.spot({0, top, m_scene.width, y - top},
                     Words::tr("%1: a rank keeps %2 bytes for each parameter and moves %3 Ψ in a step: %4")
                         .arg(zeroTitle(stage.stage), elements(stage.bytes()), elements(stage.moved),
                              told.join(QStringLiteral("; "))),
                     QStringLiteral("zero.%1").arg(stage.stage));
        return y;
    }

    void addLanes(const std::vector<LanePart>& parts, double top, double lanes)
    {
        double all = 0;
        for (const LanePart& part : parts)
            all += part.share;
        // Stages with more parts are not longer for that: each has the same room.
        const double each = (m_room - 4) / std::max(all, 16.4);
        double x = kStageNames;
        for (const LanePart& part : parts) {
            const double wide = part.share * each;
            for (std::int64_t lane = 0; lane < m_lanes; ++lane) {
                const double y = top + static_cast<double>(lane) * kLanePitch;
                const double aside = part.message && m_lanes > 1 ? kArrowWide : 0;
                m_scene.box({x, y, wide - 2 - aside, kLaneHigh}, part.color).label = part.words;
                if (aside > 0) // beside the words, for the arrows
                    m_scene.box({x + wide - 2 - aside, y, aside, kLaneHigh}, part.color);
            }
            if (part.message && m_lanes > 1) {
                const double at = x + wide - 2 - kArrowWide / 2;
                for (const bool down : {true, false}) {
                    SceneLine& line =
                        m_scene.line({at, down ? top + 3 : top + lanes - 6},
                                     {at, down ? top + lanes - 4 : top + 1}, inkOn(part.color), 1.2);
                    line.arrow = true;
                }
            }
            x += wide;
        }
    }

    [[nodiscard]] static QString messageTold(const ZeroMessage& message)
    {
        return Words::tr("%1 %2 Ψ, %3, %4")
            .arg(collectiveText(message.operation), elements(message.moved), quantityString(message.bytes),
                 quantityString(message.seconds));
    }

    double addTraffic(const ZeroStage& stage, double left, double top)
    {
        const double wide = m_scene.width - left;
        for (const ZeroMessage& message : stage.messages) {
            m_scene.text({left, top, wide, kTrafficLine}, messageTold(message), m_theme.text);
            top += kTrafficLine;
        }
        m_scene.text({left, top, wide, kTrafficLine}, Words::tr("moves %1 Ψ").arg(elements(stage.moved)),
                     m_theme.text, kTextLeft, Weight::Strong);
        return top + kTrafficLine;
    }

    const std::vector<ZeroStage>& m_stages;
    std::int64_t m_replicas;
    std::int64_t m_lanes;
    const Theme& m_theme;
    bool m_beside = true;
    double m_room = 0;
    Scene m_scene;
};

} // namespace

Scene zeroMessageScene(const std::vector<ZeroStage>& stages, std::int64_t replicas, double width,
                       const Theme& theme)
{
    return ZeroMessages(stages, replicas, width, theme).make();
}

} // namespace shardscope::app

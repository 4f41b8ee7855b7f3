// SPDX-License-Identifier: GPL-3.0-or-later
// A span is two lines with its length between them at the top; words about a place stand beside it.
#include "app/desktop/timeline/notes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/session/text/shown_text.h"

#include <QCache>

#include <algorithm>
#include <memory>

namespace shardscope::app {
namespace {

constexpr double kWidest = 260; ///< of a line of a note
constexpr double kLine = 16;    ///< height of one
constexpr double kPadding = 6;  ///< left and right of the words
constexpr double kBeside = 20;  ///< from a place to the box that is about it
constexpr int kMostLines = 12;  ///< more would hide the run
constexpr double kBetween = 4;  ///< boxes

/// The words of \p text in lines of kWidest; a longer word has a line of its own, shortened.
QStringList brokenLines(const QString& text, const TextMeter& meter)
{
    QStringList lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QString line;
        for (const QString& word : paragraph.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
            if (meter.width(longer) <= kWidest || line.isEmpty()) {
                line = longer;
                continue;
            }
            lines << meter.fitted(line, kWidest);
            line = word;
        }
        if (!line.isEmpty())
            lines << meter.fitted(line, kWidest);
    }
    if (lines.size() > kMostLines) {
        lines.resize(kMostLines);
        lines.back() += QChar(0x2026);
    }
    return lines;
}

struct NoteLines {
    QStringList lines;
    double widest = 0;
};

/// Every frame shows the same notes: they are broken into lines once for a font.
const NoteLines& linesOf(const QString& text, const TextMeter& meter)
{
    constexpr int kKept = 1024;
    static QCache<QString, NoteLines> kept(kKept);
    const QString key = meter.font().key() + text;
    if (const NoteLines* const known = kept.object(key))
        return *known;
    auto made = std::make_unique<NoteLines>(NoteLines{brokenLines(text, meter)});
    for (const QString& line : made->lines)
        made->widest = std::max(made->widest, meter.width(line));
    const NoteLines& lines = *made;
    kept.insert(key, made.release());
    return lines;
}

/// Puts boxes where none is yet.
class Places {
public:
    explicit Places(const std::vector<NoteBox>& taken)
        : m_taken(taken)
    {
    }
    [[nodiscard]] QRectF free(QRectF wanted) const
    {
        for (std::size_t tries = 0; tries <= m_taken.size(); ++tries) {
            const auto hit = std::ranges::find_if(m_taken, [&](const NoteBox& other) {
                return other.rect.adjusted(-kBetween, -kBetween, kBetween, kBetween).intersects(wanted);
            });
            if (hit == m_taken.end())
                break;
            wanted.moveTop(hit->rect.bottom() + 1.5 * kBetween);
        }
        return wanted;
    }

private:
    const std::vector<NoteBox>& m_taken;
};

class NoteMaker {
public:
    NoteMaker(const TrackLayout& layout, const TimelineViewport& viewport, MarksGeometry& geometry)
        : m_layout(layout)
        , m_viewport(viewport)
        , m_geometry(geometry)
        , m_meter(interfaceFont(TypeSize::Small))
    {
    }

    void add(const TimelineNote& note, std::size_t number, ColorRole edge)
    {
        const double left = core::timeToPixel(m_viewport.time, note.begin);
        const double right = core::timeToPixel(m_viewport.time, note.end);
        if (right < 0 || left > m_viewport.time.width)
            return;
        const auto& [lines, widest] = linesOf(noteText(note), m_meter);
        const QSizeF size(widest + 2 * kPadding, static_cast<double>(lines.size()) * kLine + kPadding);
        note.lane.valid() ? addPlace(note, left, right, size, {{}, lines, edge, std::nullopt, number})
                          : addSpan(left, right, size, {{}, lines, edge, std::nullopt, number});
    }

private:
    void addSpan(double left, double right, const QSizeF& size, NoteBox box)
    {
        const double seenLeft = std::max(left, 0.0);
        const double seenRight = std::min(right, m_viewport.time.width);
        box.rect = QRectF(QPointF(inSight((seenLeft + seenRight - size.width()) / 2, size), 2), size);
        box.rect = Places(m_geometry.notes).free(box.rect);
        for (const double x : {left, right - 1})
            m_geometry.fills.push_back({QRectF(x, 0, 1, m_viewport.height), box.edge});
        m_geometry.fills.push_back(
            {QRectF(seenLeft, box.rect.center().y(), seenRight - seenLeft, 1), box.edge});
        put(std::move(box));
    }

    void addPlace(const TimelineNote& note, double left, double right, const QSizeF& size, NoteBox box)
    {
        const auto top = m_layout.laneTop(note.lane);
        if (!top)
            return;
        const double y = m_layout.seenY(*top, m_viewport.top) + m_layout.rowHeight() / 2;
        if (y < 0 || y > m_viewport.height)
            return;
        const double x = (std::max(left, 0.0) + std::min(right, m_viewport.time.width)) / 2;
        // Above where there is room: below is what the place holds.
        const double above = y - m_layout.rowHeight() / 2 - kBeside - size.height();
        const double boxTop = above >= 2 ? above : y + m_layout.rowHeight() / 2 + kBeside;
        box.rect = Places(m_geometry.notes).free(QRectF(QPointF(inSight(x + kBeside, size), boxTop), size));
        box.points = QPointF(x, y);
        put(std::move(box));
    }

    /// What others push below the lanes is not seen.
    void put(NoteBox box)
    {
        if (box.rect.top() <= m_viewport.height)
            m_geometry.notes.push_back(std::move(box));
    }

    [[nodiscard]] double inSight(double x, const QSizeF& size) const
    {
        return std::clamp(x, 2.0, std::max(2.0, m_viewport.time.width - size.width() - 2));
    }

    const TrackLayout& m_layout;
    const TimelineViewport& m_viewport;
    MarksGeometry& m_geometry;
    TextMeter m_meter;
};

} // namespace

QString noteText(const TimelineNote& note)
{
    const QString length = nanosString(note.end - note.begin);
    if (note.text.isEmpty())
        return length;
    const QString words = shownText(note.text);
    return note.lane.valid() || note.end <= note.begin ? words
                                                       : QStringLiteral("%1 \u00b7 %2").arg(words, length);
}

void addNotes(const TrackLayout& layout, const TimelineViewport& viewport, const TimelineMarks& marks,
              MarksGeometry& geometry)
{
    if (marks.notes.empty() && !marks.measured)
        return;
    NoteMaker maker(layout, viewport, geometry);
    for (std::size_t note = 0; note < marks.notes.size(); ++note)
        maker.add(marks.notes[note], note, ColorRole::TextDim);
    if (marks.measured)
        maker.add(*marks.measured, marks.notes.size(), ColorRole::Accent);
}

} // namespace shardscope::app

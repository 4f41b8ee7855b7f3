// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/figure_tools.h"

#include "app/desktop/base/jobs.h"
#include "app/desktop/base/language.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/figures/picture_file.h"
#include "app/desktop/theme/icon.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QTransform>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>

namespace shardscope::app {
namespace {

constexpr double kOfWindow = 0.9; ///< of the window's size that an enlarged figure takes at most
constexpr double kLargest = 2;    ///< times a figure's usual size: the type of a slide

/// A file's name out of \p title: letters and digits of any script, the rest as underscores.
QString fileNameOf(const QString& title)
{
    QString name;
    for (const QChar letter : title) {
        if (letter.isLetterOrNumber())
            name += letter.toLower();
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('_')))
            name += QLatin1Char('_');
    }
    constexpr qsizetype kLongest = 60;
    return name.isEmpty() ? QStringLiteral("figure") : name.left(kLongest);
}

/// \p scene as large as \p room has place for it: type and shapes alike.
SceneMaker magnified(const SceneMaker& scene, const QSizeF& room, const Theme& theme)
{
    double factor = kLargest;
    while (factor > 1 && scene(room.width() / factor, theme).height * factor > room.height())
        factor -= 0.125;
    return [scene, factor](double width, const Theme& colors) {
        auto inner = std::make_shared<const Scene>(scene(width / factor, colors));
        Scene outer;
        outer.width = width;
        outer.height = inner->height * factor;
        outer.byHand = [inner, factor](QPainter& painter, const Theme& shown) {
            painter.save();
            painter.scale(factor, factor);
            paintScene(painter, *inner, shown);
            painter.restore();
        };
        outer.spots = inner->spots;
        for (HotSpot& spot : outer.spots)
            spot.area = QTransform::fromScale(factor, factor).map(spot.area);
        return outer;
    };
}

} // namespace

QString askForPicture(QWidget* parent, const QString& suggested, const QString& other)
{
    QString kind;
    QString file = QFileDialog::getSaveFileName(
        parent, FigureTools::tr("Save a picture"), suggested + QStringLiteral(".svg"),
        QStringList{FigureTools::tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"), other}.join(
            other.isEmpty() ? QString() : QStringLiteral(";;")),
        &kind);
    if (file.isEmpty() || !QFileInfo(file).suffix().isEmpty())
        return file;
    for (const char* suffix : {".png", ".pdf", ".csv"}) {
        if (kind.contains(QLatin1String(suffix)))
            return file + QLatin1String(suffix);
    }
    return file + QStringLiteral(".svg");
}

FigureTools::FigureTools(std::function<Figure()> figure, QWidget* parent)
    : QToolButton(parent)
    , m_figure(std::move(figure))
{
    setText(QStringLiteral("\u22ef")); // three dots
    setAutoRaise(true);
    auto* menu = new QMenu(this);
    using Tool = void (FigureTools::*)();
    for (const Tool tool :
         {&FigureTools::enlarge, &FigureTools::copy, &FigureTools::save, &FigureTools::addToReport})
        m_tools << menu->addAction(QString(), this, tool);
    connect(this, &QToolButton::clicked, this,
            [this, menu] { menu->popup(mapToGlobal(rect().bottomLeft())); });
    connect(menu, &QMenu::aboutToShow, this, [this] {
        const bool something = m_figure().scene != nullptr;
        for (QAction* tool : m_tools)
            tool->setEnabled(something);
    });
    keepTranslated(*this, [this] { retranslate(); });
}

void FigureTools::retranslate()
{
    setAccessibleName(tr("What can be done with this figure"));
    setToolTip(tr("Enlarge, copy, save, add to the report"));
    const QStringList words{tr("Enlarge"), tr("Copy the picture"), tr("Save the picture…"),
                            tr("Add to the report")};
    for (qsizetype at = 0; at < words.size(); ++at)
        m_tools[at]->setText(words[at]);
}

void FigureTools::enlarge()
{
    const Figure figure = m_figure();
    if (!figure.scene)
        return;
    auto* dialog = new QDialog(window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(figure.title);
    auto* picture = new SceneFigure;
    picture->setAccessibleName(figure.title);
    const QSize most = window()->size() * kOfWindow;
    const QSizeF room(most.width() - 2 * metrics::kPageMargin, most.height() - 2 * metrics::kPageMargin);
    const SceneMaker scene = magnified(figure.scene, room, themeOf(this));
    picture->setMaker(scene);
    auto* body = new QWidget;
    columnIn(body)->addWidget(picture);
    body->layout()->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin,
                                       metrics::kPageMargin);
    columnIn(dialog)->addWidget(new PageScrollArea(body, dialog));
    const double needed = scene(room.width(), themeOf(this)).height + 2 * metrics::kPageMargin;
    dialog->resize(most.width(), static_cast<int>(std::min<double>(most.height(), std::ceil(needed) + 2)));
    dialog->show();
}

void FigureTools::copy()
{
    const Figure figure = m_figure();
    if (const Drawing drawing = figureDrawing(figure))
        QGuiApplication::clipboard()->setMimeData(
            copiedPicture(drawing, figure.title, Scheme::Print, kFigureWidth));
}

void FigureTools::save()
{
    const Figure figure = m_figure();
    const Drawing drawing = figureDrawing(figure);
    if (!drawing)
        return;
    const QString file = askForPicture(this, fileNameOf(figure.title));
    if (file.isEmpty())
        return;
    if (Jobs* jobs = Jobs::of(*this))
        jobs->write(
            file, tr("Drawing a picture"), [drawing, file, title = figure.title](const core::Task& task) {
                return writePicture(drawing, file, title, {{}, 2, false, Scheme::Print}, kFigureWidth, task);
            });
}

void FigureTools::addToReport()
{
    FigureTaker* taker = FigureTaker::of(*this);
    const Figure figure = m_figure();
    if (taker != nullptr && figure.scene)
        taker->take(figure);
}

FigureTaker* FigureTaker::of(const QWidget& widget)
{
    const QWidget* top = &widget;
    while (top->parentWidget() != nullptr)
        top = top->parentWidget();
    return top->findChild<FigureTaker*>();
}

} // namespace shardscope::app

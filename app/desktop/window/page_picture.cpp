// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/page_picture.h"

#include "app/desktop/window/main_window.h"
#include "app/session/text/messages.h"
#include "core/base/error_at.h"
#include "core/io/text_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QPainter>
#include <QPixmap>
#include <QSvgGenerator>
#include <QThread>

namespace shardscope::app {
namespace {

/// Lets the window work until it has been at rest for a moment: what was shown may ask for more.
void settle(MainWindow& window)
{
    constexpr qint64 kRestMs = 250;
    constexpr int kRestRounds = 40;     // of a machine that is busy elsewhere, too
    constexpr qint64 kMostMs = 120'000; // a search that takes longer is drawn as it runs
    QElapsedTimer whole;
    QElapsedTimer rest;
    whole.start();
    rest.start();
    int rounds = 0;
    while ((rest.elapsed() < kRestMs || rounds < kRestRounds) && whole.elapsed() < kMostMs) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        ++rounds;
        if (!window.workbench().jobs().idle()) {
            rest.restart();
            rounds = 0;
        }
        QThread::msleep(2);
    }
}

} // namespace

QString drawPage(const core::Catalog& catalog, Language& language, const Options& options)
{
    const QString suffix = QFileInfo(options.outFile).suffix().toLower();
    if (suffix != QLatin1String("png") && suffix != QLatin1String("svg"))
        return errorText(core::errorIn(core::ErrorCode::UnknownValue, {suffix.toStdString(), {}, "png, svg"},
                                       options.outFile.toStdString()));
    MainWindow window(catalog, language, options.theme.value_or(SchemeChoice::Light), Scheme::Light);
    QString trouble;
    QObject::connect(&window.workbench(), &Workbench::failed, &window,
                     [&](const QString& sentence) { trouble = trouble.isEmpty() ? sentence : trouble; });
    window.resize(options.size.isEmpty() ? QSize(1440, 900) : options.size);
    window.show();
    window.open(options);
    settle(window);
    if (!trouble.isEmpty())
        return trouble;
    window.showPage(options.page.toLatin1().constData());
    settle(window);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    if (suffix == QLatin1String("png")) {
        window.grab().save(&bytes, "PNG");
    } else {
        QSvgGenerator generator;
        generator.setOutputDevice(&bytes);
        generator.setSize(window.size());
        generator.setViewBox(window.rect());
        QPainter painter(&generator);
        window.render(&painter);
    }
    const auto written = core::writeTextFile(options.outFile.toStdString(), bytes.data().toStdString());
    return written.ok() ? QString() : errorText(written.error());
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the program's icon in the sizes that desktops ask for: icons FILE.svg FOLDER NAME makes
// FOLDER/SIZExSIZE/apps/NAME.png.
#include <QCoreApplication>
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4)
        return 2;
    QSvgRenderer drawing(arguments[1]);
    if (!drawing.isValid())
        return 2;
    for (const int size : {16, 22, 24, 32, 48, 64, 128, 256, 512}) {
        QImage image(size, size, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        drawing.render(&painter);
        painter.end();
        const QDir folder(QStringLiteral("%1/%2x%2/apps").arg(arguments[2]).arg(size));
        if (!folder.mkpath(QStringLiteral(".")) ||
            !image.save(folder.filePath(arguments[3] + QStringLiteral(".png"))))
            return 2;
    }
    return 0;
}

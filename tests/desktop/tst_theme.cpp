// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens keep their promises: contrast, one file for colours.
#include "app/desktop/theme/theme.h"
#include "app/session/tables/tables.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QDirIterator>
#include <QLabel>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTest>
#include <QToolTip>
#include <QWidget>

using namespace shardscope;

class TstTheme : public QObject {
    Q_OBJECT
private slots:
    void textCanBeRead_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void textCanBeRead()
    {
        QFETCH(bool, dark);
        const app::Theme& theme = app::theme(dark ? app::Scheme::Dark : app::Scheme::Light);
        // WCAG 2.1, 1.4.3: 4.5 for text, 1.4.11: 3 for what is not text.
        for (const QColor& ground : {theme.page, theme.panel, theme.raised}) {
            QVERIFY(app::contrastRatio(theme.text, ground) >= 4.5);
            QVERIFY(app::contrastRatio(theme.textDim, ground) >= 4.5);
        }
        for (const QColor& ink : {theme.accent, theme.bad})
            QVERIFY2(app::contrastRatio(ink, theme.page) >= 4.5, qPrintable(ink.name()));
        QVERIFY(app::contrastRatio(theme.good, theme.page) >= 3);
    }
    /// Names are in labels, tooltips and boxes: none of them guesses markup from its words.
    void wordsAreNoMarkup()
    {
        app::applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), app::Scheme::Light);
        const QString name = QStringLiteral("<b>x</b> & <img src='y'>");
        QLabel label(name);
        label.show();
        QCOMPARE(label.textFormat(), Qt::PlainText);
        QLabel rich(name);
        rich.setTextFormat(Qt::RichText);
        rich.show();
        QCOMPARE(rich.textFormat(), Qt::RichText);
        QMessageBox box(QMessageBox::Warning, name, name);
        box.setInformativeText(name);
        box.show();
        QToolTip::showText(QPoint(10, 10), name);
        int told = 0;
        for (const QWidget* widget : QApplication::allWidgets()) {
            const auto* shown = qobject_cast<const QLabel*>(widget);
            if (shown == nullptr || shown->text() != name || shown == &rich)
                continue;
            QVERIFY2(shown->textFormat() == Qt::PlainText, shown->metaObject()->className());
            ++told;
        }
        QCOMPARE(told, 4); // the label, the box's two, the tooltip
        QToolTip::hideText();
    }
    void inkOnEveryColorCanBeRead()
    {
        for (const core::Purpose purpose : app::memoryPurposes())
            QVERIFY(app::contrastRatio(app::inkOn(app::colorOf(purpose)), app::colorOf(purpose)) >= 4.5);
        for (const core::OpClass operation : core::allOpClasses())
            QVERIFY(app::contrastRatio(app::inkOn(app::colorOf(operation)), app::colorOf(operation)) >= 4.5);
    }
    /// What lies beside each other in a bar is told apart, workspace and framework too, on both grounds.
    void purposesAreToldApart()
    {
        const auto& purposes = app::memoryPurposes();
        const auto distance = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                   std::abs(a.blue() - b.blue());
        };
        constexpr int kTold = 60; // of 765
        for (std::size_t i = 0; i < purposes.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY2(distance(app::colorOf(purposes[i]), app::colorOf(purposes[k])) > kTold,
                         qPrintable(app::letterOf(purposes[i]) + app::letterOf(purposes[k])));
        }
        const QColor workspace = app::colorOf(core::Purpose::Workspace);
        const QColor framework = app::colorOf(core::Purpose::Framework);
        QVERIFY(app::contrastRatio(workspace, framework) >= 2); // on a photocopy, too
        for (const app::Scheme scheme : {app::Scheme::Light, app::Scheme::Dark}) {
            for (const QColor& color : {workspace, framework})
                QVERIFY(app::contrastRatio(color, app::theme(scheme).page) > 2.5);
        }
    }
    void contrastIsThatOfTheStandard()
    {
        QCOMPARE(app::contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(app::contrastRatio(Qt::white, Qt::white), 1.0);
    }
    void sequentialMapGrowsLighter()
    {
        double before = -1;
        for (int step = 0; step <= 20; ++step) {
            const double ratio = app::contrastRatio(app::sequentialColor(step / 20.0), Qt::black);
            QVERIFY(ratio > before);
            before = ratio;
        }
    }
    void paletteTellsTheTheme()
    {
        auto& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        for (const app::Scheme scheme : {app::Scheme::Dark, app::Scheme::Light}) {
            app::applyTheme(application, scheme);
            const QWidget widget;
            QCOMPARE(app::themeOf(&widget).scheme, scheme);
            QCOMPARE(app::systemScheme(application), scheme);
        }
    }
    void colorsAreNamedInTheThemeOnly()
    {
        static const QRegularExpression literal(
            QStringLiteral("QColor\\((0x|\\d)|QRgb\\(|\"#[0-9A-Fa-f]{3,8}\"|QColorConstants|Qt::(red|green|"
                           "blue|gray|yellow|magenta|cyan)"));
        QDirIterator sources(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/app/desktop"), {"*.cpp", "*.h"},
                             QDir::Files, QDirIterator::Subdirectories);
        int seen = 0;
        while (sources.hasNext()) {
            QFile file(sources.next());
            if (file.fileName().contains(QLatin1String("/theme/")))
                continue;
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto match = literal.match(QString::fromUtf8(file.readAll()));
            QVERIFY2(!match.hasMatch(), qPrintable(file.fileName() + QLatin1String(": ") + match.captured()));
            ++seen;
        }
        QVERIFY(seen > 20);
    }
};

SHARDSCOPE_TEST(TstTheme)
#include "tst_theme.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The look's foundations: digits equally wide, every scheme readable, controls drawn in every state, the
// rail's order, the omnibox.
#include "app/desktop/pages/home/home_page.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/shell/rail.h"
#include "app/desktop/theme/open_type.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/tabular_font.h"
#include "app/desktop/theme/theme.h"
#include "app/session/questions/spoken_question.h"
#include "tests/desktop/open_window.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFontMetricsF>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

using namespace shardscope;

namespace {

constexpr std::array kSchemes{app::Scheme::Light, app::Scheme::Dark, app::Scheme::Contrast,
                              app::Scheme::Print};

QApplication& application() { return *qobject_cast<QApplication*>(QCoreApplication::instance()); }

/// Colours of \p widget as it is painted.
QSet<QRgb> colorsIn(QWidget& widget)
{
    const QImage picture = widget.grab().toImage();
    QSet<QRgb> found;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            found.insert(picture.pixel(x, y));
    }
    return found;
}

} // namespace

class TstLook : public QObject {
    Q_OBJECT
private slots:
    /// Within a sixteenth of a pixel a glyph, to which a scaled font rounds.
    void digitsAreEquallyWide()
    {
        QVERIFY2(!app::tabularFamily().isEmpty(), "fonts-inter is installed by the scripts");
        for (const app::Weight weight : {app::Weight::Regular, app::Weight::Strong}) {
            for (const app::TypeSize size :
                 {app::TypeSize::Small, app::TypeSize::Body, app::TypeSize::Title}) {
                const QFont font = app::interfaceFont(size, weight);
                QCOMPARE(QFontInfo(font).family(), app::tabularFamily());
                const QFontMetricsF measure(font);
                const double one = measure.horizontalAdvance(QStringLiteral("1111"));
                for (char digit = '0'; digit <= '9'; ++digit)
                    QVERIFY(std::abs(measure.horizontalAdvance(QString(4, QLatin1Char(digit))) - one) <=
                            4.0 / 16);
            }
        }
        // Strong is a weight of its own, never a widened Regular.
        QVERIFY(QFontMetricsF(app::interfaceFont(app::TypeSize::Body, app::Weight::Strong))
                    .horizontalAdvance(QStringLiteral("Memory of a device")) >
                QFontMetricsF(app::interfaceFont(app::TypeSize::Body))
                    .horizontalAdvance(QStringLiteral("Memory of a device")));
    }
    /// Whatever is cut off or turned over in the file, nothing is read beyond it, and no half of a font is
    /// used.
    void brokenFontsAreRefused()
    {
        QFile file(QStringLiteral("/usr/share/fonts/opentype/inter/Inter-Regular.otf"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("Inter lies somewhere else");
        const QByteArray font = file.readAll();
        QVERIFY(app::withTabularDigits(font, QStringLiteral("A"), QStringLiteral("B")));
        for (qsizetype length = 0; length < font.size(); length = length * 2 + 1)
            QVERIFY(!app::withTabularDigits(font.left(length), QStringLiteral("A"), QStringLiteral("B")));
        quint32 seed = 1;
        for (int round = 0; round < 200; ++round) {
            QByteArray broken = font.left(4000) + font.mid(4000, 4000); // the directory and what comes first
            for (int flip = 0; flip < 8; ++flip) {
                seed = seed * 1664525U + 1013904223U;
                broken[static_cast<qsizetype>(seed % static_cast<quint32>(broken.size()))] =
                    static_cast<char>(seed >> 24);
            }
            static_cast<void>(app::withTabularDigits(broken, QStringLiteral("A"), QStringLiteral("B")));
        }
    }
    void theCopyHoldsWhatItWasToldAndNoMore()
    {
        QFile file(QStringLiteral("/usr/share/fonts/opentype/inter/Inter-Regular.otf"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("Inter lies somewhere else");
        const QByteArray font = file.readAll();
        const auto copy = app::withTabularDigits(font, QStringLiteral("A"), QStringLiteral("B"));
        QVERIFY(copy);
        const auto before = app::open_type::tablesOf(font);
        const auto after = app::open_type::tablesOf(*copy);
        QVERIFY(before && after);
        QCOMPARE(after->keys(), before->keys());
        for (const QByteArray& tag : before->keys()) {
            if (tag != "cmap" && tag != "name")
                QVERIFY2(after->value(tag) == before->value(tag), tag.constData());
        }
        auto old = app::open_type::glyphsOf(before->value("cmap"));
        const auto now = app::open_type::glyphsOf(after->value("cmap"));
        for (const auto& [code, glyph] : old) {
            if (code < '0' || code > '9')
                QVERIFY(now.at(code) == glyph);
            else
                QVERIFY(now.at(code) != glyph);
        }
        QVERIFY(now.size() <= old.size() + 1); // the word joiner
    }
    void everySchemeCanBeRead()
    {
        for (const app::Scheme scheme : kSchemes) {
            const app::Theme& colors = app::theme(scheme);
            const double least = scheme == app::Scheme::Contrast ? 7 : 4.5; // WCAG 2.1, 1.4.6 and 1.4.3
            for (const QColor& ground : {colors.page, colors.panel, colors.raised}) {
                for (const QColor& ink :
                     {colors.text, colors.textDim, colors.accent, colors.good, colors.warn, colors.bad})
                    QVERIFY2(app::contrastRatio(ink, ground) >= least,
                             qPrintable(ink.name() + ground.name()));
            }
            for (const auto& [ink, ground] :
                 {std::pair(colors.good, colors.goodSoft), std::pair(colors.warn, colors.warnSoft),
                  std::pair(colors.bad, colors.badSoft), std::pair(colors.accent, colors.accentSoft),
                  std::pair(colors.onAccent, colors.accent)})
                QVERIFY2(app::contrastRatio(ink, ground) >= 4.5, qPrintable(ink.name() + ground.name()));
        }
    }
    /// Forward, backward, the weights' gradient and recomputing lie side by side in a schedule.
    void passesAreToldApart()
    {
        using core::StepPart;
        const auto apart = [](const QColor& a, const QColor& b) { return app::contrastRatio(a, b) >= 2; };
        const QColor forward = app::colorOf(StepPart::Forward);
        const QColor backward = app::colorOf(StepPart::Backward);
        const QColor again = app::colorOf(StepPart::Recompute);
        const QColor weights = app::weightGradientColor();
        QVERIFY(apart(forward, backward));
        QVERIFY(apart(forward, again));
        QVERIFY(apart(backward, again));
        QVERIFY(apart(backward, weights));
        QVERIFY(apart(forward, weights));
        QVERIFY(forward != app::colorOf(core::Purpose::Weights));
        QVERIFY(again != app::colorOf(core::Purpose::Weights));
    }
    /// Every control in every state has an outline or a ground, in every scheme; and switched on it looks
    /// otherwise.
    void everyControlIsDrawn()
    {
        for (const app::Scheme scheme : kSchemes) {
            app::applyTheme(application(), scheme);
            QWidget sheet;
            auto* column = new QVBoxLayout(&sheet);
            const std::vector<QWidget*> controls = themeSheet(*column);
            sheet.resize(600, 900);
            sheet.show();
            QVERIFY(QTest::qWaitForWindowExposed(&sheet));
            for (QWidget* control : controls) {
                const auto enabled = colorsIn(*control);
                QVERIFY2(enabled.size() > 1, control->metaObject()->className());
                control->setEnabled(false);
                QVERIFY2(colorsIn(*control) != enabled || qobject_cast<QScrollBar*>(control) ||
                             qobject_cast<QProgressBar*>(control),
                         control->metaObject()->className());
            }
            if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
                sheet.grab().save(
                    QStringLiteral("%1/controls_%2.png").arg(folder).arg(static_cast<int>(scheme)));
        }
        app::applyTheme(application(), app::Scheme::Light);
    }
    void rolesFollowTheScheme()
    {
        app::applyTheme(application(), app::Scheme::Light);
        QLabel chip(QStringLiteral("Fits"));
        app::setRole(chip, app::Role::ChipGood);
        QLabel dim(QStringLiteral("dim"));
        app::setRole(dim, app::Role::Dim);
        chip.show();
        dim.show(); // what was never shown takes its palette when it is
        const auto ink = [](const QLabel& label) { return label.palette().color(label.foregroundRole()); };
        for (const app::Scheme scheme : kSchemes) {
            app::applyTheme(application(), scheme);
            QCOMPARE(ink(chip), app::theme(scheme).good);
            QTRY_COMPARE(ink(dim), app::theme(scheme).textDim);
        }
        app::setRole(chip, app::Role::Plain);
        QCOMPARE(ink(chip), app::theme(app::Scheme::Print).text);
        app::applyTheme(application(), app::Scheme::Light);
    }
    void questionsAreReadAsTheyAreSaid_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("read"); // model, machine, devices, tokens, days; empty: not understood
        QTest::newRow("plain") << "llama 3 70b on 64 h100"
                               << "llama-3-70b dgx-h100 64  ";
        QTest::newRow("whole") << "llama 3 70b on 64 h100, 15T tokens, under 60 days"
                               << "llama-3-70b dgx-h100 64 15T 60";
        QTest::newRow("names") << "llama-3-70b 128 dgx-h100"
                               << "llama-3-70b dgx-h100 128  ";
        QTest::newRow("no number") << "llama 3 70b on dgx h100"
                                   << "llama-3-70b dgx-h100 64  ";
        QTest::newRow("japanese") << QStringLiteral("llama 3 70b を 64 台 h100 15T トークン 60 日以内")
                                  << "llama-3-70b dgx-h100 64 15T 60";
        QTest::newRow("no machine") << "llama 3 70b"
                                    << "";
        QTest::newRow("unknown word") << "llama 3 70b on 64 toasters"
                                      << "";
        QTest::newRow("empty") << ""
                               << "";
    }
    void questionsAreReadAsTheyAreSaid()
    {
        QFETCH(QString, said);
        QFETCH(QString, read);
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto found =
            app::spokenQuestion(said, app::modelEntries(catalog), app::machineEntries(catalog));
        QCOMPARE(found.has_value(), !read.isEmpty());
        if (found)
            QCOMPARE(QStringLiteral("%1 %2 %3 %4 %5")
                         .arg(QString::fromStdString(found->model), QString::fromStdString(found->machine))
                         .arg(found->devices)
                         .arg(found->tokens, found->days),
                     read);
    }
    /// Every entry of the catalogue is found by its own title, beside any other.
    void everyTitleNamesItsEntry()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto models = app::modelEntries(catalog);
        const auto machines = app::machineEntries(catalog);
        QVERIFY(models.size() > 50 && machines.size() > 20);
        for (const app::CatalogEntry& model : models) {
            const auto found =
                app::spokenQuestion(QString::fromStdString(model.name) + QStringLiteral(" on 64 ") +
                                        QString::fromStdString(machines.front().name),
                                    models, machines);
            QVERIFY2(found && found->model == model.name, model.name.c_str());
        }
    }
    void theOmniboxFindsAndRuns()
    {
        const tests::OpenWindow window;
        QVERIFY(window.exposed());
        auto* box = window->findChild<app::Omnibox*>();
        QVERIFY(box);
        const auto first = [&](const char* typed) {
            QTest::keyClick(&*window, Qt::Key_K, Qt::ControlModifier);
            box->setText(QString::fromLatin1(typed));
            return box->found().empty() ? QString() : box->found().front().words;
        };
        QTRY_COMPARE(first("timeline"), QStringLiteral("Timeline"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(window->currentPage(), QStringLiteral("timeline"));
        QVERIFY(!box->isOpen());
        QCOMPARE(first("full sc"), QStringLiteral("Full screen"));
        QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(!box->isOpen() && box->text().isEmpty());
        QCOMPARE(first("how many for what?"),
                 QStringLiteral("Nothing is called that; see what can be asked"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(window->currentPage(), QStringLiteral("ask"));
        first("70b h100 llama 3"); // words in any order find a model or machine, if not an answer
        first("llama 3 70b on 64 h100");
        QVERIFY(
            box->found().front().words.startsWith(QStringLiteral("Find the best plan of Llama 3 70B on 64")));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(window->currentPage(), QStringLiteral("search"));
        auto& page = window->part<app::SearchPage>();
        QCOMPARE(page.controls().devices().text(), QStringLiteral("64"));
        QTRY_VERIFY_WITH_TIMEOUT(page.answer() && !page.searching(), 60'000);
        // And back, as in a browser.
        QTest::keyClick(&*window, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(window->currentPage(), QStringLiteral("ask"));
        QTest::keyClick(&*window, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(window->currentPage(), QStringLiteral("search"));
    }
    /// Every action and page is found by its own words.
    void everyActionIsFoundByItsWords()
    {
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("ja")}) {
            const tests::OpenWindow window(language);
            const auto all = window->find(QString());
            QVERIFY(all.size() > 30);
            for (const app::Finding& one : all) {
                const auto found = window->find(one.words);
                QVERIFY2(std::ranges::any_of(
                             found, [&](const app::Finding& other) { return other.words == one.words; }),
                         qPrintable(one.words));
            }
        }
    }
    void homeAnswersInOneClick()
    {
        const tests::OpenWindow window;
        QVERIFY(window.exposed());
        QCOMPARE(window->currentPage(), QStringLiteral("home"));
        auto& home = window->part<app::HomePage>();
        QCOMPARE(home.model().currentData().toString(), QStringLiteral("llama-3-70b"));
        home.find().click();
        QCOMPARE(window->currentPage(), QStringLiteral("search"));
        auto& page = window->part<app::SearchPage>();
        QTRY_VERIFY_WITH_TIMEOUT(page.answer() && !page.searching(), 60'000);
        QVERIFY(!page.verdict().isEmpty());
    }
    void narrowWindowsKeepEveryPage()
    {
        const tests::OpenWindow window;
        QVERIFY(window.exposed());
        window->resize(720, 460);
        QCoreApplication::processEvents();
        auto* rail = window->findChild<app::Rail*>();
        QVERIFY(rail && rail->narrow());
        for (const app::RailButton* button : rail->findChildren<app::RailButton*>())
            QVERIFY(button->geometry().bottom() <= rail->height() && !button->toolTip().isEmpty());
    }

private:
    static std::vector<QWidget*> themeSheet(QVBoxLayout& column)
    {
        std::vector<QWidget*> all;
        const auto add = [&](QWidget* control) {
            column.addWidget(control);
            all.push_back(control);
        };
        for (const app::Role role :
             {app::Role::Plain, app::Role::Primary, app::Role::Link, app::Role::Fold, app::Role::Crumb}) {
            auto* button = new QPushButton(QStringLiteral("Find the best plan"));
            app::setRole(*button, role);
            add(button);
        }
        for (const bool on : {false, true}) {
            auto* check = new QCheckBox(QStringLiteral("recompute"));
            check->setChecked(on);
            add(check);
            auto* radio = new QRadioButton(QStringLiteral("all"));
            radio->setChecked(on);
            add(radio);
        }
        auto* combo = new QComboBox;
        combo->addItem(QStringLiteral("Llama 3 70B"));
        add(combo);
        add(new QSpinBox);
        add(new QLineEdit(QStringLiteral("64")));
        auto* slider = new QSlider(Qt::Horizontal);
        slider->setValue(40);
        add(slider);
        auto* bar = new QScrollBar(Qt::Horizontal);
        bar->setRange(0, 100);
        add(bar);
        auto* progress = new QProgressBar;
        progress->setValue(30);
        add(progress);
        auto* tabs = new QTabBar;
        tabs->addTab(QStringLiteral("Fit"));
        tabs->addTab(QStringLiteral("Time"));
        add(tabs);
        return all;
    }
};

SHARDSCOPE_TEST(TstLook)
#include "tst_look.moc"

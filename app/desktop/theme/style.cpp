// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens poured into Qt: palette, style sheet, font. Widgets then only name roles and object names.
#include "app/desktop/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace shardscope::app {
namespace {

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.page);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.page);
    palette.setColor(QPalette::AlternateBase, theme.panel);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.textDim);
    palette.setColor(QPalette::Button, theme.raised);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.bad);
    palette.setColor(QPalette::ToolTipBase, theme.raised);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, inkOn(theme.accent));
    palette.setColor(QPalette::Light, theme.raised);
    palette.setColor(QPalette::Midlight, theme.raised);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, theme.line);
    palette.setColor(QPalette::Shadow, theme.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.textDim);
    return palette;
}

/// Token names in the sheet below stand for the theme's colours.
QString withColors(QString sheet, const Theme& theme)
{
    const std::pair<const char*, QColor> tokens[] = {
        {"@page", theme.page},     {"@panel", theme.panel},
        {"@raised", theme.raised}, {"@line", theme.line},
        {"@dim", theme.textDim},   {"@accent", theme.accent},
        {"@text", theme.text},     {"@onaccent", inkOn(theme.accent)},
        {"@bad", theme.bad},       {"@selection", theme.selection}};
    // Longer names first: "@onaccent" and "@page" share no prefix with a shorter one, "@accent" is inside
    // none.
    for (const auto& [token, color] : tokens)
        sheet.replace(QLatin1String(token),
                      color.name(color.alpha() == 255 ? QColor::HexRgb : QColor::HexArgb));
    return sheet;
}

constexpr const char* kSheet = R"(
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px; }
QMenuBar { background: @panel; border-bottom: 1px solid @line; }
QMenuBar::item { padding: 6px 10px; background: transparent; }
QMenuBar::item:selected { background: @raised; }
QMenu { background: @panel; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 20px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @onaccent; }
QMenu::item:disabled { color: @dim; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QStatusBar { background: @panel; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QDockWidget { titlebar-close-icon: none; }
QDockWidget::title { background: @panel; padding: 8px; text-align: left; border-bottom: 1px solid @line; }
#rail { background: @panel; border-right: 1px solid @line; }
#rail QToolButton { border: none; border-radius: 6px; padding: 2px 0px; color: @dim; font-size: 11px; margin: 1px 0px; }
#rail QToolButton:hover { background: @raised; }
#rail QToolButton:checked { background: @selection; color: @text; }
#rail QToolButton:focus { border: 2px solid @accent; border-left-width: 1px; border-right-width: 1px; padding: 0px; }
#panel, #panel QWidget#panelBody { background: @panel; }
#controls { background: @panel; border-right: 1px solid @line; }
#dim, QLabel#dim { color: @dim; }
QLabel#bad { color: @bad; }
QLabel#smallDim { color: @dim; font-size: 11px; }
QLabel#section { font-size: 11px; font-weight: 600; color: @dim; }
QLabel#heading { font-size: 16px; font-weight: 600; }
QLabel#headingBad { font-size: 16px; font-weight: 600; color: @bad; }
QLabel#title { font-size: 22px; font-weight: 600; }
QLabel#verdictGood { font-size: 22px; font-weight: 600; color: @text; }
QLabel#verdictBad { font-size: 22px; font-weight: 600; color: @bad; }
QLabel#formula { background: @raised; border-radius: 6px; padding: 8px; }
QPushButton, QComboBox, QAbstractSpinBox, QLineEdit, QPlainTextEdit {
  background: @page; border: 1px solid @line; border-radius: 6px; padding: 3px 8px; min-height: 20px; color: @text;
  selection-background-color: @accent; selection-color: @onaccent; }
QPushButton { background: @raised; padding: 3px 14px; }
QPushButton:hover, QComboBox:hover, QAbstractSpinBox:hover { border-color: @dim; }
QPushButton:focus, QComboBox:focus, QAbstractSpinBox:focus, QLineEdit:focus { border: 2px solid @accent; padding: 2px 7px; }
QPushButton:focus { padding: 2px 13px; }
QPushButton:pressed { background: @line; }
QPushButton:checked { background: @selection; border-color: @accent; }
QPushButton:disabled, QComboBox:disabled, QAbstractSpinBox:disabled, QLineEdit:disabled { color: @dim; }
QPushButton#primary { background: @accent; color: @onaccent; border-color: @accent; font-weight: 600; min-height: 24px; }
QPushButton#link { background: transparent; border: none; color: @accent; padding: 2px 4px; text-align: left; }
QPushButton#link:hover { text-decoration: underline; }
QPushButton#link:focus { border: 2px solid @accent; padding: 0px 2px; }
QPushButton#fold { background: transparent; border: none; border-radius: 4px; padding: 1px 0px; text-align: left;
  font-size: 11px; font-weight: 600; color: @dim; }
QPushButton#fold:hover { color: @text; }
QPushButton#fold:focus { border: 2px solid @accent; padding: 0px; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/chevron.svg); width: 12px; height: 12px; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator, QListView#choices::indicator { width: 14px; height: 14px; border: 1px solid @dim; border-radius: 3px; background: @page; }
QCheckBox::indicator:checked, QListView#choices::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/check.svg); }
QCheckBox::indicator:focus { border: 2px solid @accent; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @line; selection-background-color: @accent;
  selection-color: @onaccent; outline: none; }
QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar::tab { background: transparent; color: @dim; padding: 6px 14px; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { color: @accent; }
QTableView, QTreeView, QListView { background: @page; alternate-background-color: @panel; border: none;
  gridline-color: @line; selection-background-color: @selection; selection-color: @text; outline: none; }
QTableView::item, QTreeView::item { padding: 3px 6px; }
QTableView:focus, QTreeView:focus { border: 1px solid @accent; }
QListView#choices { background: transparent; }
QListView#choices::item { padding: 6px 8px; border-radius: 6px; }
QListView#choices::item:selected { background: @selection; color: @text; }
QListView#choices:focus { border: 1px solid @accent; border-radius: 6px; }
QHeaderView::section { background: @panel; color: @dim; border: none; border-bottom: 1px solid @line; padding: 4px;
  font-size: 11px; font-weight: 600; }
QTableCornerButton::section { background: @panel; border: none; }
QScrollArea { border: none; background: transparent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @line; border-radius: 4px; margin: 2px; min-width: 24px; min-height: 24px; }
QScrollBar::handle:hover { background: @dim; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @raised; border: none; border-radius: 4px; max-height: 8px; min-height: 8px; }
QProgressBar::chunk { background: @accent; border-radius: 4px; }
QSlider::groove:horizontal { height: 4px; background: @line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { background: @page; border: 2px solid @accent; width: 12px; height: 12px; margin: -6px 0; border-radius: 8px; }
QSlider::handle:horizontal:focus { background: @accent; }
QSlider::sub-page:horizontal:disabled { background: @line; }
QSlider::handle:horizontal:disabled { border-color: @line; }
QSplitter::handle { background: @line; }
)";

/// A label that does not say so itself shows no rich text, nor do tooltips and message boxes, which are made
/// of labels: Qt would guess from the words, and names of files are among them.
class PlainTextStyle final : public QProxyStyle {
public:
    using QProxyStyle::polish;
    using QProxyStyle::QProxyStyle;
    void polish(QWidget* widget) override
    {
        if (auto* label = qobject_cast<QLabel*>(widget);
            label != nullptr && label->textFormat() == Qt::AutoText)
            label->setTextFormat(Qt::PlainText);
        QProxyStyle::polish(widget);
    }
};

} // namespace

Scheme systemScheme(const QApplication& application)
{
    return application.palette().color(QPalette::Window).lightnessF() < 0.5F ? Scheme::Dark : Scheme::Light;
}

void applyTheme(QApplication& application, Scheme scheme)
{
    const Theme& chosen = theme(scheme);
    // Each of these has every widget polished again, so what is so already is left.
    if (application.styleSheet().isEmpty())
        QApplication::setStyle(new PlainTextStyle(QStyleFactory::create(QStringLiteral("Fusion"))));
    const QPalette palette = paletteOf(chosen);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    const QFont font = interfaceFont(TypeSize::Body);
    const bool fontStays = QApplication::font() == font;
    if (!fontStays)
        QApplication::setFont(font);
    const QString sheet = withColors(QString::fromLatin1(kSheet), chosen);
    if (!fontStays || application.styleSheet() != sheet) // the sheet's rules take their family from the font
        application.setStyleSheet(sheet);
}

} // namespace shardscope::app

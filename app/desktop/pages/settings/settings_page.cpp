// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/settings/settings_page.h"

#include "app/desktop/base/chosen_units.h"
#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/base/zoom.h"
#include "app/desktop/pages/settings/price_card.h"
#include "app/desktop/pages/settings/shortcut_card.h"
#include "app/desktop/pages/settings/trace_card.h"
#include "app/desktop/pickers/catalogue_picker.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"

#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr int kBesideFrom = 960; ///< pixels of the page: below, cards stand one under the other

} // namespace

SettingsPage::SettingsPage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_language(new QComboBox)
    , m_scheme(new QComboBox)
    , m_zoom(new QComboBox)
    , m_sizes(new QComboBox)
    , m_times(new QComboBox)
    , m_rates(new QComboBox)
    , m_prices(new PriceCard(workbench))
    , m_traces(new TraceCard(workbench))
    , m_shortcuts(new ShortcutCard)
{
    auto* body = new QWidget;
    QVBoxLayout* column = pageColumn(body, metrics::kCardPadding);
    m_top = new QBoxLayout(QBoxLayout::LeftToRight);
    m_top->setSpacing(metrics::kCardPadding);
    column->addLayout(m_top);
    m_titles = {addCard(*m_top, makeLook()), addCard(*m_top, m_prices), addCard(*column, m_traces),
                addCard(*column, m_shortcuts)};
    column->addStretch(1);
    m_scroll = new PageScrollArea(body, this);
    columnIn(this, 0)->addWidget(m_scroll);
    connect(m_language, &QComboBox::activated, this,
            [this](int item) { emit languageWanted(m_language->itemData(item).toString()); });
    connect(m_scheme, &QComboBox::activated, this,
            [this](int item) { emit schemeWanted(static_cast<SchemeChoice>(item)); });
    connect(
        m_zoom, &QComboBox::activated, this,
        [this](int item) { emit zoomWanted(m_zoom->itemData(item).toDouble()); },
        Qt::QueuedConnection); // the list has closed by then
    for (QComboBox* const box : {m_sizes, m_times, m_rates})
        connect(
            box, &QComboBox::activated, this, [this] { takeUnits(); }, Qt::QueuedConnection);
    keepTranslated(*this, [this] { retranslate(); });
    showUnits();
}

void SettingsPage::resizeEvent(QResizeEvent*)
{
    m_top->setDirection(width() < kBesideFrom ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

QLabel* SettingsPage::addCard(QBoxLayout& layout, QWidget* content)
{
    auto* card = new QFrame;
    setRole(*card, Role::Card);
    auto* column = columnIn(card, metrics::kGrid + metrics::kHalfGrid);
    column->setContentsMargins(metrics::kCardPadding, metrics::kCardPadding, metrics::kCardPadding,
                               metrics::kCardPadding);
    auto* title = new QLabel(card);
    setRole(*title, Role::CardTitle);
    column->addWidget(title);
    column->addWidget(content);
    column->addStretch(1);
    layout.addWidget(card, 1);
    return title;
}

QWidget* SettingsPage::makeLook()
{
    auto* body = new QWidget;
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    for (const QString& code : Language::known()) // named in itself, whatever the window speaks now
        m_language->addItem(
            code == QLatin1String("ja") ? QStringLiteral("日本語") : QStringLiteral("English"), code);
    for (int choice = 0; choice <= static_cast<int>(SchemeChoice::Contrast); ++choice)
        m_scheme->addItem(QString());
    for (const double step : zoomSteps())
        m_zoom->addItem(QString(), step);
    for (int choice = 0; choice < 2; ++choice)
        m_sizes->addItem(QString());
    for (int choice = 0; choice <= static_cast<int>(core::TimeUnit::Microseconds); ++choice)
        m_times->addItem(QString());
    for (int choice = 0; choice <= static_cast<int>(core::DataRate::Bits); ++choice)
        m_rates->addItem(QString());
    for (QComboBox* box : {m_language, m_scheme, m_zoom, m_sizes, m_times, m_rates})
        addChoice(*body, *box);
    return body;
}

void SettingsPage::addChoice(QWidget& body, QComboBox& box)
{
    constexpr int kFieldWidth = 200;
    constexpr int kWidestField = 420;
    auto* grid = qobject_cast<QGridLayout*>(body.layout());
    auto* name = new QLabel(&body);
    name->setBuddy(&box);
    box.setMinimumWidth(kFieldWidth);
    box.setMaximumWidth(kWidestField);
    const int row = grid->rowCount();
    grid->addWidget(name, row, 0);
    grid->addWidget(&box, row, 1);
    m_names.push_back(name);
}

void SettingsPage::showUnits()
{
    const core::ReaderUnits units = core::readerUnits();
    m_sizes->setCurrentIndex(units.bytes == core::BytePrefix::Decimal ? 1 : 0);
    m_times->setCurrentIndex(static_cast<int>(units.time));
    m_rates->setCurrentIndex(static_cast<int>(units.rate));
}

void SettingsPage::takeUnits()
{
    core::ReaderUnits units;
    if (m_sizes->currentIndex() == 1)
        units.bytes = core::BytePrefix::Decimal;
    units.time = static_cast<core::TimeUnit>(m_times->currentIndex());
    units.rate = static_cast<core::DataRate>(m_rates->currentIndex());
    chooseUnits(units);
}

QString SettingsPage::whyNoPicture() const { return tr("Settings have no picture."); }

QWidget& SettingsPage::front() { return *m_language; }

void SettingsPage::setActions(Actions& actions) { m_shortcuts->setActions(actions); }

void SettingsPage::show(const QString& language, SchemeChoice scheme, double zoom)
{
    m_language->setCurrentIndex(m_language->findData(language));
    m_scheme->setCurrentIndex(static_cast<int>(scheme));
    m_zoom->setCurrentIndex(m_zoom->findData(zoom));
}

std::vector<QWidget*> SettingsPage::settings() const
{
    return {m_language,
            m_scheme,
            m_zoom,
            m_sizes,
            m_times,
            m_rates,
            &m_prices->machine(),
            &m_prices->price(),
            &m_prices->power(),
            &m_traces->rules(),
            &m_traces->cache(),
            &m_shortcuts->filter()};
}

void SettingsPage::retranslate()
{
    const QString titles[] = {tr("Language, look and units"), tr("What devices cost and draw"),
                              tr("Recorded runs"), tr("Keyboard shortcuts")};
    for (std::size_t at = 0; at < m_titles.size(); ++at)
        m_titles[at]->setText(titles[at]);
    const QString names[] = {tr("Language"), tr("Theme"), tr("Zoom"),
                             tr("Sizes"),    tr("Times"), tr("Data rates")};
    QComboBox* const boxes[] = {m_language, m_scheme, m_zoom, m_sizes, m_times, m_rates};
    for (std::size_t at = 0; at < m_names.size(); ++at) {
        m_names[at]->setText(names[at]);
        boxes[at]->setAccessibleName(names[at]);
    }
    m_scheme->setAccessibleDescription(tr("light, dark, high contrast"));
    m_zoom->setAccessibleDescription(tr("size of everything in the window"));
    const QString schemes[] = {tr("As the system"), tr("Light"), tr("Dark"), tr("High contrast")};
    for (int choice = 0; choice < m_scheme->count(); ++choice)
        m_scheme->setItemText(choice, schemes[choice]);
    m_sizes->setAccessibleDescription(tr("units of memory and files"));
    m_times->setAccessibleDescription(tr("units of times below ten minutes"));
    m_rates->setAccessibleDescription(tr("units of bandwidths"));
    const QString sizes[] = {tr("GiB (1,024 each)"), tr("GB (1,000 each)")};
    for (int choice = 0; choice < m_sizes->count(); ++choice)
        m_sizes->setItemText(choice, sizes[choice]);
    const QString times[] = {tr("Whichever fits"), tr("Seconds"), tr("Milliseconds"), tr("Microseconds")};
    for (int choice = 0; choice < m_times->count(); ++choice)
        m_times->setItemText(choice, times[choice]);
    const QString rates[] = {tr("As sizes, a second"), tr("GB/s"), tr("Gbit/s")};
    for (int choice = 0; choice < m_rates->count(); ++choice)
        m_rates->setItemText(choice, rates[choice]);
    for (int step = 0; step < m_zoom->count(); ++step)
        m_zoom->setItemText(step, percentString(m_zoom->itemData(step).toDouble(), 0));
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/home/home_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pages/home/card.h"
#include "app/desktop/pages/home/card_grid.h"
#include "app/desktop/pages/home/recent.h"
#include "app/desktop/pages/home/samples.h"
#include "app/desktop/pages/home/thumbnails.h"
#include "app/desktop/pickers/picker_entries.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/messages.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kWidest = 1680; ///< what fills a window of 1920 pixels beside the rail
constexpr int kTall = 40;     ///< of the question's controls

template <class Box>
Box* tall(Box* box, int width)
{
    box->setMinimumWidth(width);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(1);
    box->setFixedHeight(kTall);
    return box;
}

} // namespace

HomePage::HomePage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_title(new QLabel)
    , m_model(tall(new CataloguePicker, 260))
    , m_on(new QLabel)
    , m_devices(tall(new QComboBox, 80))
    , m_machine(tall(new CataloguePicker, 260))
    , m_find(new QPushButton)
    , m_ask(new QPushButton)
    , m_study(new QPushButton)
    , m_runTitle(new QLabel)
    , m_runText(new QLabel)
    , m_openFiles(new QPushButton)
    , m_openFolder(new QPushButton)
    , m_recentTitle(new QLabel)
    , m_recent(new QWidget)
    , m_samplesTitle(new QLabel)
    , m_samples(new QWidget)
{
    setRole(*m_title, Role::Display);
    for (QLabel* heading : {m_recentTitle, m_samplesTitle})
        setRole(*heading, Role::Heading);
    m_recent->setLayout(new CardGrid);
    m_samples->setLayout(new CardGrid);
    auto* body = new QWidget;
    auto* column = pageColumn(body, 2 * metrics::kGrid);
    column->setContentsMargins(2 * metrics::kPageMargin, metrics::kPageMargin, 2 * metrics::kPageMargin,
                               metrics::kPageMargin);
    for (QWidget* part :
         {static_cast<QWidget*>(m_title), makeQuestion(), makeRun(), static_cast<QWidget*>(m_recentTitle),
          m_recent, static_cast<QWidget*>(m_samplesTitle), m_samples}) {
        part->setMaximumWidth(kWidest);
        column->addWidget(part);
    }
    column->addStretch(1);
    rowIn(this, 0)->addWidget(new PageScrollArea(body, this));
    onShow(*this, [this] {
        fillRecent();
        constexpr int kSoonMs = 400; // who only passes by needs none
        QTimer::singleShot(kSoonMs, this, &HomePage::makePictures);
    });
    keepTranslated(*this, [this] { retranslate(); });
}

QWidget* HomePage::makeQuestion()
{
    auto* line = new QWidget;
    auto* flow = new FlowLayout(metrics::kGrid, metrics::kGrid);
    flow->setContentsMargins(0, 0, 0, 0);
    line->setLayout(flow);
    setRole(*m_find, Role::Primary);
    m_on->setFixedHeight(kTall);
    setRole(*m_on, Role::Dim);
    for (QPushButton* button : {m_find, m_ask, m_study})
        button->setFixedHeight(kTall);
    m_devices->setEditable(true); // any number
    m_devices->setInsertPolicy(QComboBox::NoInsert);
    for (CataloguePicker* box : {m_model, m_machine})
        box->setEntries([this, box] { return pickerEntries(m_workbench, *box); });
    for (const char* count : {"8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096"})
        m_devices->addItem(QString::fromLatin1(count));
    m_devices->setCurrentText(QStringLiteral("64"));
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_model, m_on, m_devices, m_machine, m_find, m_ask, m_study})
        flow->addWidget(part);
    connect(m_find, &QPushButton::clicked, this, [this] {
        const QStringList words = asked();
        emit planWanted(words[0], words[1], words[2]);
    });
    connect(m_ask, &QPushButton::clicked, this, [this] {
        const QStringList words = asked();
        emit askWanted(words[0], words[1], words[2]);
    });
    connect(m_study, &QPushButton::clicked, this, [this] {
        const QStringList words = asked();
        emit studyWanted(words[0], words[1], words[2]);
    });
    connect(m_devices->lineEdit(), &QLineEdit::returnPressed, m_find, &QPushButton::click);
    return line;
}

QWidget* HomePage::makeRun()
{
    auto* card = new QFrame;
    setRole(*card, Role::Card);
    setRole(*m_runTitle, Role::CardTitle);
    wrap(m_runText, Role::Dim);
    auto* row = new QHBoxLayout(card);
    row->setContentsMargins(metrics::kCardPadding, metrics::kCardPadding, metrics::kCardPadding,
                            metrics::kCardPadding);
    row->setSpacing(2 * metrics::kGrid);
    row->addWidget(m_runTitle);
    row->addWidget(m_runText, 1);
    row->addWidget(m_openFiles);
    row->addWidget(m_openFolder);
    connect(m_openFiles, &QPushButton::clicked, this, &Page::openRequested);
    connect(m_openFolder, &QPushButton::clicked, this, &HomePage::folderRequested);
    return card;
}

void HomePage::fillNames()
{
    const auto fill = [this](QComboBox& box, const std::vector<CatalogEntry>& entries, const char* first) {
        const QString before = box.count() == 0 ? QString::fromLatin1(first) : box.currentData().toString();
        box.clear();
        for (const CatalogEntry& entry : entries)
            box.addItem(m_workbench.catalogTitle(entry.name), QString::fromStdString(entry.name));
        if (const int at = box.findData(before); at >= 0)
            box.setCurrentIndex(at);
    };
    fill(*m_model, m_workbench.models(), "llama-3-70b");
    fill(*m_machine, m_workbench.machines(), "dgx-h100");
}

QStringList HomePage::asked() const
{
    return {m_model->currentData().toString(), m_machine->currentData().toString(),
            m_devices->currentText().trimmed()};
}

void HomePage::fillRecent()
{
    auto& grid = *static_cast<CardGrid*>(m_recent->layout());
    grid.clear();
    const std::vector<Recent> all = recentFiles();
    for (const Recent& recent : all) {
        auto* card = new Card(recent.title, recent.detail);
        connect(card, &Card::clicked, this, [this, files = recent.files] { emit recentWanted(files); });
        const auto known = m_recentPictures.find(recent.files);
        card->setPicture(known != m_recentPictures.end()
                             ? known->second
                             : Card::Picture([](QPainter&, const QSizeF&, const Theme&) {}));
        m_recentCards[recent.files] = card;
        grid.addWidget(card);
    }
    m_recentTitle->setVisible(!all.empty());
    m_recent->setVisible(!all.empty());
}

void HomePage::fillSamples()
{
    auto& grid = *static_cast<CardGrid*>(m_samples->layout());
    grid.clear();
    for (const Sample& sample : samples()) {
        if (!sample.onHome)
            continue;
        auto* card = new Card(translated(sample.title), translated(sample.sentence));
        connect(card, &Card::clicked, this,
                [this, key = sample.key] { emit sampleWanted(QString::fromLatin1(key)); });
        grid.addWidget(card);
        showPicture(*card, sample);
    }
}

/// The sample's own figure where it is made already; else its room.
void HomePage::showPicture(Card& card, const Sample& sample)
{
    const auto known = m_pictures.find(sample.key);
    card.setPicture(known != m_pictures.end() ? known->second
                                              : Card::Picture([](QPainter&, const QSizeF&, const Theme&) {}));
    m_cards[sample.key] = &card;
}

/// Makes the next figure that is missing, one after the other, while Home is in sight.
void HomePage::makePictures()
{
    const auto missing = std::ranges::find_if(samples(), [this](const Sample& sample) {
        return sample.onHome && !m_pictures.contains(sample.key);
    });
    if (!isVisible() || makeRecentPicture() || missing == samples().end())
        return;
    m_workbench.jobs().start(
        QStringLiteral("home"), QString(),
        [catalog = m_workbench.catalog(), sample = *missing](const core::Task& task) {
            return thumbnailOf(catalog, sample, task);
        },
        [this, key = std::string(missing->key)](const core::Result<Card::Picture>& made) {
            // One that cannot be made stays empty; opening the sample says why.
            m_pictures[key] =
                made.ok() ? *made : Card::Picture([](QPainter&, const QSizeF&, const Theme&) {});
            if (const QPointer<Card> card = m_cards[key])
                card->setPicture(m_pictures[key]);
            makePictures();
        });
}

bool HomePage::makeRecentPicture()
{
    const std::vector<Recent> all = recentFiles();
    const auto missing = std::ranges::find_if(
        all, [this](const Recent& recent) { return !m_recentPictures.contains(recent.files); });
    if (missing == all.end())
        return false;
    m_workbench.jobs().start(
        QStringLiteral("home"), QString(),
        [catalog = m_workbench.catalog(), files = missing->files](const core::Task& task) {
            return thumbnailOf(catalog, files, task);
        },
        [this, files = missing->files](const core::Result<Card::Picture>& made) {
            m_recentPictures[files] =
                made.ok() ? *made : Card::Picture([](QPainter&, const QSizeF&, const Theme&) {});
            if (const QPointer<Card> card = m_recentCards[files])
                card->setPicture(m_recentPictures[files]);
            makePictures();
        });
    return true;
}

QString HomePage::whyNoPicture() const { return tr("Home has no picture of its own."); }

QWidget& HomePage::front() { return *m_find; }

void HomePage::retranslate()
{
    fillNames();
    m_title->setText(tr("What do you want to train?"));
    m_on->setText(tr("on"));
    m_find->setText(tr("Find the best plan"));
    m_ask->setText(tr("Smallest cluster, cost…"));
    m_study->setText(tr("Compare machines…"));
    m_model->setAccessibleName(tr("Model"));
    m_devices->setAccessibleName(tr("Devices"));
    m_machine->setAccessibleName(tr("Machine"));
    m_devices->lineEdit()->setAccessibleName(m_devices->accessibleName());
    m_runTitle->setText(tr("Look into a run"));
    m_runText->setText(tr("Drop traces anywhere: PyTorch, Nsight Systems, Perfetto, XPlane, rocprof, memory "
                          "snapshots, Chakra; a folder with a file for each rank."));
    m_openFiles->setText(tr("Open files…"));
    m_openFolder->setText(tr("Open a folder…"));
    m_recentTitle->setText(tr("Go on"));
    m_samplesTitle->setText(tr("Systems and runs to look at"));
    fillSamples();
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/settings/trace_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/text/shown_text.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

} // namespace

TraceCard::TraceCard(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_rulesName(new QLabel(this))
    , m_file(new QLabel(this))
    , m_choose(new QPushButton(this))
    , m_without(new QPushButton(this))
    , m_said(new QLabel(this))
    , m_cacheName(new QLabel(this))
    , m_cache(new QComboBox(this))
{
    constexpr int kFieldWidth = 200;
    wrapText(m_said, Role::Dim);
    auto* column = columnIn(this, metrics::kGrid);
    auto* rules = new QHBoxLayout;
    rules->setSpacing(metrics::kGrid);
    rules->addWidget(m_rulesName);
    rules->addWidget(m_file, 1);
    rules->addWidget(m_without);
    rules->addWidget(m_choose);
    column->addLayout(rules);
    column->addWidget(m_said);
    auto* cache = new QHBoxLayout;
    cache->addWidget(m_cacheName, 1);
    m_cache->setFixedWidth(kFieldWidth);
    cache->addWidget(m_cache);
    column->addLayout(cache);
    m_cacheName->setBuddy(m_cache);
    for (const int size : {0, 1, 4, 16, 64, 256})
        m_cache->addItem(QString(), size);
    connect(m_choose, &QPushButton::clicked, this, &TraceCard::askForRules);
    connect(m_without, &QPushButton::clicked, this, [this] { take({}); });
    connect(m_cache, &QComboBox::activated, this, [this](int item) {
        m_workbench.traces().setCacheBytes(m_cache->itemData(item).toDouble() * kGiB);
    });
    connect(&m_workbench.traces(), &TraceSettings::changed, this, &TraceCard::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

void TraceCard::askForRules()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Rules about kernels"), QString(),
                                                      tr("Rules (*.json);;All files (*)"));
    if (!file.isEmpty())
        take(file);
}

void TraceCard::take(const QString& file)
{
    if (const auto taken = m_workbench.traces().setRules(file); !taken.ok())
        m_workbench.fail(taken.error());
}

void TraceCard::refresh()
{
    const QString& file = m_workbench.traces().rules();
    m_file->setText(file.isEmpty() ? tr("none of your own") : shownText(QFileInfo(file).fileName()));
    m_file->setToolTip(shownText(file));
    m_without->setVisible(!file.isEmpty());
    m_cache->setCurrentIndex(m_cache->findData(static_cast<int>(m_workbench.traces().cacheBytes() / kGiB)));
}

void TraceCard::retranslate()
{
    m_rulesName->setText(tr("Kernels' rules"));
    m_choose->setText(tr("Choose a file…"));
    m_choose->setAccessibleName(tr("Choose a file with rules about kernels"));
    m_without->setText(tr("Without"));
    m_without->setAccessibleName(tr("Without rules about kernels of your own"));
    m_said->setText(tr("They say what kernels and operators are (product, attention, collective…), in front "
                       "of ours, for every run that is opened: docs/kernels.md."));
    m_cacheName->setText(tr("Disk for runs that were read before"));
    m_cache->setAccessibleName(tr("Disk for runs that were read before"));
    m_cache->setAccessibleDescription(tr("they open at once the next time; the oldest go first"));
    for (int item = 0; item < m_cache->count(); ++item) {
        const int size = m_cache->itemData(item).toInt();
        m_cache->setItemText(item, size == 0 ? tr("none") : quantityString(size * kGiB, core::kByte));
    }
    refresh();
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/shell/share_dialog.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/io/files.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace shardscope::app {
namespace {

std::uint64_t bytesOf(const std::vector<std::filesystem::path>& files)
{
    std::uint64_t bytes = 0;
    for (const std::filesystem::path& file : files)
        bytes += core::files::sizeOf(file).value_or(0);
    return bytes;
}

enum ShareColumn { FoundColumn, KindColumn, CopyColumn, WhereColumn, ShareColumns };

} // namespace

ShareDialog::ShareDialog(core::ProjectContents contents, Surroundings here,
                         std::vector<std::filesystem::path> traces, QWidget* parent)
    : QDialog(parent)
    , m_contents(std::move(contents))
    , m_here(std::move(here))
    , m_what(new QLabel(this))
    , m_list(new QTreeWidget(this))
    , m_traces(std::move(traces))
    , m_pack(new QCheckBox(this))
{
    setWindowTitle(tr("Share the project"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid * 2, metrics::kGrid * 2,
                               metrics::kGrid * 2);
    column->setSpacing(metrics::kGrid);
    m_what->setWordWrap(true);
    column->addWidget(m_what);
    m_list->setAccessibleName(tr("What is replaced in the copy"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setColumnCount(ShareColumns);
    m_list->setHeaderLabels({tr("Found"), tr("Kind"), tr("In the copy"), tr("First found in")});
    column->addWidget(m_list, 1);
    auto* apart =
        new QLabel(tr("The copy has no undo steps. Traces are not in it: they can be packed into one file "
                      "beside it, in which names stay as they were recorded."),
                   this);
    apart->setWordWrap(true);
    column->addWidget(apart);
    m_pack->setText(tr("Pack the traces that are open, %1, too")
                        .arg(quantityString(static_cast<double>(bytesOf(m_traces)), core::kByte)));
    m_pack->setVisible(!m_traces.empty());
    column->addWidget(m_pack);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* write = buttons->addButton(tr("Write the copy…"), QDialogButtonBox::AcceptRole);
    write->setDefault(true);
    setRole(*write, Role::Primary);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    fill();
    connect(m_list, &QTreeWidget::itemChanged, this, &ShareDialog::tell);
}

void ShareDialog::fill()
{
    const SharedCopy all = sharedCopy(m_contents, m_here);
    const core::Table table = privateTable(all);
    for (std::size_t row = 0; row < all.replaced.size(); ++row) {
        const PrivateWord& word = all.replaced[row];
        const QString kind = translated(std::get<std::string>(table.rows[row].front()));
        auto* item = new QTreeWidgetItem(
            m_list, {shownText(word.found), kind, shownText(word.replacement), shownText(word.where)});
        item->setData(FoundColumn, Qt::UserRole, word.found);
        item->setData(CopyColumn, Qt::UserRole, word.replacement);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(FoundColumn, Qt::Checked);
        item->setToolTip(FoundColumn, shownText(word.found));
    }
    m_list->header()->setStretchLastSection(true);
    m_list->setColumnWidth(FoundColumn, 320);
    for (const int column : {static_cast<int>(KindColumn), static_cast<int>(CopyColumn)})
        m_list->resizeColumnToContents(column);
    const bool some = m_list->topLevelItemCount() > 0;
    if (some)
        m_list->setCurrentItem(m_list->topLevelItem(0));
    m_list->setVisible(some); // what is empty takes no room
    constexpr int kWide = 820;
    constexpr int kTall = 480;
    resize(kWide, some ? kTall : sizeHint().height());
    tell();
}

QStringList ShareDialog::kept() const
{
    QStringList words;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = m_list->topLevelItem(row);
        if (item->checkState(FoundColumn) != Qt::Checked)
            words << item->data(FoundColumn, Qt::UserRole).toString();
    }
    return words;
}

void ShareDialog::tell()
{
    const int rows = m_list->topLevelItemCount();
    const auto stays = static_cast<int>(kept().size());
    m_what->setText(
        rows == 0
            ? tr("No name of a host or user and no path of this machine was found in the project.")
            : tr("%n name(s) of hosts and users, and paths, are replaced in the copy. Take the tick away "
                 "from what is to stay as it is.",
                 nullptr, rows - stays));
    for (int row = 0; row < rows; ++row) {
        QTreeWidgetItem* item = m_list->topLevelItem(row);
        const bool replaced = item->checkState(FoundColumn) == Qt::Checked;
        const QString shown =
            replaced ? shownText(item->data(CopyColumn, Qt::UserRole).toString()) : tr("stays");
        if (item->text(CopyColumn) != shown)
            item->setText(CopyColumn, shown);
    }
}

std::vector<std::filesystem::path> ShareDialog::traces() const
{
    return m_pack->isChecked() ? m_traces : std::vector<std::filesystem::path>();
}

SharedCopy ShareDialog::copy() const { return sharedCopy(m_contents, m_here, kept()); }

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/details/slice_link_list.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/details/slice_links.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/messages.h"

#include <QGridLayout>
#include <QLabel>

namespace shardscope::app {

void SliceLinkList::show(const RunView& run, core::SliceId slice)
{
    for (QWidget* old : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        old->hide();
        old->deleteLater(); // the click that leads here may be its own
    }
    delete layout();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(metrics::kGrid);
    grid->setVerticalSpacing(metrics::kHalfGrid);
    grid->setColumnStretch(1, 1);
    const std::vector<SliceLink> links = sliceLinks(run, slice);
    for (const SliceLink& link : links) {
        const int row = grid->rowCount();
        const QString what = translated(link.what);
        const QString name = fullName(run, run.timeline().name()[link.slice.index()]);
        QLabel* title = sentenceLabel(what, Role::Dim);
        auto* target = new LinkLabel;
        target->setLink(name);
        target->setAccessibleName(QStringLiteral("%1: %2").arg(what, name));
        target->setToolTip(tr("Select this slice"));
        title->setWordWrap(false);
        grid->addWidget(title, row, 0, Qt::AlignTop);
        grid->addWidget(target, row, 1);
        connect(target, &LinkLabel::clicked, this, [this, to = link.slice] { emit wanted(to); });
    }
    setVisible(!links.empty());
}

} // namespace shardscope::app

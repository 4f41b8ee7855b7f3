// SPDX-License-Identifier: GPL-3.0-or-later
// Before a copy of the project is written for somebody else: each host, user and path in it with what stands
// for it in the copy, and the choice to leave some as they are.
#pragma once

#include "app/session/project/shared_copy.h"

#include <QDialog>

class QLabel;
class QTreeWidget;

namespace shardscope::app {

class ShareDialog final : public QDialog {
    Q_OBJECT

public:
    ShareDialog(core::ProjectContents contents, Surroundings here, QWidget* parent = nullptr);

    /// The copy as it is chosen now.
    [[nodiscard]] SharedCopy copy() const;
    [[nodiscard]] QTreeWidget& list() { return *m_list; }

private:
    void fill();
    void tell();
    [[nodiscard]] QStringList kept() const;

    core::ProjectContents m_contents;
    Surroundings m_here;
    QLabel* m_what;
    QTreeWidget* m_list;
};

} // namespace shardscope::app

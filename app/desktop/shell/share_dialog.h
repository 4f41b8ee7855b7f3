// SPDX-License-Identifier: GPL-3.0-or-later
// Before a copy of the project is written for somebody else: each host, user and path in it with what stands
// for it in the copy, and the choice to leave some as they are.
#pragma once

#include "app/session/project/shared_copy.h"

#include <QDialog>

#include <filesystem>
#include <vector>

class QCheckBox;
class QLabel;
class QTreeWidget;

namespace shardscope::app {

class ShareDialog final : public QDialog {
    Q_OBJECT

public:
    /// \p traces: files of the run that is open; none: nothing can be packed.
    ShareDialog(core::ProjectContents contents, Surroundings here,
                std::vector<std::filesystem::path> traces = {}, QWidget* parent = nullptr);

    /// The copy as it is chosen now.
    [[nodiscard]] SharedCopy copy() const;
    /// The traces that go with it, as it is chosen now.
    [[nodiscard]] std::vector<std::filesystem::path> traces() const;
    [[nodiscard]] QCheckBox& pack() { return *m_pack; }
    [[nodiscard]] QTreeWidget& list() { return *m_list; }

private:
    void fill();
    void tell();
    [[nodiscard]] QStringList kept() const;

    core::ProjectContents m_contents;
    Surroundings m_here;
    QLabel* m_what;
    QTreeWidget* m_list;
    std::vector<std::filesystem::path> m_traces;
    QCheckBox* m_pack;
};

} // namespace shardscope::app

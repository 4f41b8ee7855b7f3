// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons: a gallery of all there are, and one of them.
#pragma once

#include "app/desktop/pages/page.h"
#include "app/session/lesson/lesson.h"

#include <map>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace shardscope::app {

class LessonView;

class LearnPage final : public Page {
    Q_OBJECT

public:
    explicit LearnPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] QWidget& front() override;
    [[nodiscard]] bool usesInspector() const override { return false; }

    [[nodiscard]] LessonView& view() { return *m_view; }
    [[nodiscard]] const std::vector<Lesson>& lessons();
    /// "zero:3", or a file of a teacher's own. Error: there is none such.
    [[nodiscard]] core::Result<core::Done> openLesson(const QString& named);
    void openLesson(const Lesson& lesson, std::size_t step = 0);
    void showGallery();
    [[nodiscard]] bool showsLesson() const;

signals:
    /// The lesson wants all of the screen, or gives it back.
    void presentWanted(bool present);

private:
    QWidget* makeGallery();
    void fillGallery();
    void askForFolder();
    [[nodiscard]] std::size_t seen(const std::string& lesson) const;
    void remember(std::size_t step);

    Workbench& m_workbench;
    std::vector<Lesson> m_lessons;
    QString m_folder; ///< a teacher's own; empty: none
    std::map<std::string, std::size_t> m_seen;
    QStackedWidget* m_stack;
    QWidget* m_gallery = nullptr;
    QWidget* m_cards = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_sentence = nullptr;
    QPushButton* m_own = nullptr;
    LessonView* m_view;
};

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// A report: its slides in their order, the one at hand large with what is said about it, and what is handed
// out.
#pragma once

#include "app/desktop/pages/stacked_page.h"
#include "app/desktop/report/slide_figures.h"

#include <QTimer>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace shardscope::app {

class GrowingField;
class PageScrollArea;
class Presenter;
class SlideCanvas;
class SlideList;

class ReportPage final : public StackedPage {
    Q_OBJECT

public:
    ReportPage(Workbench& workbench, QWidget* parent);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] bool usesInspector() const override { return false; }

    [[nodiscard]] ReportShelf& shelf() { return *m_shelf; }
    [[nodiscard]] SlideFigures& figures() { return *m_figures; }
    [[nodiscard]] SlideList& list() { return *m_list; }
    [[nodiscard]] SlideCanvas& canvas() { return *m_canvas; }
    [[nodiscard]] QLineEdit& titleField() { return *m_title; }
    [[nodiscard]] QPushButton& updateButton() { return *m_update; }
    /// A text on when the slide was made, and what has changed since.
    [[nodiscard]] QString about() const;
    [[nodiscard]] std::size_t current() const { return m_current; }
    void select(std::size_t at);
    void addMark(MarkKind kind);
    void removeMark();
    /// What was typed becomes a step now.
    void keepTyped();
    /// Full screen, from the slide at hand; null: there is none.
    Presenter* present();
    [[nodiscard]] Presenter* presenter() const { return m_presenter; }
    /// Asks where the slides are to lie, as PDF or HTML, and writes them.
    void askToSave() { askToWrite(QStringLiteral("pdf")); }
    /// Writes slides as \p file says by its suffix, or as files of a folder.
    void writeTo(const QString& file);
    /// The slide at hand, for the window's "Save a picture".
    [[nodiscard]] ShownSlide shownSlide() const;

protected:
    void startFromEmpty() override;
    [[nodiscard]] QWidget& contentFront() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeBody();
    QWidget* makePanel();
    void connectParts();
    void refresh();
    void showSlide();
    void showMark();
    void askToWrite(const QString& suffix);
    /// \p edit of the slide at hand, as a step called \p name; \p drag as in History::push().
    void edit(const std::function<void(Slide&)>& edit, const StepName& name, int drag = 0);
    void typed();
    void retranslate();
    [[nodiscard]] const Slide* slide() const;

    ReportShelf* m_shelf;
    SlideFigures* m_figures;
    SlideList* m_list;
    QWidget* m_body = nullptr;
    QBoxLayout* m_sides = nullptr; ///< the slide and the panel
    QWidget* m_panel = nullptr;
    SlideCanvas* m_canvas;
    QPushButton* m_back;
    QPushButton* m_next;
    QLabel* m_where;
    QPushButton* m_text;
    QPushButton* m_arrow;
    QPushButton* m_frame;
    QPushButton* m_removeMark;
    QLabel* m_heading;
    QLabel* m_about;
    QPushButton* m_update;
    QPushButton* m_updateAll;
    QLabel* m_titleLabel;
    QLineEdit* m_title;
    QLabel* m_captionLabel;
    QLineEdit* m_caption;
    QLabel* m_markLabel;
    QLineEdit* m_words;
    QLabel* m_notesLabel;
    GrowingField* m_notes;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_remove;
    QPushButton* m_present;
    QPushButton* m_fill;
    QLabel* m_handOut;
    QPushButton* m_pdf;
    QPushButton* m_html;
    QPushButton* m_files;
    PageScrollArea* m_scroll = nullptr;
    QTimer m_typing;        ///< since a key was pressed in a field
    int m_typingDrag = 0;   ///< of what is typed in one go
    bool m_showing = false; ///< fields are being filled
    std::size_t m_current = 0;
    Presenter* m_presenter = nullptr;
};

} // namespace shardscope::app

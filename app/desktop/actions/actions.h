// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be done by a name or a key, in one list. Menus, the omnibox, the sheet of shortcuts and
// the settings are made of it; what the user changed of the keys is kept here.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <vector>

class QAction;

namespace shardscope::app {

/// Where an action's keys count. Those of a part count while it has the keyboard.
enum class Where : std::uint8_t {
    Window,
    Timeline,
    Schedule,
    Memory,
    Plans,
    Lesson,
    Slides,
    Presenter,
    Figures
};
[[nodiscard]] QString whereText(Where where);
/// Whether a key of \p a can be meant where one of \p b can.
[[nodiscard]] bool overlap(Where a, Where b);

enum class ActionMenu : std::uint8_t { None, File, Edit, View, Help };

/// A line of the table: window/action_table.cpp.
struct ActionRow {
    const char* id;        ///< stable: the user's keys are kept under it
    const char* words;     ///< English, in the context of MainWindow; & before the letter of the menu
    const char* also = ""; ///< other words that it is found by, the same
    const char* keys = ""; ///< "Ctrl+K; Ctrl+Shift+P"
    ActionMenu menu = ActionMenu::None;
    bool begins = false; ///< a line above it in the menu
    Where where = Where::Window;
    const char* gesture = ""; ///< of the mouse, the same as words
};

struct Action {
    QString id;
    std::function<QString()> words; ///< in the reader's language, with the letter of the menu
    std::function<QString()> also{};
    std::function<QString()> gesture{}; ///< null: none
    QList<QKeySequence> usual{};
    Where where = Where::Window;
    ActionMenu menu = ActionMenu::None;
    bool begins = false;
    QAction* made = nullptr; ///< null: the part that it is of acts on its usual keys itself
    QList<QKeySequence> keys{};

    /// The words without the mark of the menu's letter.
    [[nodiscard]] QString plainWords() const;
    [[nodiscard]] QString keysText() const;
    [[nodiscard]] bool isChanged() const { return keys != usual; }
    /// Whether the user may give it other keys.
    [[nodiscard]] bool canChange() const { return made != nullptr || !usual.isEmpty(); }
};

class Actions final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The next of the list, with the keys that the user gave it where she did.
    void add(Action action);
    [[nodiscard]] const std::vector<Action>& all() const { return m_all; }
    /// Null: there is none.
    [[nodiscard]] const Action* find(const QString& id) const;
    /// Actions beside \p id that have \p key already where it would count.
    [[nodiscard]] std::vector<const Action*> clashes(const QString& id, const QKeySequence& key) const;
    /// The usual key of what \p pressed means in a part of a page: itself where nobody changed it, nothing
    /// where its action has other keys now.
    [[nodiscard]] QKeySequence usualOf(Where where, const QKeySequence& pressed) const;
    /// Sets keys from now on, and keeps them; other actions' keys stay.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    /// The usual ones; false, and nothing changed, where another action has one of them now.
    bool reset(const QString& id);
    /// Gives all actions their usual keys.
    void resetAll();
    /// Texts in the language of the moment.
    void retranslate();

signals:
    void keysChanged();

private:
    [[nodiscard]] Action* at(const QString& id);
    void apply(Action& action);

    std::vector<Action> m_all;
};

/// "Ctrl+K; Ctrl+Shift+P" as keys.
[[nodiscard]] QList<QKeySequence> keysOf(const QString& text);

} // namespace shardscope::app

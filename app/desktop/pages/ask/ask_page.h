// SPDX-License-Identifier: GPL-3.0-or-later
// The Ask page: what people ask first, answered as they choose. Which is the smallest device that holds the
// model, which of these machines is the fastest for it, what does the run cost?
#pragma once

#include "app/desktop/pages/ask/question_card.h"
#include "app/desktop/pages/page.h"
#include "app/session/search/search_solvers.h"

#include <functional>

class QTimer;

namespace shardscope::app {

class AskControls;
class KeptQuestion;

class AskPage final : public Page {
    Q_OBJECT

public:
    explicit AskPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] QWidget& front() override;
    [[nodiscard]] std::vector<ShownQuestion> shown() const;
    [[nodiscard]] QString modelName() const;
    [[nodiscard]] AskControls& controls() { return *m_controls; }
    [[nodiscard]] QuestionCard& smallest() { return *m_smallest.card; }
    [[nodiscard]] QuestionCard& fastest() { return *m_fastest.card; }
    [[nodiscard]] QuestionCard& cost() { return *m_cost; }
    /// The command that asks the same.
    [[nodiscard]] QString fastestCommand() const;
    [[nodiscard]] const std::shared_ptr<const PlanSearchAnswer>& smallestAnswer() const
    {
        return m_smallest.answer;
    }
    [[nodiscard]] const std::shared_ptr<const PlanSearchAnswer>& fastestAnswer() const
    {
        return m_fastest.answer;
    }
    [[nodiscard]] bool asking() const;

private:
    /// A question, and its answer.
    struct Asked {
        const char* slot;
        QuestionCard* card = nullptr;
        PlanSearchRequest request{};
        std::string edits{}; ///< of the open machine, where it is asked
        std::shared_ptr<const PlanSearchAnswer> answer{};
        std::optional<core::Error> error{};
    };
    using Ask = std::function<core::Result<PlanSearchAnswer>(const core::Task&)>;
    void ask();
    /// Starts over where \p request is another than before; waits where \p complete says it is half said.
    void askAgain(Asked& asked, PlanSearchRequest request, bool complete);
    /// What answers \p asked, on the open machine as it was edited.
    [[nodiscard]] Ask answering(const Asked& asked);
    void showAll();
    using Answered = ShownQuestion (*)(const PlanSearchAnswer&);
    /// \p shown while there is no answer.
    void showAsked(const Asked& asked, ShownQuestion shown, Answered answered);
    [[nodiscard]] QString withQuestion(const QString& question, const PlanSearchRequest& request);
    void showCost();
    void openAsPlan(const Asked& asked);
    void copyCommand(const PlanSearchRequest& request);

    Workbench& m_workbench;
    AskControls* m_controls;
    KeptQuestion* m_question; ///< what is asked, in the project
    QTimer* m_soon;           ///< several ticks are one question
    Asked m_smallest{"ask smallest"};
    Asked m_fastest{"ask fastest"};
    Asked m_cheapest{"ask cheapest"}; ///< where devices have a price
    QuestionCard* m_cost;             ///< of the fastest and the cheapest
};

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// An answer to a question: a row as tall as its words, which tells whether it was right once that is known.
#pragma once

#include <QAbstractButton>

#include <optional>

namespace shardscope::app {

class AnswerButton final : public QAbstractButton {
    Q_OBJECT

public:
    enum class Mark { None, Right, Wrong };

    explicit AnswerButton(QWidget* parent = nullptr);
    void setMark(Mark mark);
    /// What part of a class voted for it, as a bar below the words; none: there was no vote.
    void setVotes(std::optional<double> share, const QString& words = {});
    [[nodiscard]] std::optional<double> share() const { return m_share; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QStringList lines(int width) const;
    void describe();
    void paintVotes(QPainter& painter) const;

    Mark m_mark = Mark::None;
    std::optional<double> m_share;
    QString m_votes;
};

} // namespace shardscope::app

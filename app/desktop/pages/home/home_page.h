// SPDX-License-Identifier: GPL-3.0-or-later
// Home: the question, a run to look into, what was open before, and what is shipped to be looked at.
#pragma once

#include "app/desktop/pages/home/card.h"
#include "app/desktop/pages/page.h"
#include "app/desktop/pickers/catalogue_picker.h"

#include <QPointer>

#include <map>
#include <string>

class QComboBox;
class QLabel;
class QPushButton;

namespace shardscope::app {

struct Sample;

class HomePage final : public Page {
    Q_OBJECT

public:
    explicit HomePage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] QWidget& front() override;
    [[nodiscard]] CataloguePicker& model() { return *m_model; }
    [[nodiscard]] QComboBox& devices() { return *m_devices; }
    [[nodiscard]] CataloguePicker& machine() { return *m_machine; }
    [[nodiscard]] QPushButton& find() { return *m_find; }

signals:
    /// The best plan of that model on so many devices of that machine, by their names in the catalogue.
    void planWanted(const QString& model, const QString& machine, const QString& devices);
    /// The other questions about the same, on the page that answers them.
    void askWanted(const QString& model, const QString& machine, const QString& devices);
    /// The same on several machines, with a decision between them.
    void studyWanted(const QString& model, const QString& machine, const QString& devices);
    void folderRequested();
    void sampleWanted(const QString& key);
    void recentWanted(const QStringList& files);

private:
    QWidget* makeQuestion();
    QWidget* makeRun();
    void fillNames();
    void fillRecent();
    void fillSamples();
    void showPicture(Card& card, const Sample& sample);
    void makePictures();
    /// The next one of what was opened before; false: all are made.
    bool makeRecentPicture();
    void retranslate();
    [[nodiscard]] QStringList asked() const;

    Workbench& m_workbench;
    std::map<std::string, Card::Picture, std::less<>> m_pictures; ///< by the sample's key
    std::map<std::string, QPointer<Card>, std::less<>> m_cards;
    std::map<QStringList, Card::Picture> m_recentPictures; ///< by their files
    std::map<QStringList, QPointer<Card>> m_recentCards;
    QLabel* m_title;
    CataloguePicker* m_model;
    QLabel* m_on;
    QComboBox* m_devices;
    CataloguePicker* m_machine;
    QPushButton* m_find;
    QPushButton* m_ask;
    QPushButton* m_study;
    QLabel* m_runTitle;
    QLabel* m_runText;
    QPushButton* m_openFiles;
    QPushButton* m_openFolder;
    QLabel* m_recentTitle;
    QWidget* m_recent;
    QLabel* m_samplesTitle;
    QWidget* m_samples;
};

} // namespace shardscope::app

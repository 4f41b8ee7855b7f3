// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/project/private_words.h"

#include <QDir>
#include <QRegularExpression>
#include <QSysInfo>

#include <algorithm>

namespace shardscope::app {
namespace {

/// Names that are everybody's tell of nobody, and stand in documents for other things.
bool isCommon(const QString& name)
{
    static const QStringList common{
        QStringLiteral("root"), QStringLiteral("user"),   QStringLiteral("users"),
        QStringLiteral("home"), QStringLiteral("shared"), QStringLiteral("localhost"),
        QStringLiteral("host"), QStringLiteral("public"), QStringLiteral("admin")};
    return name.size() < 2 || common.contains(name, Qt::CaseInsensitive);
}

bool isWordly(QChar letter) { return letter.isLetterOrNumber() || letter == QLatin1Char('_'); }

/// What follows a folder of users' homes, on whichever system.
const QRegularExpression& homeName()
{
    static const QRegularExpression form(
        QStringLiteral(R"((?:/home|/Users|/export/home|[A-Za-z]:[\\/]Users)[\\/]([^\s\\/"'#:;,]+))"));
    return form;
}

/// A path from the root or a home on: with two steps at least, so that "/s" of a rate is none, and not behind
/// what makes it a part of a name or of an address of the web.
const QRegularExpression& pathForm()
{
    static const QRegularExpression form(QStringLiteral(
        R"((?<![\w./~\-])(?:file://)?(?:/|~(?:[A-Za-z][\w.\-]*)?/|[A-Za-z]:\\|\\\\)(?![/\s])[^\s"'<>|*?;,()\[\]{}]*[^\s"'<>|*?;,()\[\]{}.:])"));
    return form;
}

bool isPath(const QString& text)
{
    static const QRegularExpression step(QStringLiteral(R"([^/\\]+[/\\]+[^/\\]+)"));
    return text.startsWith(QLatin1Char('~')) || text.startsWith(QLatin1String("\\\\")) ||
           step.match(text).hasMatch();
}

/// The last step of \p path, and what is before it.
std::pair<QString, QString> parted(QString path)
{
    while (path.size() > 1 && (path.endsWith(QLatin1Char('/')) || path.endsWith(QLatin1Char('\\'))))
        path.chop(1);
    const qsizetype at = std::max(path.lastIndexOf(QLatin1Char('/')), path.lastIndexOf(QLatin1Char('\\')));
    return {path.left(std::max<qsizetype>(0, at)), path.mid(at + 1)};
}

} // namespace

Surroundings surroundings()
{
    Surroundings here;
    const QString host = QSysInfo::machineHostName();
    here.hosts << host << host.section(QLatin1Char('.'), 0, 0);
    here.homes << QDir::homePath();
    here.users << QDir(QDir::homePath()).dirName();
    for (const char* variable : {"USER", "LOGNAME"})
        here.users << QString::fromLocal8Bit(qgetenv(variable));
    for (QStringList* names : {&here.hosts, &here.users}) {
        names->removeIf(isCommon);
        names->removeDuplicates();
    }
    return here;
}

PrivateWords::PrivateWords(const Surroundings& here)
    : m_here(here)
{
}

void PrivateWords::learn(PrivateKind kind, const QString& name, const QString& where)
{
    const Qt::CaseSensitivity cases = kind == PrivateKind::Path ? Qt::CaseSensitive : Qt::CaseInsensitive;
    if ((kind != PrivateKind::Path && isCommon(name)) ||
        std::ranges::any_of(m_words, [&](const PrivateWord& word) {
            return word.kind == kind && word.found.compare(name, cases) == 0;
        }))
        return;
    m_words.push_back({kind, name, {}, where, 0});
}

void PrivateWords::learnPath(const QString& path, const QString& where)
{
    for (const QRegularExpressionMatch& home : homeName().globalMatch(path))
        learn(PrivateKind::User, home.captured(1), where);
    if (path.startsWith(QLatin1Char('~')))
        learn(PrivateKind::User, path.mid(1).section(QLatin1Char('/'), 0, 0), where);
    if (isPath(path))
        learn(PrivateKind::Path, path, where);
}

void PrivateWords::lookForPaths(const QString& text, const QString& where)
{
    // A text that begins as a path and has one line is one as a whole, whatever blanks it has.
    const QRegularExpressionMatch whole = pathForm().match(text);
    if (whole.hasMatch() && whole.capturedStart() == 0 && !text.contains(QLatin1Char('\n')) &&
        !text.mid(whole.capturedEnd()).contains(QRegularExpression(QStringLiteral(R"(\s[/~])"))))
        learnPath(text, where);
    for (const QRegularExpressionMatch& path : pathForm().globalMatch(text))
        learnPath(path.captured(), where);
}

void PrivateWords::look(const QString& text, const QString& where)
{
    for (const QString& home : m_here.homes) {
        if (!home.isEmpty() && text.contains(home))
            learnPath(home, where);
    }
    lookForPaths(text, where);
    // Somebody at a host: of mail, ssh, scp.
    static const QRegularExpression at(
        QStringLiteral(R"((?<![\w.+\-])([A-Za-z][\w.+\-]*)@([A-Za-z][\w\-]*(?:\.[\w\-]+)*))"));
    for (const QRegularExpressionMatch& one : at.globalMatch(text)) {
        learn(PrivateKind::User, one.captured(1), where);
        learn(PrivateKind::Host, one.captured(2), where);
    }
    // A host before a path (told from a word by its digits, dots or dashes), by its number, or in a network
    // of one's own.
    static const QRegularExpression host(QStringLiteral(
        R"((?<![\w./:\-])((?=[A-Za-z_]*[\d.\-])[A-Za-z][\w\-]*(?:\.[\w\-]+)*):/(?!/)|(?<![\w.\-])((?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3})(?![\w.])|(?<![\w.\-])([A-Za-z][\w\-]*(?:\.[\w\-]+)*\.(?:local|internal|lan|corp|intranet|cluster|localdomain))(?![\w\-]))"));
    for (const QRegularExpressionMatch& one : host.globalMatch(text)) {
        for (int group = 1; group <= 3; ++group) {
            const QString name = one.captured(group);
            if (!name.isEmpty())
                learn(PrivateKind::Host, name, where);
        }
    }
    for (const auto& [kind, names] :
         {std::pair(PrivateKind::Host, &m_here.hosts), std::pair(PrivateKind::User, &m_here.users)}) {
        for (const QString& name : *names) {
            if (text.contains(name, Qt::CaseInsensitive))
                learn(kind, name, where);
        }
    }
}

void PrivateWords::decide(const QStringList& kept)
{
    for (std::size_t at = 0; at < m_words.size(); ++at) {
        if (!kept.contains(m_words[at].found))
            m_longest.push_back(at);
    }
    std::ranges::stable_sort(m_longest, [this](std::size_t a, std::size_t b) {
        return m_words[a].found.size() > m_words[b].found.size();
    });
    std::ranges::copy_if(m_longest, std::back_inserter(m_names),
                         [this](std::size_t at) { return m_words[at].kind != PrivateKind::Path; });
    int hosts = 0;
    int users = 0;
    for (PrivateWord& word : m_words) {
        if (word.kind == PrivateKind::Host)
            word.replacement = QStringLiteral("host-%1").arg(++hosts);
        else if (word.kind == PrivateKind::User)
            word.replacement = QStringLiteral("user-%1").arg(++users);
    }
    // Files of one folder stay in one, and keep their own names as far as these tell of nobody.
    QStringList folders;
    for (PrivateWord& word : m_words) {
        if (word.kind != PrivateKind::Path)
            continue;
        const auto [folder, name] = parted(word.found);
        if (!folders.contains(folder))
            folders << folder;
        word.replacement = QStringLiteral("folder-%1/%2")
                               .arg(folders.indexOf(folder) + 1)
                               .arg(replacedBy(m_names, name, false));
    }
}

QString PrivateWords::replacedBy(const std::vector<std::size_t>& words, const QString& text, bool count)
{
    QString made;
    for (qsizetype at = 0; at < text.size();) {
        const bool inside = at > 0 && isWordly(text[at - 1]);
        const auto fits = [&](std::size_t index) {
            const PrivateWord& word = m_words[index];
            const qsizetype end = at + word.found.size();
            if (inside || end > text.size())
                return false;
            if (word.kind == PrivateKind::Path)
                return QStringView(text).mid(at, word.found.size()) == word.found;
            return QStringView(text).mid(at, word.found.size()).compare(word.found, Qt::CaseInsensitive) ==
                       0 &&
                   (end == text.size() || !isWordly(text[end]));
        };
        const auto word = std::ranges::find_if(words, fits);
        if (word == words.end()) {
            made += text[at++];
            continue;
        }
        made += m_words[*word].replacement;
        if (count)
            tally(*word);
        at += m_words[*word].found.size();
    }
    return made;
}

/// Replacing a path replaces the names in it.
void PrivateWords::tally(std::size_t replaced)
{
    ++m_words[replaced].times;
    if (m_words[replaced].kind != PrivateKind::Path)
        return;
    for (const std::size_t name : m_names) {
        if (m_words[replaced].found.contains(m_words[name].found, Qt::CaseInsensitive))
            ++m_words[name].times;
    }
}

QString PrivateWords::replaced(const QString& text) { return replacedBy(m_longest, text, true); }

std::vector<PrivateWord> PrivateWords::found() const
{
    std::vector<PrivateWord> all;
    for (const PrivateWord& word : m_words) {
        if (word.times > 0)
            all.push_back(word);
    }
    std::ranges::stable_sort(all, {}, &PrivateWord::kind);
    return all;
}

} // namespace shardscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Marks the English texts below app where they stand, so that the translators' file lists them. A mark
// expands to its text, a literal; resources/i18n/update.sh finds it.
#pragma once

/// A text that stands for itself: a title, a help text. Shown by translated() (app/session/text/messages).
#define N_(text) text
/// Words within something: a name in a formula, shown by labelText(), or a phrase of an error
/// (core/base/phrase.h).
#define W_(text) text

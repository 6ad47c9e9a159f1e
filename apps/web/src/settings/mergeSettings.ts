import type { VisitorSettings } from '@latchkey/protocol/api'
import type { LanguageTag } from '../language/languages.ts'
import { isLanguageTag } from '../language/languages.ts'
import type { ThemeChoice } from '../theme/ThemeContext.ts'

/** What the page shows now. */
export type ShownSettings = { theme: ThemeChoice; language: LanguageTag }

/** What is to be done so that page and account say the same: what the page takes over, and what the account is told. */
export type SettingsStep = { show: Partial<ShownSettings>; save: VisitorSettings | undefined }

/**
 * Brings what the page shows together with what the account has: what the visitor chose here wins, all else is the account's. An account that
 * has nothing yet changes nothing on the page.
 *
 * @param chosen what the visitor chose on this page and the account was not told yet
 * @example mergeSettings({ shown, saved: { settings, version: 3 }, chosen: { theme: true } }).save
 */
export function mergeSettings({
  shown,
  saved: { settings, version },
  chosen,
}: {
  shown: ShownSettings
  saved: { settings: VisitorSettings; version: number }
  chosen: { theme?: boolean; language?: boolean }
}): SettingsStep {
  const theme = shown.theme === 'system' ? null : shown.theme
  const next: VisitorSettings = {
    // The first time both are said of the theme: null means the system's from then on.
    theme: chosen.theme || version === 0 ? theme : settings.theme,
    language: chosen.language ? shown.language : settings.language,
  }
  const isChosen = chosen.theme || chosen.language
  const isNew = version === 0 || next.theme !== settings.theme || next.language !== settings.language
  const savedTheme = settings.theme ?? 'system'
  return {
    show: {
      ...(version > 0 && !chosen.theme && savedTheme !== shown.theme ? { theme: savedTheme } : {}),
      ...(!chosen.language && isLanguageTag(settings.language) && settings.language !== shown.language
        ? { language: settings.language }
        : {}),
    },
    save: isChosen && isNew ? next : undefined,
  }
}

import type { VisitorSettings } from '@latchkey/protocol/api'
import type { LanguageTag } from '../language/languages.ts'
import { isLanguageTag } from '../language/languages.ts'
import type { ThemeChoice } from '../theme/ThemeContext.ts'

/** Current settings of the page. */
export type ShownSettings = { theme: ThemeChoice; language: LanguageTag }

/** Changes that make page and account equal: settings for the page, and settings to save in the account. */
export type SettingsStep = { show: Partial<ShownSettings>; save: VisitorSettings | undefined }

/**
 * Merges the settings of the page and the account: choices on this page win, everything else is the account's. An account without settings
 * changes nothing on the page.
 *
 * @param chosen choices on this page that are not saved in the account yet
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
    // The first save includes the theme of the page. From then on, null means the system's theme.
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

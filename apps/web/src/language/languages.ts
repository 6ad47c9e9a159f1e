import { english } from './english.ts'
import type { LanguageData } from './LanguageData.ts'

/** The languages of the site, each with its name in its own script. All except English are fetched on demand. */
export const languages = {
  en: { name: 'English', load: async () => ({ language: { text: english, kit: 'en' } }) },
  ar: { name: 'العربية', load: () => import('./data/ar.ts') },
  de: { name: 'Deutsch', load: () => import('./data/de.ts') },
  es: { name: 'Español', load: () => import('./data/es.ts') },
  fr: { name: 'Français', load: () => import('./data/fr.ts') },
  ja: { name: '日本語', load: () => import('./data/ja.ts') },
  ko: { name: '한국어', load: () => import('./data/ko.ts') },
  'pt-BR': { name: 'Português (Brasil)', load: () => import('./data/pt-BR.ts') },
  ru: { name: 'Русский', load: () => import('./data/ru.ts') },
  'zh-CN': { name: '简体中文', load: () => import('./data/zh-CN.ts') },
} as const satisfies Record<string, { name: string; load: () => Promise<{ language: LanguageData }> }>

/** A language of the site, by its BCP 47 tag. */
export type LanguageTag = keyof typeof languages

/** Whether the site has a language. */
export function isLanguageTag(value: string | null | undefined): value is LanguageTag {
  return value !== null && value !== undefined && Object.hasOwn(languages, value)
}

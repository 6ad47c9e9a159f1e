import type { Language } from './Language.ts'
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { ja } from './languages/ja.ts'
import { ko } from './languages/ko.ts'
import { ptBR } from './languages/pt-BR.ts'
import { ru } from './languages/ru.ts'
import { zhCN } from './languages/zh-CN.ts'

/** Every language of the kit except English, which is part of its code. */
export const languages: readonly Language[] = [zhCN, es, ptBR, fr, de, ja, ko, ru, ar]

/** The matching tag of the visitor, and its language; undefined for English. */
export type FoundLanguage = { locale: string; language: Language | undefined }

/**
 * Finds the language of the kit for the first available tag of the visitor, in any region. Simplified Chinese does not replace
 * traditional Chinese.
 *
 * @param locales BCP 47, the best first
 * @returns undefined if there is none
 * @example findLanguage(['nl', 'pt-PT']) // { locale: 'pt-PT', language: ptBR }
 */
export function findLanguage(locales: readonly string[]): FoundLanguage | undefined {
  for (const locale of locales) {
    const [base = '', ...rest] = locale.toLowerCase().split('-')
    if (base === 'en') return { locale, language: undefined }
    const isTraditional = rest.some((part) => /^(hant|tw|hk|mo)$/.test(part)) && !rest.includes('hans')
    const language = languages.find((one) => one.locale.split('-')[0] === base)
    if (language !== undefined && !(base === 'zh' && isTraditional)) return { locale, language }
  }
  return undefined
}

/** Returns the languages of the page and of the visitor, the best first. */
export function readersLanguages(): readonly string[] {
  return [document.documentElement.lang, ...navigator.languages].filter((tag) => tag !== '')
}

import { createContext, use } from 'react'
import { createFormat, type Format } from '../format/createFormat.ts'
import { english, type Messages } from './english.ts'

/** The texts and the formatters of the language in use. */
export type Language = { text: Messages; format: Format }

/** Makes a language from its texts. */
export function createLanguage(text: Messages = english): Language {
  return { text, format: createFormat(text.locale) }
}

/** Carries the language in use. */
export const LanguageContext = createContext<Language | undefined>(undefined)

/** The texts and formatters of the language in use. */
export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('useLanguage is used outside of LanguageContext')
  return language
}

import type { Language as KitLanguage } from '@latchkey/react'
import { createContext, use } from 'react'
import { createFormat, type Format } from '../format/createFormat.ts'
import { english, type Messages } from './english.ts'
import type { LanguageTag } from './languages.ts'

/** The language in use: its texts, its formatters, what the wallet kit speaks, and how to choose another. */
export type Language = {
  tag: LanguageTag
  text: Messages
  format: Format
  kit: KitLanguage | 'en'
  /** Fetches a language, shows it and remembers it. @throws when it cannot be fetched; the one in use stays. */
  choose: (tag: LanguageTag) => Promise<void>
}

/** English without a choice, for a page or a test that has no provider of its own. */
export function createLanguage(text: Messages = english): Language {
  return { tag: 'en', text, format: createFormat(text.locale), kit: 'en', choose: async () => undefined }
}

/** Carries the language in use. */
export const LanguageContext = createContext<Language | undefined>(undefined)

/** The texts and formatters of the language in use. */
export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('useLanguage is used outside of LanguageContext')
  return language
}

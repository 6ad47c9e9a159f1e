import type { Language as KitLanguage } from '@latchkey/react'
import { createContext, use } from 'react'
import { createFormat, type Format } from '../format/createFormat.ts'
import { english, type Messages } from './english.ts'
import type { LanguageTag } from './languages.ts'

/** The current language: its texts, its formatters, the kit's language, and a function to choose another. */
export type Language = {
  tag: LanguageTag
  text: Messages
  format: Format
  kit: KitLanguage | 'en'
  /** Fetches a language, shows it and stores the choice. @throws if it cannot be fetched; the current language stays. */
  choose: (tag: LanguageTag) => Promise<void>
}

/** Makes English without a choice, for a page or a test without a provider. */
export function createLanguage(text: Messages = english): Language {
  return { tag: 'en', text, format: createFormat(text.locale), kit: 'en', choose: async () => undefined }
}

/** Provides the current language. */
export const LanguageContext = createContext<Language | undefined>(undefined)

/** Returns the texts and formatters of the current language. */
export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('useLanguage is used outside of LanguageContext')
  return language
}

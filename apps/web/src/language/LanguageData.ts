import type { Language } from '@latchkey/react'
import type { Messages } from './english.ts'

/** A language: the texts of the site, and the one that the wallet kit speaks with it. */
export type LanguageData = { text: Messages; kit: Language | 'en' }

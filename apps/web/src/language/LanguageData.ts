import type { Language } from '@latchkey/react'
import type { Messages } from './english.ts'

/** A language: the texts of the site, and the matching language of the kit. */
export type LanguageData = { text: Messages; kit: Language | 'en' }

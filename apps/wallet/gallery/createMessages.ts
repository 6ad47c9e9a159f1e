import type { MessageTable } from '../src/messages/createTranslate.ts'
import { en } from '../src/messages/en.ts'

const catalogs = import.meta.glob<{ messages: MessageTable }>('../src/messages/data/*.ts')

/** Returns the texts of a language; English if there is no catalog. */
export async function createMessages(language: string): Promise<{ language: string; messages: MessageTable }> {
  const load = catalogs[`../src/messages/data/${language}.ts`]
  return load === undefined ? { language: 'en', messages: en } : { language, messages: (await load()).messages }
}

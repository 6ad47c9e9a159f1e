import { ServiceError } from '@latchkey/protocol/errors'
import type { MessageTable } from './createTranslate.ts'

/** What {@link createMessageLoader} needs. */
export type MessageLoaderParameters = {
  /** The English texts, which are there already. */
  english: MessageTable
  /** Data files of the other languages, by BCP 47 tag. */
  assets: Readonly<Record<string, { url: string; integrity: string }>>
  fetchText: (asset: { url: string; integrity: string }) => Promise<string>
}

/** Texts and the language that they are in. */
export type LoadedMessages = { language: string; messages: MessageTable }

/**
 * Makes the function that gets the texts of a language: the exact one, else one of the same language, else English. What a catalogue
 * lacks is English; one that cannot be had is no reason not to show a screen.
 *
 * @example (await createMessageLoader({ english, assets, fetchText })('pt')).language // 'pt-BR'
 */
export function createMessageLoader({ english, assets, fetchText }: MessageLoaderParameters) {
  const loaded = new Map<string, Promise<LoadedMessages>>()
  const load = async (tag: string): Promise<LoadedMessages> => {
    const asset = assets[tag]
    if (asset === undefined) return { language: 'en', messages: english }
    const messages = JSON.parse(await fetchText(asset)) as MessageTable
    return { language: tag, messages: { ...english, ...messages } }
  }
  return async (language: string): Promise<LoadedMessages> => {
    const tag = findTag(Object.keys(assets), language)
    const pending = loaded.get(tag) ?? load(tag)
    loaded.set(tag, pending)
    try {
      return await pending
    } catch (error) {
      loaded.delete(tag)
      if (!(error instanceof ServiceError)) throw error
      return { language: 'en', messages: english }
    }
  }
}

function findTag(tags: readonly string[], language: string): string {
  const wanted = language.toLowerCase()
  const base = (tag: string) => tag.split('-')[0]?.toLowerCase()
  return (
    tags.find((tag) => tag.toLowerCase() === wanted) ??
    (base(wanted) === 'en' ? undefined : tags.find((tag) => base(tag) === base(wanted))) ??
    'en'
  )
}

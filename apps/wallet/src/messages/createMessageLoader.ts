import { ServiceError } from '@latchkey/protocol/errors'
import type { MessageTable } from './createTranslate.ts'

export type MessageLoaderParameters = {
  /** The English texts, which are already loaded. */
  english: MessageTable
  /** Data files of the other languages, by BCP 47 tag. */
  assets: Readonly<Record<string, { url: string; integrity: string }>>
  fetchText: (asset: { url: string; integrity: string }) => Promise<string>
}

/** Texts and their language. */
export type LoadedMessages = { language: string; messages: MessageTable }

/**
 * Creates a function that loads the texts of a language: the exact tag, else the same language, else English. Missing texts are
 * English. A catalog that fails to load does not block a screen.
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

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { MessageTable, Translate } from '../messages/createTranslate.ts'
import { createTranslate, translateError } from '../messages/createTranslate.ts'
import { createFormat, type Format } from './createFormat.ts'

/** Texts and formats for all components. */
export type Scope = {
  t: Translate
  format: Format
  /** BCP 47. */
  language: string
  /**
   * Text of a failure, exactly as in the catalog. The waiting time, if known, and `next` follow it. A one-sentence text gets a full
   * stop only if another sentence follows.
   */
  failureText: (
    failure: { code: string; message: string; retryAfter?: number | undefined },
    options?: { next?: string | undefined },
  ) => string
}

/**
 * Creates the scope of a language.
 *
 * @param language BCP 47
 */
export function createScope({ messages, language }: { messages: MessageTable; language: string }): Scope {
  const t = createTranslate(messages)
  const format = createFormat(language)
  return {
    t,
    format,
    language,
    failureText: (failure, { next } = {}) => {
      const wait =
        failure.retryAfter === undefined
          ? undefined
          : t('wait.seconds', { time: format.countdown(failure.retryAfter * 1000) })
      const said = translateError(messages, failure)
      const after = [wait, next].filter((text) => text !== undefined)
      return [after.length > 0 || several.test(said) ? closeSentence(said) : said, ...after].join(' ')
    },
  }
}

/** A sentence with another one after it. */
const several = /[.!?؟]\s|[。！？](?!$)/

/** Ends a sentence with the full stop of its last character's script, unless it has one already. */
function closeSentence(text: string): string {
  if (/[.!?…。！？؟]$/.test(text)) return text
  return text + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(text) ? '。' : '.')
}

/** The context that {@link useScope} reads. */
export const ScopeContext = createContext<Scope | null>(null)

/** Returns texts and formats of the screen. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (scope === null) throw new Error('A screen needs a scope')
  return scope
}

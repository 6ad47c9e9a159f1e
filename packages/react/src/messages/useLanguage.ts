import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { buttonEn } from './buttonEn.ts'
import { createTranslate, type MessageTable, type Translate } from './createTranslate.ts'
import type { FoundLanguage } from './findLanguage.ts'
import type { Language } from './Language.ts'
import type { MessageOverrides } from './Messages.ts'

/** What {@link useLanguage} takes. */
export type LanguageParameters = { locale: string | Language; messages: MessageOverrides | undefined }

/** The language in use, as far as it has arrived. */
export type LanguageInUse = {
  /** BCP 47; `en` when there are no texts in what was asked for. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Texts in place of the English ones. */
  messages: MessageTable
  translateButton: Translate
  /** The texts of the buttons are on their way: until then they keep their place and say nothing. */
  buttonsWait: boolean
  /** The texts of the views are there, or not to be had. */
  textsReady: boolean
  /** Fetches the texts of the views; again after a failure. */
  loadTexts: () => void
}

/**
 * Finds the language of the provider, and gets its texts when they are needed. English costs a page nothing but the button's
 * words: what knows other languages is fetched when another one is asked for.
 */
export function useLanguage({ locale, messages }: LanguageParameters): LanguageInUse {
  const given = typeof locale === 'string' ? undefined : locale
  const tag = (given?.locale ?? `${locale}`).replaceAll('_', '-')
  const isKnown = given !== undefined || /^en\b/i.test(tag)
  const [answer, setAnswer] = useState<{ tag: string; found: FoundLanguage | undefined }>()
  const found = answer?.tag === tag ? answer.found : undefined
  const isFinding = !isKnown && answer?.tag !== tag
  useEffect(() => {
    if (!isFinding) return
    let isWanted = true
    const settle = (next?: FoundLanguage) => isWanted && setAnswer({ tag, found: next })
    import('./findLanguage.ts').then(
      ({ findLanguage, readersLanguages }) => settle(findLanguage(tag === 'auto' ? readersLanguages() : [tag])),
      () => settle(),
    )
    return () => {
      isWanted = false
    }
  }, [isFinding, tag])

  const language = given ?? found?.language
  const [texts, setTexts] = useState<{ of: Language | undefined; table: MessageTable | undefined }>()
  const hasTexts = language === undefined || (texts?.of === language && texts.table !== undefined)
  const isFailed = texts?.of === language && !hasTexts
  const pending = useRef<Language>(undefined)
  const loadTexts = useCallback(() => {
    if (hasTexts || pending.current === language) return
    pending.current = language
    const settle = (table?: MessageTable) => {
      if (pending.current !== language) return
      pending.current = undefined
      setTexts({ of: language, table })
    }
    language.load().then(settle, () => settle())
  }, [language, hasTexts])

  return useMemo<LanguageInUse>(() => {
    const own = messages as MessageTable | undefined
    const bringsOwn = own?.['button.connect'] !== undefined
    const buttons = isFailed ? undefined : language?.buttons
    // Numbers and dates of one language between sentences of another would be neither.
    const spoken = buttons || bringsOwn || isKnown || isFinding ? (isFailed ? 'en' : (found?.locale ?? tag)) : 'en'
    return {
      locale: spoken === 'auto' ? 'en' : spoken,
      direction: /^(ar|fa|he|ur)\b/.test(spoken) ? 'rtl' : 'ltr',
      // While another language is on its way, the last one stays.
      messages: { ...(language && texts?.table), ...buttons, ...own },
      translateButton: createTranslate({ ...buttonEn, ...buttons, ...own }),
      // On a page that follows its reader, the server has printed English.
      buttonsWait: isFinding && !bringsOwn && tag !== 'auto',
      textsReady: !isFinding && (hasTexts || isFailed),
      loadTexts,
    }
  }, [messages, isFailed, language, isKnown, isFinding, found, tag, texts, hasTexts, loadTexts])
}

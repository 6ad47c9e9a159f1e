import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { buttonEn } from './buttonEn.ts'
import { createTranslate, type MessageTable, type Translate } from './createTranslate.ts'
import type { FoundLanguage } from './findLanguage.ts'
import type { Language } from './Language.ts'
import type { MessageOverrides } from './Messages.ts'

export type LanguageParameters = { locale: string | Language; messages: MessageOverrides | undefined }

/** The current language, with the texts that have arrived. */
export type LanguageInUse = {
  /** BCP 47; `en` if there are no texts in the requested language. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Texts that replace the English ones. */
  messages: MessageTable
  translateButton: Translate
  /** The texts of the buttons are loading. Until then the buttons keep their size and show no text. */
  buttonsWait: boolean
  /** The texts of the views have arrived, or failed to load. */
  textsReady: boolean
  /** Fetches the texts of the views. Tries again after a failure. */
  loadTexts: () => void
}

/**
 * Finds the language of the provider, and loads its texts when they are needed. For English, a page loads only the texts of the buttons:
 * the code for other languages loads when the app requests one.
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
    // Do not mix the numbers and dates of one language with the texts of another.
    const spoken = buttons || bringsOwn || isKnown || isFinding ? (isFailed ? 'en' : (found?.locale ?? tag)) : 'en'
    return {
      locale: spoken === 'auto' ? 'en' : spoken,
      direction: /^(ar|fa|he|ur)\b/.test(spoken) ? 'rtl' : 'ltr',
      // While another language loads, the last one stays.
      messages: { ...(language && texts?.table), ...buttons, ...own },
      translateButton: createTranslate({ ...buttonEn, ...buttons, ...own }),
      // On a page with `auto`, the server has rendered English.
      buttonsWait: isFinding && !bringsOwn && tag !== 'auto',
      textsReady: !isFinding && (hasTexts || isFailed),
      loadTexts,
    }
  }, [messages, isFailed, language, isKnown, isFinding, found, tag, texts, hasTexts, loadTexts])
}

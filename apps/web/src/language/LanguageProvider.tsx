import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createFormat } from '../format/createFormat.ts'
import { LanguageContext } from './LanguageContext.ts'
import type { LanguageData } from './LanguageData.ts'
import { isLanguageTag, type LanguageTag, languages } from './languages.ts'

/** Also read by public/language.js before the first paint. */
const storageKey = '@latchkey/site-language'

/** A language that has loaded. */
export type LoadedLanguage = { tag: LanguageTag; data: LanguageData }

/** Fetches a language of the site. */
async function loadLanguage(tag: LanguageTag): Promise<LoadedLanguage> {
  const { language } = await languages[tag].load()
  return { tag, data: language }
}

/** Loads the language that the document was marked with before the first paint, or English if that fails. */
export async function loadFirstLanguage(): Promise<LoadedLanguage> {
  const { lang } = document.documentElement
  try {
    return await loadLanguage(isLanguageTag(lang) ? lang : 'en')
  } catch {
    return loadLanguage('en')
  }
}

/** Stores the visitor's language and marks the document with it. */
export function LanguageProvider({ first, children }: { first: LoadedLanguage; children: ReactNode }) {
  const [loaded, setLoaded] = useState(first)
  const { tag, data } = loaded
  const lastChosen = useRef(first.tag)

  useEffect(() => {
    document.documentElement.lang = tag
    document.documentElement.dir = data.text.direction
  }, [tag, data])

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key !== storageKey || !isLanguageTag(event.newValue)) return
      loadLanguage(event.newValue).then(setLoaded, () => {
        // Another tab's choice that cannot be fetched here: keep the current language.
      })
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const language = useMemo(
    () => ({
      tag,
      text: data.text,
      format: createFormat(data.text.locale),
      kit: data.kit,
      choose: async (next: LanguageTag) => {
        lastChosen.current = next
        const arrived = await loadLanguage(next)
        // After two choices the second one wins, in any order of arrival.
        if (lastChosen.current !== next) return
        setLoaded(arrived)
        try {
          localStorage.setItem(storageKey, next)
        } catch {
          // Storage is blocked: the choice lasts as long as the page.
        }
      },
    }),
    [tag, data],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

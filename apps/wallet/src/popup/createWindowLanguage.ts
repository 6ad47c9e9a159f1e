/** Storage key of the language, under the wallet's origin: the window shows another page when the visitor returns from the provider. */
const key = 'latchkey-popup-language'

/** The language of the site, as known to the window of a login. */
export type WindowLanguage = {
  /** BCP 47: the stored language, else the browser's. */
  read: () => string
  remember: (language: string) => void
}

/** Creates the {@link WindowLanguage} of one window. It works without storage. */
export function createWindowLanguage({
  window: page,
}: {
  window: { sessionStorage: Pick<Storage, 'getItem' | 'setItem'>; navigator: { language: string } }
}): WindowLanguage {
  return {
    read: () => {
      try {
        return page.sessionStorage.getItem(key) ?? page.navigator.language
      } catch {
        return page.navigator.language
      }
    },
    remember: (language) => {
      try {
        page.sessionStorage.setItem(key, language)
      } catch {
        // The last page is then in the browser's language.
      }
    },
  }
}

/** Where a window keeps the language, under the wallet's origin: it is another page when the visitor comes back from the provider. */
const key = 'latchkey-popup-language'

/** The language of the site, as far as the window of a login knows it. */
export type WindowLanguage = {
  /** BCP 47: what the window was told before, else the browser's own. */
  read: () => string
  remember: (language: string) => void
}

/** Makes the {@link WindowLanguage} of one window. A browser that stores nothing is no reason not to show a screen. */
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

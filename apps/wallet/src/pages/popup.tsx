import { walletAssets } from 'virtual:wallet-assets'
import { render } from 'preact'
import { createApi } from '../login/createApi.ts'
import { channelEn } from '../messages/channelEn.ts'
import { commonEn } from '../messages/commonEn.ts'
import { createMessageLoader } from '../messages/createMessageLoader.ts'
import { popupEn } from '../messages/popupEn.ts'
import { createPopupCalls } from '../popup/createPopupCalls.ts'
import { createPopupLogin } from '../popup/createPopupLogin.ts'
import { createWindowLanguage } from '../popup/createWindowLanguage.ts'
import { findOwnPages } from '../popup/findOwnPages.ts'
import { PopupScreen, type PopupScreenProps } from '../popup/PopupScreen.tsx'
import { readPopupEnding, readPopupTarget } from '../popup/readPopupFragment.ts'
import { takeFragment } from '../windows/takeFragment.ts'
import { fetchAsset } from '../worker/fetchAsset.ts'

const fragment = takeFragment({ window })

/** Starts immediately: the login does not wait for the texts of a language. */
function startLogin() {
  // The window has no key: the wallet page that started the login vouches for it.
  const dpop = { proof: async () => '', adjustClock: () => {} }
  // The attempt's cookies: the one of its start, and the one that returns with the visitor.
  const withCookies: typeof fetch = (url, options) => fetch(url, { ...options, credentials: 'same-origin' })
  const api = createApi({ baseUrl: location.origin, fetch: withCookies, dpop })
  return createPopupLogin({
    target: readPopupTarget(fragment),
    origin: location.origin,
    pages: findOwnPages({ opener: window.opener as Window | null, origin: location.origin }),
    listen: (listener) => {
      window.addEventListener('message', listener)
      return () => window.removeEventListener('message', listener)
    },
    leave: (url) => location.replace(url),
    calls: createPopupCalls({ api }),
    schedule: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}

const page: PopupScreenProps['page'] =
  location.pathname === '/popup/done'
    ? { name: 'done', ending: readPopupEnding(fragment), close: () => window.close() }
    : { name: 'oauth', login: startLogin() }
const loadMessages = createMessageLoader({
  english: { ...commonEn, ...popupEn, ...channelEn },
  assets: walletAssets.messages,
  fetchText: (asset) => fetchAsset({ asset }),
})
const root = document.getElementById('root')
const windowLanguage = createWindowLanguage({ window })
let wanted = ''
/** Renders the screen. If two languages load at once, the later request wins. */
async function show(language: string) {
  if (language === wanted) return
  wanted = language
  const loaded = await loadMessages(language)
  if (root !== null && wanted === language) render(<PopupScreen page={page} {...loaded} />, root)
}

if (page.name === 'oauth') {
  page.login.state.subscribe((state) => {
    const language = 'attempt' in state ? state.attempt?.language : undefined
    if (language === undefined) return
    windowLanguage.remember(language)
    void show(language)
  })
}
await show(windowLanguage.read())

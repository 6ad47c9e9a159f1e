import { vi } from 'vitest'
import type { Environment } from '../environment/Environment.ts'
import { testWalletUrl } from './createTestFrame.ts'

/** A fake window of a provider, with the page that opens it. */
export type TestPopup = {
  /** The window as the page sees it. */
  window: object
  /** Messages from the page to the window, with their target origins. */
  sent: { data: unknown; origin: string }[]
  /** URLs that the window navigated to. */
  urls: string[]
  /** Returns the number of windows that the page has opened, or tried to. */
  opened: () => number
  setClosed: (isClosed: boolean) => void
  isClosed: () => boolean
  /** Makes the browser block windows. */
  block: () => void
  /** URLs that the page itself navigated to. */
  left: string[]
  /** Returns the page's URL. */
  href: () => string
}

/** The login attempt of the tests. */
export const testAttempt = {
  attemptId: '6f0f9a4e-5a1f-4a0e-9d9b-0b4b6e0a5c11',
  popupUrl: `${testWalletUrl}/popup/oauth#6f0f9a4e-5a1f-4a0e-9d9b-0b4b6e0a5c11`,
}

/** Options of {@link createTestPopup}. */
export type TestPopupOptions = {
  environment: Environment
  href?: string
  userAgent?: string
  /** Additional properties of the page's window, such as Telegram's bridge. */
  others?: object
}

/** Adds windows, a URL and a history to the page of an environment. */
export function createTestPopup({
  environment,
  href = 'https://site.test/',
  userAgent = '',
  others = {},
}: TestPopupOptions): TestPopup {
  const page = environment.page()
  if (!page) throw new Error('There is no page')
  const sent: TestPopup['sent'] = []
  const urls: string[] = []
  const left: string[] = []
  let isBlocked = false
  const window = {
    closed: false,
    document: { documentElement: { style: { setProperty: () => {} } } },
    location: { replace: (url: string) => urls.push(url) },
    postMessage: (data: unknown, origin: string) => sent.push({ data, origin }),
    close: () => {
      window.closed = true
    },
  }
  const open = vi.fn(() => {
    window.closed = false
    return isBlocked ? null : window
  })
  const address = new URL(href)
  const location = Object.defineProperties({} as Location, {
    href: { get: () => address.href },
    hash: { get: () => address.hash },
    origin: { get: () => address.origin },
    assign: { value: (url: string) => left.push(url) },
    replace: {
      value: (url: string) => {
        address.href = new URL(url, address).href
      },
    },
  })
  const history = {
    state: null,
    replaceState: (_: unknown, __: string, url: string) => {
      address.href = new URL(url, address).href
    },
  }
  Object.assign(
    page,
    { open, location, history, screenX: 0, screenY: 0, outerWidth: 1280, navigator: { userAgent } },
    others,
  )
  return {
    window,
    sent,
    urls,
    left,
    opened: () => open.mock.calls.length,
    href: () => address.href,
    block: () => {
      isBlocked = true
    },
    setClosed: (isClosed) => {
      window.closed = isClosed
    },
    isClosed: () => window.closed,
  }
}

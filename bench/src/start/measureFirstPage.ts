import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'

/** Slow 3G: milliseconds for a request, bytes a second. */
const slow = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false } as const

/** Milliseconds from the navigation until something of the page can be seen or used. */
export type FirstPage = {
  name: number
  price: number
  /** A button for the wallet that takes a press and keeps it. */
  press: number
  /** The wallet kit's own button. */
  wallet: number
  kilobytes: number
}

/** Records the first appearance of an element. It is text, because functions that the loader transforms do not run in a page. */
const watchPage = `
  const seen = {}
  let tell
  globalThis.allSeen = new Promise((resolve) => { tell = resolve })
  const look = () => {
    const has = {
      name: document.querySelector('header')?.textContent.trim(),
      price: /\\$\\s?\\d/.test(document.body?.innerText ?? ''),
      press: document.querySelector('header button.first-button, header latchkey-button'),
      wallet: document.querySelector('header latchkey-button')?.shadowRoot?.querySelector('button'),
    }
    for (const name of Object.keys(has)) if (has[name]) seen[name] ??= performance.now()
    if (Object.keys(seen).length === 4) tell(seen)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/**
 * Opens a token site in a new browser with an empty cache over slow 3G.
 *
 * @param url of a site that `npm start` serves
 */
export async function measureFirstPage({ url }: { url: string }): Promise<FirstPage> {
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow)
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.addInitScript(watchPage)
    await page.goto(url, { waitUntil: 'commit' })
    // Beside the page's own policy, which lets no text run as code.
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'allSeen',
      awaitPromise: true,
      returnByValue: true,
    })
    return { ...result.value, kilobytes: bytes / 1000 }
  } finally {
    await browser.close()
  }
}

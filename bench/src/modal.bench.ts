/**
 * Waiting times of a visitor: the modal after a click, and the connection after choosing a wallet that answers at once. Also the bytes that
 * a page loads before any click. See bench/modal.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Locator } from '@playwright/test'
import { createDirectory } from '../../apps/server/src/directory/createDirectory.ts'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'
import { buildHost, openingChunks } from './buildHost.ts'
import { type Figure, quantile, reportFigures } from './report.ts'
import { serveFolder } from './serveFolder.ts'

/** The best of the other kits, measured on a machine like this one: milliseconds, and kB of script on load over bare React. */
const peers = { firstVisible: 77, settled: 198, laterVisible: 43, loadKilobytes: [69, 710] } as const
const goals = {
  firstVisible: 40,
  settled: 200,
  laterVisible: 20,
  connected: 40,
  loadKilobytes: 25,
  openingKilobytes: 60,
} as const
const runs = 15
/** Milliseconds that a pointer rests on the button before it presses; people take longer. */
const pointerRest = 100

const folder = mkdtempSync(join(tmpdir(), 'latchkey-host-'))
const host = await buildHost({ folder })
const peerFolder = mkdtempSync(join(tmpdir(), 'latchkey-host-'))
const peerHost = await buildHost({ folder: peerFolder, pages: ['bare', 'wagmi'] })
// The directory that comes with the server, as its first page answers it.
const { data, count } = createDirectory().list({ query: {}, baseUrl: '' })
// Without pictures, so that the page draws its own and asks for nothing.
const listings = data.map((listing) => ({ ...listing, image_url: '' }))
writeFileSync(join(folder, 'getWallets'), JSON.stringify({ data: listings, count }))
const site = await serveFolder({ folder })
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags] })
try {
  const samples = {
    firstVisible: [] as number[],
    settled: [] as number[],
    laterVisible: [] as number[],
    connected: [] as number[],
    tapVisible: [] as number[],
    tapSettled: [] as number[],
  }
  let requests: string[] = []
  for (let run = 0; run < runs; run++) {
    const measured = await visit(browser, { rest: pointerRest })
    const tapped = await visit(browser, { rest: 0 })
    samples.tapVisible.push(tapped.first.visible)
    samples.tapSettled.push(tapped.first.settled)
    requests = measured.requestsOnLoad
    samples.firstVisible.push(measured.first.visible)
    samples.settled.push(measured.first.settled)
    samples.laterVisible.push(measured.later.visible)
    samples.connected.push(measured.connected)
  }
  const load = (host.loadBytes('kit') - host.loadBytes('bare')) / 1000
  const opening = host.laterBytes('kit', openingChunks) / 1000
  const wagmi = (peerHost.loadBytes('wagmi') - peerHost.loadBytes('bare')) / 1000
  const median = (key: keyof typeof samples) => quantile(samples[key], 0.5)
  const figure = (name: string, value: number, goal: number, unit: string, beside: string): Figure => ({
    name,
    value: `${value.toFixed(1)} ${unit}`,
    beside: `goal under ${goal} ${unit}${beside}`,
    verdict: value <= goal ? 'reached' : 'missed',
  })
  const peer = (value: number, best: number) => `; best other kit ${best} ms, ratio ${(value / best).toFixed(2)}`
  const external = requests.filter((url) => !url.startsWith(site.url))
  reportFigures({
    name: 'modal',
    title: `Modal (median of ${runs} fresh visits, a desktop page in headless Chromium)`,
    figures: [
      figure(
        'click to first visible',
        median('firstVisible'),
        goals.firstVisible,
        'ms',
        peer(median('firstVisible'), peers.firstVisible),
      ),
      figure('click to settled', median('settled'), goals.settled, 'ms', peer(median('settled'), peers.settled)),
      figure(
        'click to visible, later',
        median('laterVisible'),
        goals.laterVisible,
        'ms',
        peer(median('laterVisible'), peers.laterVisible),
      ),
      figure(
        'without the pointer’s rest: visible',
        median('tapVisible'),
        goals.firstVisible,
        'ms',
        peer(median('tapVisible'), peers.firstVisible),
      ),
      figure(
        'without the pointer’s rest: settled',
        median('tapSettled'),
        goals.settled,
        'ms',
        peer(median('tapSettled'), peers.settled),
      ),
      figure('wallet chosen to connected', median('connected'), goals.connected, 'ms', ''),
      figure(
        'script on load over bare React',
        load,
        goals.loadKilobytes,
        'kB',
        ` gzip; bare wagmi on the same page ${wagmi.toFixed(1)} kB, ratio ${(load / wagmi).toFixed(2)}; other kits ${peers.loadKilobytes.join(' to ')} kB`,
      ),
      figure(
        'script of the first opening',
        opening,
        goals.openingKilobytes,
        'kB',
        ` gzip; with what is on load ${(load + opening).toFixed(1)} kB, bare wagmi without any interface ${wagmi.toFixed(1)} kB, ratio ${((load + opening) / wagmi).toFixed(2)}`,
      ),
      {
        name: 'requests on load',
        value: String(requests.length),
        beside: `page and scripts only: ${requests.map((url) => new URL(url).pathname).join(' ')}; third parties: ${external.length}`,
        verdict:
          external.length === 0 && requests.every((url) => /\.(html|js)$/.test(new URL(url).pathname))
            ? 'reached'
            : 'missed',
      },
    ],
  })
} finally {
  await browser.close()
  await site.close()
  for (const made of [folder, peerFolder]) rmSync(made, { recursive: true, force: true })
}

/** One visit with an empty cache: load, first opening, second opening, connect. */
async function visit(instance: Browser, { rest }: { rest: number }) {
  const context = await instance.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const requestsOnLoad: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requestsOnLoad.push(request.url())
  })
  // tsx names inner functions through this helper, which the page does not have.
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.addInitScript(announceInstantWallet)
  await page.goto(`${site.url}/kit.html?api=${encodeURIComponent(site.url)}`, { waitUntil: 'networkidle' })
  const loaded = [...requestsOnLoad]
  const button = page.getByRole('button', { name: /connect/i })

  // A hand comes to rest on a button before it presses; a driver does not.
  const reach = async (target: Locator) => {
    if (rest === 0) return
    await target.hover()
    await page.waitForTimeout(rest)
  }

  const open = async () => {
    await reach(button)
    await page.evaluate(armStopwatch)
    await button.click()
    return page.evaluate(() => (window as unknown as Stopwatch).stopwatch)
  }
  const first = await open()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !(window as unknown as Stopwatch).modalIsVisible())
  const later = await open()
  const wallet = page.getByRole('button', { name: 'Instant Wallet' })
  await reach(wallet)
  await page.evaluate(armConnected)
  await wallet.click()
  const connected = await page.evaluate(() => (window as unknown as Stopwatch).connected)
  await context.close()
  return { requestsOnLoad: loaded, first, later, connected }
}

type Stopwatch = {
  stopwatch: Promise<{ visible: number; settled: number }>
  connected: Promise<number>
  modalIsVisible: () => boolean
}

/** Runs in the page: from the next click, the time to the first frame that shows the dialog, and to the first at rest. */
function armStopwatch() {
  const all = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? all(element.shadowRoot) : []),
    ])
  const dialog = () => all(document).find((element) => element instanceof HTMLDialogElement && element.open)
  const target = window as unknown as Stopwatch
  target.modalIsVisible = () => dialog() !== undefined
  target.stopwatch = new Promise((resolve) => {
    addEventListener(
      'click',
      (event) => {
        const began = event.timeStamp
        let visible = 0
        let box = ''
        let still = 0
        const frame = () => {
          const shown = dialog()
          const now = performance.now()
          const rect = shown?.getBoundingClientRect()
          if (shown && rect && rect.width > 0 && rect.height > 0) {
            visible ||= now - began
            const next = `${rect.x} ${rect.y} ${rect.width} ${rect.height}`
            const moving = shown.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running')
            if (moving || next !== box) still = 0
            else still ||= now - began
            box = next
            // At rest for 100 ms. The figure is the start of the rest.
            if (still && now - began - still > 100) return resolve({ visible, settled: still })
          }
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      },
      { once: true, capture: true },
    )
  })
}

/** Runs in the page: from the next click, the time to the first frame in which the page's own button shows the address. */
function armConnected() {
  const target = window as unknown as Stopwatch
  target.connected = new Promise((resolve) => {
    addEventListener(
      'click',
      (event) => {
        const look = () => {
          const buttons = [...document.querySelectorAll('latchkey-button')]
          if (buttons.some(({ shadowRoot }) => /0x/i.test(shadowRoot?.textContent ?? '')))
            resolve(performance.now() - event.timeStamp)
          else requestAnimationFrame(look)
        }
        look()
      },
      { once: true, capture: true },
    )
  })
}

/** Runs in the page before its scripts: a wallet that answers at once (EIP-6963). */
function announceInstantWallet() {
  const provider = {
    request: async ({ method }: { method: string }) => {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts')
        return ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
      if (method === 'eth_chainId') return '0x7a69'
      throw Object.assign(new Error('Unsupported method'), { code: 4200 })
    },
    on: () => {},
    removeListener: () => {},
  }
  const info = {
    uuid: '7e5b0b3e-6a55-4b0e-9d1b-3c1f1c1d7a10',
    name: 'Instant Wallet',
    rdns: 'dev.latchkey.instant',
    icon: 'data:image/svg+xml,<svg/>',
  }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

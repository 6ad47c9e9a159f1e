/** Waiting times of a visitor of the embedded wallet, beside the bare cryptography in the same browser. See bench/wallet.md. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium } from '@playwright/test'
import { build } from 'vite'
import { Mail } from '../../apps/web/e2e/Mail.ts'
import globalSetup from '../../apps/web/e2e/setup/globalSetup.ts'
import { readWorld } from '../../apps/web/e2e/setup/World.ts'
import { FrameHost } from '../../apps/web/e2e/wallet/FrameHost.ts'
import { startChild } from '../../scripts/lib/child.mjs'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'
import type { Limits } from '../host/limits.ts'
import { buildHost } from './buildHost.ts'
import { type Figure, quantile, reportFigures } from './report.ts'
import { serveFolder } from './serveFolder.ts'

const goals = { create: 250, unlock: 150, sign: 20, frameKilobytes: 70, hostKilobytes: 3 } as const
const runs = 15

type HostWindow = Window & {
  host: {
    /** When the frame was put into the page. */
    startedAt: number
    loaded: Promise<void>
    hello: (options: { frame: string; projectId: string }) => Promise<void>
    request: (type: string, payload: unknown) => Promise<{ ok: boolean; result: unknown; error?: { code: string } }>
  }
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-bench-'))
const endWorld = await globalSetup()
const limitsPage = await serveLimits()
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags })
try {
  const samples = { create: [], unlock: [], sign: [] } as Record<'create' | 'unlock' | 'sign', number[]>
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 800, height: 800 } })
    const visit = await measureVisit(context)
    for (const key of ['create', 'unlock', 'sign'] as const) samples[key].push(visit[key])
    await context.close()
  }
  const limits = await measureLimits()
  const sizes = { frame: await frameKilobytes(), host: await hostKilobytes() }
  const timed = (name: string, key: keyof typeof samples): Figure => {
    const [p50, p95] = [quantile(samples[key], 0.5), quantile(samples[key], 0.95)]
    return {
      name,
      value: `${p50.toFixed(0)} ms`,
      beside: `goal under ${goals[key]} ms; p95 ${p95.toFixed(0)} ms; bare cryptography ${limits[key].toFixed(1)} ms, ratio ${(p50 / limits[key]).toFixed(1)}`,
      verdict: p50 <= goals[key] ? 'reached' : 'missed',
    }
  }
  const sized = (name: string, value: number, goal: number): Figure => ({
    name,
    value: `${value.toFixed(1)} kB`,
    beside: `goal under ${goal} kB, gzip`,
    verdict: value < goal ? 'reached' : 'missed',
  })
  reportFigures({
    name: 'wallet',
    title: `Embedded wallet (median of ${runs} fresh profiles, frame on another site, headless Chromium)`,
    figures: [
      timed('code typed → address of a new wallet', 'create'),
      timed('reload → unlocked', 'unlock'),
      timed('approve click → signature', 'sign'),
      sized('frame: page script and key worker', sizes.frame, goals.frameKilobytes),
      sized('host side', sizes.host, goals.hostKilobytes),
    ],
  })
} finally {
  await browser.close()
  await limitsPage.close()
  await endWorld()
  rmSync(folder, { recursive: true, force: true })
}

/** One new visitor: login, reload, signature. */
async function measureVisit(context: BrowserContext) {
  const page = await context.newPage()
  // tsx names inner functions through this helper, which the page does not have.
  await page.addInitScript('globalThis.__name = (value) => value')
  const host = new FrameHost(page)
  const mail = new Mail(`${randomUUID().slice(0, 12)}@example.com`)
  await host.open()
  const frame = page.frames()[1]
  if (!frame) throw new Error('The page holds no wallet')

  await host.request('connectEmail', { email: mail.address })
  const created = page.evaluate(untilAnswered, { type: 'connectOtp', payload: {} })
  const field = host.frame.getByLabel('Six-digit code')
  const code = await mail.code()
  const typed = frame.evaluate(noteInput)
  await field.waitFor()
  await field.fill(code)
  const { at, result } = await created
  const create = at - (await typed)
  const { address } = result as { address: string }

  // The first visit has filled the browser's cache.
  await page.reload()
  await host.open({ shake: false })
  const { wallet, projectId } = readWorld()
  const unlock = await page.evaluate(openAgain, { frame: wallet, projectId })

  const signed = page.evaluate(untilAnswered, {
    type: 'rpc',
    payload: { method: 'personal_sign', params: ['0x6c6f67', address] },
  })
  const button = host.frame.getByRole('button', { name: 'Sign', exact: true })
  await button.waitFor()
  // A pointer counts once it has been over the button for a while.
  await button.hover()
  const clicked = page.frames()[1]?.evaluate(noteClick)
  await button.click()
  const sign = (await signed).at - ((await clicked) ?? Number.NaN)
  await page.close()
  return { create, unlock, sign }
}

/** Runs in the host page: asks until a person has done their part; the moment is unix milliseconds with fractions. */
async function untilAnswered({ type, payload }: { type: string; payload: unknown }) {
  for (;;) {
    const answer = await (window as unknown as HostWindow).host.request(type, payload)
    const { status } = (answer.result ?? {}) as { status?: string }
    if (!answer.ok) throw new Error(answer.error?.code)
    if (status !== 'pending') return { at: performance.timeOrigin + performance.now(), result: answer.result }
  }
}

/** Runs in the host page, on a visit that follows another: from the frame's start to the opened wallet. */
async function openAgain(options: { frame: string; projectId: string }): Promise<number> {
  const { host } = window as unknown as HostWindow
  await host.loaded
  await host.hello(options)
  for (;;) {
    const { ok, result } = await host.request('isConnected', {})
    if (ok && (result as { isConnected: boolean }).isConnected) return performance.now() - host.startedAt
  }
}

/** Runs in the frame: the moment at which the last digit is there. */
function noteInput(): Promise<number> {
  return new Promise((resolve) => {
    addEventListener(
      'input',
      (event) => {
        if ((event.target as HTMLInputElement).value.length >= 6) resolve(performance.timeOrigin + performance.now())
      },
      { capture: true },
    )
  })
}

/** Runs in the frame: the moment of the click. */
function noteClick(): Promise<number> {
  return new Promise((resolve) => {
    addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), { capture: true, once: true })
  })
}

async function serveLimits() {
  const root = new URL('../host', import.meta.url).pathname
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir: join(folder, 'limits'), emptyOutDir: true, rolldownOptions: { input: `${root}/limits.html` } },
  })
  return serveFolder({ folder: join(folder, 'limits') })
}

/** Medians of the bare operations, warmed up, in the same browser. */
async function measureLimits() {
  const page = await browser.newPage()
  await page.goto(`${limitsPage.url}/limits.html`)
  await page.waitForFunction(() => 'limits' in window)
  const measure = async (key: keyof Limits) => {
    const values: number[] = []
    for (let run = 0; run < runs + 3; run++)
      values.push(await page.evaluate((name) => (window as unknown as { limits: Limits }).limits[name](), key))
    return quantile(values.slice(3), 0.5)
  }
  const result = { create: await measure('newWallet'), unlock: await measure('unlock'), sign: await measure('sign') }
  await page.close()
  return result
}

/** Bytes that the frame loads before a wallet is open. */
async function frameKilobytes(): Promise<number> {
  const pages = join(folder, 'pages')
  const child = startChild({
    name: 'wallet pages',
    file: 'apps/wallet/build.ts',
    args: [pages],
    env: {},
    logFile: join(folder, 'build.log'),
  })
  const { code, tail } = await child.exited
  if (code !== 0) throw new Error(tail.join('\n'))
  return readdirSync(join(pages, 'assets'))
    .filter((name) => /^(frame|keyWorker)-.*\.js$/.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(pages, 'assets', name)), { level: 9 }).length / 1000, 0)
}

/** The chunk that holds the frame, as a page of the kit loads it. */
async function hostKilobytes(): Promise<number> {
  const { chunks } = await buildHost({ folder: join(folder, 'host') })
  const chunk = [...chunks.values()].find(({ name }) => name.includes('createEmbeddedHost'))
  return (chunk?.gzip ?? Number.NaN) / 1000
}

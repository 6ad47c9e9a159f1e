import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chromiumFlags, findChromium } from '../../../../scripts/lib/chromium.mjs'
import { bundleEntry } from '../../vite/bundleEntry.ts'
import { sha384 } from '../../vite/digest.ts'

const worker = `onmessage = async ({ data }) => {
  try { postMessage('sent ' + (await fetch(data)).status) } catch (error) { postMessage('refused ' + error.name) }
}`
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const elsewhereHits: string[] = []
let server: Server
let elsewhere: Server
let browser: Browser
let probe: string
/** The server's answers; each test may change them. */
let served: { worker: string; script: string; policy: boolean }

beforeAll(async () => {
  const root = join(import.meta.dirname, '../..')
  probe = await bundleEntry({ root, entry: join(root, 'src/testing/policyProbe.ts'), format: 'es' })
  server = await listen(answer)
  elsewhere = await listen((request, response) => {
    elsewhereHits.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.end('ok')
  })
  const executablePath = findChromium()
  browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: chromiumFlags })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await Promise.all([server, elsewhere].map((one) => new Promise((resolve) => one.close(resolve))))
})
beforeEach(() => {
  served = { worker, script: probe, policy: true }
  elsewhereHits.length = 0
})

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const made = createServer(handle)
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return made
}

const urlOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`

/** The wallet's pages as their server writes them: everything by hash. */
function answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/worker')) response.setHeader('content-type', 'text/javascript').end(served.worker)
  else if (url.startsWith('/script')) response.setHeader('content-type', 'text/javascript').end(served.script)
  else {
    const integrity = sha384(probe)
    if (served.policy) {
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src '${integrity}'; connect-src 'self'; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types ew-worker`,
      )
    }
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><script type="module" src="/script.js" integrity="${integrity}"></script><body>`)
  }
}

async function run(): Promise<Record<string, string> | null> {
  const page = await browser.newPage()
  try {
    const query = new URLSearchParams({ worker: '/worker.js', integrity: sha384(worker), elsewhere: urlOf(elsewhere) })
    // Either the script runs and reports, or the browser logs why it does not.
    const refused = page.waitForEvent('console', {
      predicate: (line) => line.text().includes('integrity'),
      timeout: 20_000,
    })
    await page.goto(`${urlOf(server)}/?${query}`)
    const results = page.locator('html[data-results]')
    await Promise.any([results.waitFor({ state: 'attached', timeout: 20_000 }), refused])
    refused.catch(() => {})
    const text = await page.evaluate(() => document.documentElement.dataset.results)
    return text === undefined ? null : JSON.parse(text)
  } finally {
    await page.close()
  }
}

describe('under the CSP of the wallet’s pages', () => {
  test('default: a worker with the right bytes runs; nothing else can be run, written or sent', async () => {
    expect(await run()).toEqual({
      worker: 'refused TypeError',
      plainWorker: 'TypeError',
      foreignBlob: 'TypeError',
      secondPolicy: 'TypeError',
      markup: 'TypeError',
      code: 'EvalError',
      inlineScript: 'not run',
      send: 'TypeError',
    })
    expect(elsewhereHits).toEqual([])
  })

  test('behavior: threat 24: markup, code and inline scripts are refused', async () => {
    expect(await run()).toMatchObject({ markup: 'TypeError', code: 'EvalError', inlineScript: 'not run' })
  })

  test('behavior: threat 25: neither page nor worker reach another origin; without the CSP both do', async () => {
    expect(await run()).toMatchObject({ worker: 'refused TypeError', send: 'TypeError' })
    expect(elsewhereHits).toEqual([])
    served.policy = false
    expect(await run()).toMatchObject({ worker: 'sent 200', send: '200' })
    expect(elsewhereHits).toHaveLength(2)
  })

  test('behavior: threat 26: a worker of other bytes does not run', async () => {
    served.worker = `${worker} `
    expect(await run()).toMatchObject({ worker: 'LatchkeyError' })
  })

  test('behavior: threat 26: a page script of other bytes does not run', async () => {
    served.script = `${probe}\n`
    expect(await run()).toBeNull()
  })
})

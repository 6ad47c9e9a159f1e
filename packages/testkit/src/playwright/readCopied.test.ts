import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../testing/launchChromium.ts'
import { readCopied } from './readCopied.ts'

let browser: Browser
let page: Page
let server: Server
beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<button onclick="navigator.clipboard.writeText('wc:a@2')">Copy</button><button>Nothing</button>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchChromium()
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => server.close(resolve))
})

test('default', async () => {
  expect(await readCopied({ button: page.getByRole('button', { name: 'Copy' }) })).toBe('wc:a@2')
  // The page copies as before.
  expect(await page.evaluate(() => Object.hasOwn(navigator.clipboard, 'writeText'))).toBe(false)
})

test('error: nothing is copied', async () => {
  const button = page.getByRole('button', { name: 'Nothing' })
  await expect(readCopied({ button, timeout: 300 })).rejects.toThrow('Nothing was copied')
})

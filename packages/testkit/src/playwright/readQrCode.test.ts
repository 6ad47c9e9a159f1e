import type { Browser } from '@playwright/test'
import encodeQR from 'qr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../testing/launchChromium.ts'
import { readQrCode } from './readQrCode.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
}, 60_000)
afterAll(() => browser?.close())

const uri = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'3c'.repeat(32)}&expiryTimestamp=1763671000`

test('default', async () => {
  const page = await browser.newPage()
  await page.setContent(`<figure style="width:320px;padding:24px;background:white">${encodeQR(uri, 'svg')}</figure>`)
  expect(await readQrCode({ locator: page.locator('figure') })).toBe(uri)
  await page.close()
})

test('behavior: waits for a code that is drawn later', async () => {
  const page = await browser.newPage()
  await page.setContent('<figure style="width:320px;height:320px;background:white"></figure>')
  const reading = readQrCode({ locator: page.locator('figure'), timeout: 20_000 })
  await page.evaluate(
    (svg) => {
      const figure = document.querySelector('figure')
      if (figure) figure.innerHTML = svg
    },
    encodeQR(uri, 'svg'),
  )
  expect(await reading).toBe(uri)
  await page.close()
})

test('error: there is no code', async () => {
  const page = await browser.newPage()
  await page.setContent('<figure style="width:100px;height:100px;background:white">nothing</figure>')
  await expect(readQrCode({ locator: page.locator('figure'), timeout: 200 })).rejects.toThrow('No QR code can be read')
  await page.close()
})

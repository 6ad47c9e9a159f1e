import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'
import { fixtureNow } from '../src/testing/fixtures.ts'
import { scenes } from './scenes.ts'

// Shoots every scene: node --conditions=dev --import tsx apps/phone/gallery/screenshots.ts [scene …]
// LATCHKEY_MODES names the modes, LATCHKEY_SHOTS the folder.
const { LATCHKEY_SHOTS: folder = '/tmp/latchkey-shots/phone', LATCHKEY_MODES = 'dark,light' } = process.env
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
const executablePath = findChromium()

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: `${import.meta.dirname}/vite.config.ts`,
  server: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
})
await server.listen()
const base = server.resolvedUrls?.local[0]
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: chromiumFlags,
})
try {
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    for (const colorScheme of LATCHKEY_MODES.split(',') as ('dark' | 'light')[]) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, timezoneId: 'UTC' })
      const page = await context.newPage()
      page.on('pageerror', (error) => {
        process.exitCode = 1
        console.error(error.message)
      })
      page.on('console', (message) => {
        if (message.type() === 'error') console.error(message.text())
      })
      await page.clock.setFixedTime(fixtureNow)
      for (const { id } of chosen) {
        await page.goto(`${base}?scene=${id}`)
        await page.locator('main > *').first().waitFor({ timeout: 20_000 })
        await page.waitForTimeout(id.startsWith('request') ? 1500 : 700)
        await page.screenshot({ path: `${folder}/${id}-${width}-${colorScheme}.png` })
      }
      await context.close()
    }
  }
} finally {
  await browser.close()
  await server.close()
}

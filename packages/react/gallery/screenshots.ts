import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'
import { galleryNow } from './fixtures.ts'
import { scenes } from './scenes.ts'

// Shoots every scene: node --conditions=dev --import tsx packages/react/gallery/screenshots.ts [scene …]
// LATCHKEY_LOCALE names a language, LATCHKEY_MODES the modes, LATCHKEY_SHOTS the folder.
const folder = process.env.LATCHKEY_SHOTS ?? '/tmp/latchkey-shots/kit'
const locale = process.env.LATCHKEY_LOCALE ?? 'en'
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
const executablePath = findChromium()

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
  server: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
})
await server.listen()
const base = server.resolvedUrls?.local[0]
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: chromiumFlags,
})
let failures = 0
try {
  for (const [width, height] of [
    [1280, 860],
    [390, 844],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 1,
      timezoneId: 'UTC',
      locale: 'en-US',
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => {
      failures++
      console.error(error.message)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(message.text())
    })
    await page.clock.setSystemTime(galleryNow)
    for (const mode of (process.env.LATCHKEY_MODES ?? 'dark,light').split(',')) {
      for (const scene of chosen) {
        await page.goto(`${base}?scene=${scene.id}&mode=${mode}&locale=${locale}`)
        const selector = scene.history.length > 0 ? 'latchkey-modal .view' : 'latchkey-button button'
        try {
          await page.locator(selector).first().waitFor({ timeout: 5000 })
        } catch {
          failures++
          console.error(`${scene.id} did not show`)
        }
        await page.waitForTimeout(350 + (scene.waitMs ?? 0))
        await page.screenshot({ path: `${folder}/${scene.id}-${width}-${mode}.png` })
      }
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
}
if (failures > 0) process.exitCode = 1

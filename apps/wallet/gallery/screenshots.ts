import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { createServer } from 'vite'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'
import { cardScenes } from './cardScenes.ts'
import { galleryNow } from './fixtures.ts'
import { type SceneStep, windowScenes } from './windowScenes.ts'

// Shoots every scene: node --conditions=dev --import tsx apps/wallet/gallery/screenshots.ts [scene …]
const folder = process.env.LATCHKEY_SHOTS ?? '/tmp/latchkey-shots/wallet'
const wanted = process.argv.slice(2)
const language = process.env.LATCHKEY_LANGUAGE ?? 'en'
const chosen = [
  ...cardScenes.map(({ id }) => ({ id, page: '', steps: [] })),
  ...windowScenes.map(({ id, steps = [] }) => ({ id, page: 'scene.html', steps })),
].filter(({ id }) => wanted.length === 0 || wanted.some((prefix) => id.startsWith(prefix)))
const executablePath = findChromium()
const widths = (process.env.LATCHKEY_WIDTHS ?? '1280,390').split(',').map(Number)

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
  for (const width of widths) {
    const context = await browser.newContext({
      viewport: { width, height: width > 430 ? 860 : 844 },
      deviceScaleFactor: 1,
      timezoneId: 'UTC',
      locale: 'en-US',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(5000)
    page.on('pageerror', (error) => {
      failures++
      console.error(error.message)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(message.text())
    })
    await page.clock.setSystemTime(galleryNow)
    for (const mode of (process.env.LATCHKEY_MODES ?? 'dark,light').split(',')) {
      for (const { id, page: file, steps } of chosen) {
        await page.goto(`${base}${file}?scene=${id}&mode=${mode}&language=${language}`)
        const scene = file === '' ? page.frameLocator('iframe') : page
        try {
          await scene.locator('h1').first().waitFor({ timeout: 5000 })
          for (const step of steps) await play(page, step)
        } catch {
          failures++
          console.error(`${id} did not show`)
        }
        // Armed buttons and finished animations.
        await page.waitForTimeout(id.startsWith('approve') ? 900 : 250)
        await page.screenshot({ path: `${folder}/${id}-${width}-${mode}.png`, fullPage: true })
      }
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
}
if (failures > 0) process.exitCode = 1

async function play(page: Page, step: SceneStep): Promise<void> {
  const button = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('tab', { name, exact: true }))
      .first()
  if ('press' in step) await button(step.press).click()
  else if ('check' in step) await page.getByLabel(step.check).check()
  else if ('fill' in step)
    await page
      .locator('input')
      .and(page.getByLabel(step.fill, { exact: true }))
      .fill(step.text)
  else {
    await button(step.hold).hover()
    await page.mouse.down()
    await page.locator('.secret,.words').first().waitFor()
    await page.mouse.up()
  }
}

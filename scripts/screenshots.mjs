// `npm run screenshots`: walks the site of a running `npm start` as a newcomer and takes the pictures of docs/screenshots,
// on a desktop and on a phone, dark and light.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from './lib/chromium.mjs'

const folder = 'docs/screenshots'
const addressFile = `${process.env.LATCHKEY_FOLDER ?? '.latchkey'}/addresses.json`
if (!existsSync(addressFile)) {
  console.error('Latchkey does not run. Start it with npm start, then run this in a second terminal.')
  process.exit(1)
}
const { site } = JSON.parse(readFileSync(addressFile, 'utf8'))
const screens = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }
const only = process.argv.slice(2)

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
try {
  for (const [screen, viewport] of Object.entries(screens))
    for (const theme of ['dark', 'light']) {
      if (only.length > 0 && !only.includes(`${screen}-${theme}`)) continue
      await walk({ screen, viewport, theme })
    }
} finally {
  await browser.close()
}

async function walk({ screen, viewport, theme }) {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    deviceScaleFactor: screen === 'phone' ? 2 : 1,
    hasTouch: screen === 'phone',
    locale: 'en-US',
  })
  const page = await context.newPage()
  const shoot = async (name) => {
    // Pictures are taken at rest: finite animations are over, those inside the modal's shadow root too.
    await page.waitForFunction(() => {
      const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      const animations = roots.flatMap((root) => root.getAnimations())
      return animations.every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      )
    })
    await page.screenshot({ path: `${folder}/${name}-${screen}-${theme}.png` })
    console.log(`${name}-${screen}-${theme}`)
  }
  const modal = page.getByRole('dialog')

  await page.goto(site)
  await page.locator('canvas').first().waitFor()
  await page.getByText('Recent trades').waitFor()
  await page.waitForLoadState('load')
  await shoot('home')

  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await modal.getByText('Local test wallet').first().waitFor()
  await shoot('connect')

  await modal.getByText('Local test wallet').first().click()
  await page.getByRole('dialog').filter({ hasText: 'Sandbox wallet' }).getByRole('button', { name: 'Connect' }).click()
  await modal.waitFor({ state: 'hidden' })
  await page.goto(`${site}/portfolio`)
  await page.getByText('Local Dollar').first().waitFor()
  await shoot('portfolio')

  await page
    .getByRole('button', { name: /0x[0-9a-f]{4}/i })
    .first()
    .click()
  await modal.getByText('Local Dollar').first().waitFor()
  await shoot('account')

  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await modal.getByRole('textbox', { name: /amount/i }).fill('1.25')
  await modal
    .getByRole('textbox', { name: /receiver|to/i })
    .fill('0x1E9E6A0000000000000000000000000000000001'.toLowerCase())
  await modal.getByRole('button', { name: /review|preview/i }).click()
  await modal.getByText(/network cost/i).waitFor()
  await shoot('send-preview')
  await context.close()
}

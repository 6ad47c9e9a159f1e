// `npm run sheets` draws every scene of the galleries on contact sheets, a dozen per image, in .latchkey/sheets.
// Example: `npm run sheets -- kit wallet phone mails site --width 390 --theme dark --language ar --stress --only swap`.
// Galleries: kit, wallet and phone (their scenes), mails, and site, which needs a running `npm start`.
// `--stress` uses the longest possible names, symbols and amounts; `--only` is part of a scene's ID.
import { mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from './lib/chromium.mjs'
import { drawSheet } from './sheets/drawSheet.mjs'

const galleries = {
  kit: () => import('../packages/react/gallery/openGallery.ts'),
  wallet: () => import('../apps/wallet/gallery/openGallery.ts'),
  phone: () => import('../apps/phone/gallery/openGallery.ts'),
  mails: () => import('./sheets/mails.mjs'),
  site: () => import('./sheets/site.mjs'),
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: 'string', default: 'dark' },
    width: { type: 'string', default: '390' },
    language: { type: 'string', default: 'en' },
    stress: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const { theme, language, stress, only } = values
const width = Number(values.width)
const perSheet = width > 700 ? 6 : 12
const names = positionals.length > 0 ? positionals : Object.keys(galleries)
const unknown = names.filter((name) => !Object.hasOwn(galleries, name))
if (unknown.length > 0 || !['dark', 'light'].includes(theme) || !(width >= 320)) {
  console.error(`npm run sheets -- [${Object.keys(galleries).join(' ')}] [--theme dark|light] [--width 390] …`)
  process.exit(1)
}

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
try {
  for (const name of names) {
    const folder = `.latchkey/sheets/${[name, width, theme, language, stress && 'stress', only].filter(Boolean).join('-')}`
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const gallery = await (await galleries[name]()).openGallery({ theme, language, stress, width })
    const shots = gallery.shots.filter(({ id }) => id.includes(only))
    try {
      for (let first = 0; first < shots.length; first += perSheet) {
        const pictures = await shootAll({ gallery, shots: shots.slice(first, first + perSheet) })
        const number = String(first / perSheet + 1).padStart(2, '0')
        await drawSheet({ browser, path: `${folder}/${number}.png`, pictures })
      }
      console.log(`${shots.length} pictures in ${folder}`)
    } finally {
      await gallery.close()
    }
  }
} finally {
  await browser.close()
}

/** Takes the pictures of a gallery in order, on two pages side by side. */
async function shootAll({ gallery, shots }) {
  const pictures = []
  const left = shots.map((shot, index) => ({ shot, index }))
  const shootOn = async () => {
    const context = await browser.newContext({
      viewport: { width, height: width > 430 ? 860 : 844 },
      colorScheme: theme,
      timezoneId: 'UTC',
      locale: language === 'en' ? 'en-US' : language,
      hasTouch: width <= 430,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('pageerror', ({ message }) => fail(message))
    if (gallery.now !== undefined) await page.clock.setSystemTime(gallery.now)
    for (let next = left.shift(); next; next = left.shift()) {
      const { id, show } = next.shot
      try {
        pictures[next.index] = { id, picture: await show(page) }
      } catch (error) {
        fail(`${id} did not show: ${error.message.split('\n')[0]}`)
        pictures[next.index] = { id, picture: await page.screenshot() }
      }
    }
    await context.close()
  }
  await Promise.all([shootOn(), shootOn()])
  return pictures
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}

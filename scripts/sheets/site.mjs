import { existsSync, readFileSync } from 'node:fs'

const longName = 'The Extraordinarily Long Name That Somebody Gave To Their Token'
const longSymbol = 'SYMBOLOFTHIRTYTWOLETTERSINALLYES'
const longAmount = `${'987654321'.repeat(6)}987654.${'123456789'.repeat(2)}`
const pages = ['/', '/portfolio', '/activity', '/nothing-here']

/** The pages of a site that runs: as a stranger sees them, as an account sees them, empty, and with the server away. */
export async function openGallery({ theme, language, stress }) {
  const addressFile = `${process.env.LATCHKEY_FOLDER ?? '.latchkey'}/addresses.json`
  if (!existsSync(addressFile)) throw new Error('Latchkey does not run: start it with npm start')
  const { site, api } = JSON.parse(readFileSync(addressFile, 'utf8'))

  const visit = async ({ page, path, connected, answer }) => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(`${site}/robots.txt`)
    await page.evaluate(
      ([wanted, mode]) => {
        localStorage.clear()
        localStorage.setItem('@latchkey/site-language', wanted)
        localStorage.setItem('@latchkey/site-theme', mode)
      },
      [language, theme],
    )
    if (answer) await page.route(`${api}/v1/**`, answer)
    else if (stress) await page.route(`${api}/v1/**`, stretch)
    await page.goto(site + path)
    if (connected) await connect({ page, site, path })
    await page.waitForTimeout(1500)
    return page.screenshot({ fullPage: true })
  }
  const name = (path) => path.slice(1) || 'home'
  const shots = [
    ...pages.map((path) => ({ id: name(path), path })),
    ...pages.slice(0, 3).map((path) => ({ id: `${name(path)}-connected`, path, connected: true })),
    ...pages.slice(0, 3).map((path) => ({ id: `${name(path)}-away`, path, connected: path !== '/', answer: goAway })),
    ...pages.slice(0, 3).map((path) => ({ id: `${name(path)}-waiting`, path, answer: keepWaiting })),
    ...pages
      .slice(0, 3)
      .map((path) => ({ id: `${name(path)}-empty`, path, connected: path !== '/', answer: sayNothing })),
  ].map(({ id, ...visited }) => ({ id, show: (page) => visit({ page, ...visited }) }))
  return { shots, close: async () => {} }
}

const goAway = (route) => route.abort('connectionrefused')
const keepWaiting = () => {}

/** Answers as always, with empty lists. */
async function sayNothing(route) {
  await answerWith(route, (value) => (Array.isArray(value) ? [] : value))
}

/** Answers as always, with the longest of names, symbols and amounts. */
async function stretch(route) {
  const extremes = { name: longName, symbol: longSymbol, numeric: longAmount, application: longName }
  await answerWith(route, (value, key) => (typeof value === 'string' ? (extremes[key] ?? value) : value))
}

async function answerWith(route, change) {
  try {
    const response = await route.fetch()
    const body = JSON.stringify(JSON.parse(await response.text()), (key, value) => change(value, key))
    await route.fulfill({ response, body })
  } catch {
    await route.continue().catch(() => {})
  }
}

/** Connects the sandbox wallet through the modal, as a visitor does. */
async function connect({ page }) {
  await page.locator('header latchkey-button button').last().click()
  const row = page.locator('latchkey-modal').getByText('Local test wallet').first()
  await row.click()
  await page.locator('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
  await page.locator('latchkey-modal .card').waitFor({ state: 'hidden' })
}

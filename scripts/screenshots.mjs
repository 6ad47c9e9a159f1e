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
const { site, wallet, phone, mailbox, chains, faucet } = JSON.parse(readFileSync(addressFile, 'utf8'))
const screens = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }
const only = process.argv.slice(2)

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
try {
  for (const [screen, viewport] of Object.entries(screens))
    for (const theme of ['dark', 'light']) {
      if (only.length > 0 && !only.includes(`${screen}-${theme}`)) continue
      await walk({ screen, viewport, theme })
      await walkWallet({ screen, viewport, theme })
      await walkPhone({ screen, viewport, theme })
    }
} finally {
  await browser.close()
}

/** A new visitor on a screen. */
async function openContext({ screen, viewport, theme }) {
  return browser.newContext({
    viewport,
    colorScheme: theme,
    deviceScaleFactor: screen === 'phone' ? 2 : 1,
    hasTouch: screen === 'phone',
    locale: 'en-US',
  })
}

/** Takes a picture at rest: finite animations are over, those inside the modal's shadow root too. */
async function shootPage({ page, name }) {
  for (const frame of page.frames())
    await frame.waitForFunction(() => {
      const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      const animations = roots.flatMap((root) => root.getAnimations())
      return animations.every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      )
    })
  await page.screenshot({ path: `${folder}/${name}.png` })
  console.log(name)
}

async function walk({ screen, viewport, theme }) {
  const context = await openContext({ screen, viewport, theme })
  const page = await context.newPage()
  const shoot = (name) => shootPage({ page, name: `${name}-${screen}-${theme}` })
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
    .getByRole('banner')
    .first()
    .getByRole('button', { name: /^Account/ })
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

/** The embedded wallet: the code, the security card, and an approval in the wallet's own window. */
async function walkWallet({ screen, viewport, theme }) {
  const context = await openContext({ screen, viewport, theme })
  const page = await context.newPage()
  const shoot = (name, of = page) => shootPage({ page: of, name: `${name}-${screen}-${theme}` })
  const modal = page.locator('dialog[open]:not(:has(iframe))')
  const card = page.frameLocator(`iframe[src^="${wallet}"]`)
  const account = page
    .getByRole('banner')
    .first()
    .getByRole('button', { name: /^Account/ })
  await addPasskeys(page)
  // A separate address for each walk, because mails to one address have a cooldown.
  const email = `mira.${Date.now().toString(36)}@example.com`

  await page.goto(site)
  await page.locator('canvas').first().waitFor()
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  const code = card.getByLabel('Six-digit code')
  await code.waitFor()
  await shoot('wallet-code')
  await code.fill(await readCode(email))
  await account.waitFor()
  await modal.waitFor({ state: 'hidden' })

  await account.click()
  await modal.getByRole('button', { name: 'Receive' }).first().click()
  const create = card.getByRole('button', { name: 'Create a passkey' })
  const protect = modal.getByRole('button', { name: 'Protect this wallet' })
  await Promise.any([create.waitFor(), protect.waitFor()])
  if (!(await create.isVisible())) await protect.click()
  await create.click()
  const address = (
    await modal
      .getByText(/0x[0-9a-fA-F\s]{40,}/)
      .first()
      .innerText()
  ).replace(/\s+/g, '')
  await fund(address)
  await page.goto(`${site}/portfolio`)
  // A balance of zero is not listed. If the page read too early, it reads again after at most 30 s.
  await page.getByText('Ether').first().waitFor({ timeout: 45_000 })

  await account.click()
  await modal.getByRole('button', { name: 'Settings' }).click()
  await modal.getByRole('button', { name: /^Security/ }).click()
  const lead = modal.getByRole('button', { name: 'Open the wallet’s security page' })
  const security = card.getByRole('button', { name: 'Open security window' })
  await Promise.any([security.waitFor(), lead.waitFor()])
  if (!(await security.isVisible())) await lead.click()
  await security.waitFor()
  await shoot('wallet-security')

  await page.goto(site)
  await account.click()
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await modal.getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await modal.getByRole('textbox', { name: 'To' }).fill(faucet.address)
  await modal.getByRole('button', { name: 'Review' }).click()
  await modal.getByRole('button', { name: 'Continue in your wallet' }).click()
  const opened = page.waitForEvent('popup')
  await card.getByRole('button', { name: 'Review in a secure window' }).click()
  const popup = await opened
  await popup.setViewportSize({ width: screen === 'phone' ? viewport.width : 420, height: 930 })
  await popup.getByRole('button', { name: /^(Approve|Send)/ }).waitFor()
  await shoot('wallet-approve', popup)
  await context.close()
}

/** WalletConnect: the code, and the requests on the demo phone, on a phone's screen only. */
async function walkPhone({ screen, viewport, theme }) {
  const context = await openContext({ screen, viewport, theme })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site })
  const page = await context.newPage()
  const modal = page.getByRole('dialog')
  await page.goto(site)
  await page.locator('canvas').first().waitFor()
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await modal.getByRole('button', { name: /^WalletConnect/ }).click()
  await modal.getByRole('img', { name: 'QR code for your wallet' }).waitFor()
  await modal.getByRole('button', { name: 'Demo phone' }).waitFor()
  await shootPage({ page, name: `walletconnect-${screen}-${theme}` })
  if (screen !== 'phone') return context.close()

  await modal.getByRole('button', { name: 'Copy link' }).click()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  const others = await openContext({ screen, viewport, theme })
  const device = await others.newPage()
  const shootDevice = (name) => shootPage({ page: device, name: `${name}-${screen}-${theme}` })
  const sheet = device.getByRole('dialog')
  await device.goto(phone)
  await device.getByRole('button', { name: 'Scan or paste' }).click()
  await device.getByRole('textbox').fill(code)
  await device.getByRole('button', { name: 'Connect', exact: true }).click()
  // A button that agrees takes a moment until it can be pressed.
  await sheet.getByRole('button', { name: 'Connect', exact: true }).click({ trial: true })
  await shootDevice('demo-phone-proposal')
  await sheet.getByRole('button', { name: 'Connect', exact: true }).click()
  await modal.waitFor({ state: 'hidden' })
  await device.getByText(/^Connected to/).waitFor()
  await device.reload()
  await device.getByText('Relay connected').waitFor()
  await device.getByRole('button', { name: new RegExp(new URL(site).host) }).waitFor()
  await device.getByText(/^[\d.,]+ ETH$/).waitFor()
  await shootDevice('demo-phone')

  await page
    .getByRole('banner')
    .first()
    .getByRole('button', { name: /^Account/ })
    .click()
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await modal.getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await modal.getByRole('textbox', { name: 'To' }).fill(faucet.address)
  await modal.getByRole('button', { name: 'Review' }).click()
  await modal.getByRole('button', { name: 'Confirm' }).click()
  await sheet.getByRole('button', { name: /^Approve/ }).click({ trial: true })
  await shootDevice('demo-phone-request')
  await sheet.getByRole('button', { name: 'Decline' }).click()
  await others.close()
  await context.close()
}

/** Gives a page an authenticator that makes passkeys, as a laptop's own does. */
async function addPasskeys(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
    hasPrf: true,
  }
  await session.send('WebAuthn.addVirtualAuthenticator', { options })
}

/** The code that the mailbox of this machine got for an address. */
async function readCode(email) {
  const response = await fetch(`${mailbox}/api/messages/next?${new URLSearchParams({ to: email, after: '0' })}`)
  const { text } = await response.json()
  return /\b\d{6}\b/.exec(text.replace(/(\d{3})[ \u00a0](\d{3})/g, '$1$2'))[0]
}

/** Sends two coins of the first local network, and waits until they are in a block. */
async function fund(address) {
  const [rpcUrl] = Object.values(chains)
  const rpc = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { error, result } = await response.json()
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  await rpc('anvil_setBalance', [faucet.address, `0x${(10n ** 21n).toString(16)}`])
  await rpc('anvil_impersonateAccount', [faucet.address])
  const hash = await rpc('eth_sendTransaction', [
    { from: faucet.address, to: address, value: `0x${(2n * 10n ** 18n).toString(16)}` },
  ])
  for (let tries = 0; (await rpc('eth_getTransactionReceipt', [hash])) === null; tries++) {
    if (tries === 100) throw new Error('The coins are in no block')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

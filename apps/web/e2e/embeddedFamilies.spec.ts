import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58, shortenAddress } from '@latchkey/protocol'
import type { Page } from '@playwright/test'
import { signByStandard } from './askStandard.ts'
import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import type { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import type { SitePage } from './pages/SitePage.ts'
import type { WalletModal } from './pages/WalletModal.ts'
import { fundSolana, lamportsOf } from './solanaChain.ts'

/** Logs a new visitor in, switches to a network of another family, protects the wallet and returns the address there. */
async function begin({
  page,
  site,
  modal,
  embedded,
  network,
}: {
  page: Page
  site: SitePage
  modal: WalletModal
  embedded: EmbeddedWallet
  network: string
}): Promise<string> {
  await embedded.addPasskeys()
  await site.open('/')
  await embedded.enterCode(new Mail())
  await expect(modal.accountButton).toBeVisible()
  await modal.switchNetwork(network)
  await embedded.receive(modal)
  await embedded.button('Create a passkey').click()
  await modal.title('Receive').waitFor()
  const shown = modal.dialog.locator('.receive-address').first()
  await shown.waitFor()
  const address = (await shown.innerText()).replace(/\s/g, '')
  await modal.close()
  await expect(modal.accountButton).toContainText(shortenAddress(address))
  await page.waitForLoadState()
  return address
}

async function confirmInWallet({
  modal,
  embedded,
  shows,
}: {
  modal: WalletModal
  embedded: EmbeddedWallet
  shows: string[]
}) {
  await modal.review()
  await modal.button('Continue in your wallet').click()
  await embedded.approveInWindow({ shows })
  await expect(modal.dialog).toContainText(/The network has confirmed it|can no longer be reversed/)
  await modal.button('Done').click()
  await modal.close()
}

async function sign({
  page,
  embedded,
  family,
  message,
}: {
  page: Page
  embedded: EmbeddedWallet
  family: 'solana' | 'bitcoin'
  message: string
}) {
  const signed = signByStandard({ page, wallet: 'Latch Wallet', family, message })
  // The expectation reports the failure if it fails before the card shows.
  signed.catch(() => undefined)
  await expect(embedded.frame.locator('body')).toContainText(message)
  // Scroll to the button first, because the delay before a press counts from its visibility.
  await embedded.button('Sign').hover()
  await embedded.button('Sign').click()
  return signed
}

test('behavior: the embedded wallet on Solana: log in, receive, send SOL and a token, history, sign, switch, sign out', async ({
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  const [one] = world.solana
  const [ethereum] = world.chains
  const [, , cleo] = world.solanaAccounts
  const dollar = world.solanaTokens.find(({ kind }) => kind === 'usd')
  if (!one || !ethereum || !cleo || !dollar) throw new Error('The world is incomplete')
  const address = await begin({ page, site, modal, embedded, network: one.name })

  await test.step('an incoming payment shows', async () => {
    await fundSolana({ world, address, sol: 3, dollars: 50n })
    await site.visit('Portfolio')
    await expect(site.asset({ name: 'Solana', network: one.name })).toContainText('3')
    await expect(site.asset({ name: dollar.name, network: one.name })).toContainText('50')
  })

  await test.step('send SOL and a token, approved in the wallet’s own window', async () => {
    const before = await lamportsOf({ world, address: cleo.address })
    await modal.fillSend({ symbol: 'SOL', amount: '0.2517', receiver: cleo.address })
    await confirmInWallet({ modal, embedded, shows: ['0.2517', world.site] })
    expect((await lamportsOf({ world, address: cleo.address })) - before).toBe(251_700_000)
    await modal.fillSend({ symbol: dollar.symbol, amount: '7.125', receiver: cleo.address })
    await confirmInWallet({ modal, embedded, shows: ['7.125', dollar.symbol] })
    await site.visit('Activity')
    await expect(site.confirmed(`0.2517 SOL`)).toHaveCount(1)
    await expect(site.confirmed(`7.125 ${dollar.symbol}`)).toHaveCount(1)
  })

  await test.step('sign a message that the Wallet Standard requests', async () => {
    const message = 'Latchkey on Solana'
    const signed = await sign({ page, embedded, family: 'solana', message })
    expect(signed.address).toBe(address)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(decodeBase58(address) ?? []).toString('base64url') },
      format: 'jwk',
    })
    expect(verify(null, Buffer.from(message), key, Buffer.from(signed.signature, 'hex'))).toBe(true)
  })

  await test.step('another family and back; a reload keeps all of it', async () => {
    await modal.switchNetwork(ethereum.name)
    await expect(modal.accountButton).toContainText('0x')
    await modal.switchNetwork(one.name)
    await expect(modal.accountButton).toContainText(shortenAddress(address))
    await page.reload()
    await expect(modal.accountButton).toContainText(shortenAddress(address))
    await expect(modal.networkButton).toContainText(one.name)
  })

  await test.step('sign out of all families at once', async () => {
    await modal.accountButton.click()
    await modal.button('Settings').click()
    await modal.leave()
    await page.reload()
    await expect(site.connectButton).toBeVisible()
  })
})

test('behavior: the embedded wallet on Bitcoin: log in, receive, send, history, sign, switch, sign out', async ({
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  const [one] = world.bitcoin
  const [ethereum] = world.chains
  const [, , cleo] = world.bitcoinAccounts
  if (!one || !ethereum || !cleo) throw new Error('The world is incomplete')
  const address = await begin({ page, site, modal, embedded, network: one.name })
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${one.esploraUrl}${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})
    if (!response.ok) throw new Error(await response.text())
    return response
  }
  const mine = () => ask('/regtest/mine', { count: 1 })

  await test.step('an incoming payment shows', async () => {
    expect(address).toMatch(/^bcrt1q/)
    await ask('/regtest/fund', { address, value: 40_000_000 })
    await mine()
    await site.visit('Portfolio')
    await expect(site.asset({ name: 'Bitcoin', network: one.name })).toContainText('0.4')
  })

  await test.step('send, approved in the wallet’s own window', async () => {
    await modal.fillSend({ symbol: 'BTC', amount: '0.01234', receiver: cleo.payment.address })
    await modal.review()
    await expect(modal.dialog).toContainText('sat/vB')
    await modal.button('Continue in your wallet').click()
    await embedded.approveInWindow({ shows: ['0.01234', world.site] })
    // Submitted. Another test may have made a block in the meantime.
    await expect(modal.dialog).toContainText(/Sending|Sent/)
    await mine()
    await expect(modal.dialog).toContainText(/The network has confirmed it|can no longer be reversed/)
    await modal.button('Done').click()
    await modal.close()
    await site.visit('Activity')
    await expect(site.confirmed('0.01234 BTC')).toHaveCount(1)
  })

  await test.step('sign a message that the Wallet Standard requests', async () => {
    const signed = await sign({ page, embedded, family: 'bitcoin', message: 'Latchkey on Bitcoin' })
    expect(signed.address).toBe(address)
    expect(signed.signature.length).toBeGreaterThan(120)
  })

  await test.step('another family and back; sign out', async () => {
    await modal.switchNetwork(ethereum.name)
    await expect(modal.accountButton).toContainText('0x')
    await modal.switchNetwork(one.name)
    await expect(modal.accountButton).toContainText(shortenAddress(address))
    await modal.accountButton.click()
    await modal.button('Settings').click()
    await modal.leave()
  })
})

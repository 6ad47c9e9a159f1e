import { randomUUID } from 'node:crypto'
import { createPublicClient, defineChain, http } from 'viem'
import { rpc } from './chain.ts'
import { expect, walletName } from './fixtures.ts'
import { Mail } from './Mail.ts'
import { test } from './ownAccount.ts'
import { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import { SitePage } from './pages/SitePage.ts'
import { WalletModal } from './pages/WalletModal.ts'

test('behavior: spec 1.13: log in by email, choose a name, sign for it; others send to it, and any client resolves it @journey', async ({
  browser,
  world,
  site,
  modal,
  wallet,
}) => {
  const [one] = world.chains
  if (!one) throw new Error('The world is incomplete')
  const label = `walter-${randomUUID().slice(0, 8)}`
  const name = `${label}.${world.names.zone}`
  const context = await browser.newContext({ baseURL: world.site })
  const page = await context.newPage()
  const own = { site: new SitePage(page), modal: new WalletModal(page), embedded: new EmbeddedWallet(page) }
  let address: `0x${string}` = '0x'

  await test.step('log in by email, and protect the wallet before it receives money', async () => {
    await own.embedded.addPasskeys()
    await own.site.open('/')
    await own.embedded.enterCode(new Mail())
    await own.modal.accountButton.click()
    await own.modal.button('Choose a name').click()
    await own.modal.title('Choose a name').waitFor()
    await own.modal.button('Choose a name').click()
    await own.embedded.beginProtection(own.modal)
    await own.embedded.button('Create a passkey').click()
    await own.modal.title('Register a name').waitFor()
  })

  const field = own.modal.dialog.getByRole('textbox', { name: 'Name' })
  const state = own.modal.dialog.locator('.names-state')
  await test.step('a taken name shows as taken, with free suggestions', async () => {
    await field.fill('bo')
    await expect(state).toContainText('Use at least 4 characters.')
    await field.fill('Support')
    await expect(field).toHaveValue('support')
    await expect(state).toContainText(`support.${world.names.zone} is not available.`)
    await expect(own.modal.dialog.getByRole('list', { name: 'Available instead' }).getByRole('button')).toHaveCount(4)
    await field.fill(label)
    await expect(state).toContainText(`${name} is available.`)
  })

  await test.step('sign in the frame; the name is shown from then on', async () => {
    await own.modal.button(`Register ${name}`).click()
    await expect(own.embedded.frame.locator('body')).toContainText(name)
    await own.embedded.button('Sign').hover()
    await own.embedded.button('Sign').click()
    await expect(own.modal.title('Name registered')).toBeVisible()
    await own.modal.button('Done').click()
    await own.modal.button('Receive').first().click()
    const shown = (await own.modal.dialog.locator('.receive-address').first().innerText()).replace(/\s/g, '')
    // Below the name.
    expect(shown).toContain(name)
    address = shown.slice(-42) as `0x${string}`
    await own.modal.close()
    await expect(own.modal.accountButton).toContainText(name)
  })

  await test.step('an unmodified client resolves it in both directions through the gateway', async () => {
    const client = createPublicClient({
      chain: defineChain({
        id: one.id,
        name: one.name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [one.rpcUrl] } },
        contracts: { ensUniversalResolver: { address: world.names.universalResolver } },
      }),
      transport: http(),
    })
    expect(await client.getEnsAddress({ name })).toBe(address)
    expect(await client.getEnsName({ address })).toBe(name)
    expect(await client.getEnsAddress({ name: `nobody-${label}.${world.names.zone}` })).toBeNull()
  })

  await test.step('a second visitor sends to the name', async () => {
    await site.open('/')
    await modal.connect(walletName)
    await modal.fillSend({ symbol: 'ETH', amount: '0.0173', receiver: name })
    const found = modal.dialog.getByRole('status').filter({ hasText: name })
    await expect.poll(async () => (await found.innerText()).replace(/\s/g, '')).toContain(address)
    await modal.review()
    await expect(modal.dialog).toContainText(name)
    await modal.button('Confirm').click()
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    const balance = await rpc<string>({ url: one.rpcUrl, method: 'eth_getBalance', params: [address, 'latest'] })
    expect(BigInt(balance)).toBe(17_300_000_000_000_000n)
    expect((await wallet.requests()).filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
    await modal.button('Done').click()
    await modal.close()
    await site.visit('Activity')
    await expect(site.confirmed('0.0173 ETH')).toHaveCount(1)
    await expect(site.confirmed('0.0173 ETH')).toContainText(name)
  })

  await test.step('a reload keeps the name, and it cannot be registered twice', async () => {
    await page.reload()
    await expect(own.modal.accountButton).toContainText(name)
    const response = await fetch(`${world.api}/v1/profile/suggestions/${label}`)
    const { suggestions } = (await response.json()) as { suggestions: { name: string; registered: boolean }[] }
    expect(suggestions[0]).toEqual({ name, registered: true })
    expect(suggestions.slice(1).map(({ registered }) => registered)).toEqual([false, false, false, false])
  })
  await context.close()
})

import { createPairedWallet, type PairedWallet } from '@latchkey/testkit'
import { type AppClient, createAppClient, createClientEnvironment, type OpenPairing } from '@latchkey/walletconnect'
import { createIndexedDbStorage } from '@latchkey/walletconnect/wallet'
import { parseTransaction, recoverMessageAddress } from 'viem/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createPageRelay } from '../testing/createPageRelay.ts'
import { createFixtureNode } from '../testing/fixtureNode.ts'
import { fixtureAccounts, fixtureChains, fixturePeers } from '../testing/fixtures.ts'
import { renderPhone } from '../testing/renderPhone.tsx'

// The public keys of every local node.
const keys = [
  { name: 'Ada', privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
  { name: 'Grace', privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d' },
] as const
const relays = [{ url: 'ws://relay.fixture/relay', projectId: 'local' }] as const
const methods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_switchEthereumChain']
const chains = fixtureChains.map(({ id }) => `eip155:${id}`)
const proposal = { optionalNamespaces: { eip155: { chains, methods, events: ['chainChanged', 'accountsChanged'] } } }
const [ada, grace] = fixtureAccounts.map(({ address }) => address)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const press = async (name: string) => {
  // An approval button is active only after it was visible for a while. The runner waits for it.
  await expect.element(button(name)).not.toHaveAttribute('aria-disabled')
  await button(name).click()
}

let sent: string[]
let end: (() => void)[]
const fetch = globalThis.fetch
beforeEach(async () => {
  await page.viewport(390, 844)
  history.replaceState(null, '')
  sent = []
  end = []
  globalThis.fetch = createFixtureNode({ onRaw: (raw) => sent.push(raw) })
})
afterEach(() => {
  for (const stop of end.toReversed()) stop()
  globalThis.fetch = fetch
})

function start({ storageName }: { storageName?: string } = {}) {
  const environment = createClientEnvironment({ openSocket: createPageRelay().openSocket })
  const app = createAppClient({ relays, environment, metadata: fixturePeers.lantern })
  const show = () => {
    const wallet = createPairedWallet({
      relays,
      accounts: keys,
      chains: [fixtureChains[0], fixtureChains[1]],
      policy: 'ask',
      environment,
      ...(storageName ? { storage: createIndexedDbStorage({ name: storageName }) } : {}),
    })
    const clear = renderPhone({ wallet })
    const stop = () => {
      clear()
      wallet.destroy()
    }
    return { wallet, stop }
  }
  const phone = show()
  end.push(() => app.destroy(), phone.stop)
  return { app, phone, show }
}

async function connect({ app }: { app: AppClient }): Promise<{ pairing: OpenPairing; topic: string }> {
  const pairing = await app.pair(proposal)
  await press('Scan or paste')
  await page.getByLabelText('Or enter the code').fill(pairing.uri)
  await press('Connect')
  await expect.element(page.getByText('Lantern wants to connect')).toBeVisible()
  await press('Connect')
  const { session } = await pairing.approval
  await expect.element(page.getByRole('button', { name: /app\.lantern\.example/ })).toBeVisible()
  return { pairing, topic: session.topic }
}

test('default: pastes a code, connects, signs, sends, switches, disconnects', async () => {
  const { app } = start()
  const { topic } = await connect({ app })
  const told: string[] = []
  app.subscribe(
    (event) =>
      void told.push(event.type === 'sessionEvent' ? `${event.name} ${JSON.stringify(event.data)}` : event.type),
  )
  expect(app.sessions()[0]?.namespaces.eip155?.accounts).toEqual(chains.map((chain) => `${chain}:${ada}`))

  const message = 'Ahoy'
  const signing = app.request({ topic, chainId: 'eip155:31337', method: 'personal_sign', params: [message, ada] })
  await expect.element(page.getByText('Sign a message')).toBeVisible()
  await press('Sign')
  expect(await recoverMessageAddress({ message, signature: (await signing) as `0x${string}` })).toBe(ada)

  const transaction = { from: ada, to: grace, value: '0xde0b6b3a7640000' }
  const sending = app.request({ topic, chainId: 'eip155:31337', method: 'eth_sendTransaction', params: [transaction] })
  await expect.element(page.getByText('Send 1 ETH to Grace')).toBeVisible()
  await expect.element(page.getByText('−1 ETH')).toBeVisible()
  await expect.element(page.getByText('0.00018 ETH')).toBeVisible()
  await press('Approve')
  expect(await sending).toBe(`0x${'7'.repeat(64)}`)
  // The signed transaction equals the displayed one, including fee and nonce.
  expect(sent.map((raw) => parseTransaction(raw as `0x02${string}`))).toMatchObject([
    {
      chainId: 31337,
      to: grace?.toLowerCase(),
      value: 10n ** 18n,
      nonce: 5,
      maxFeePerGas: 3_000_000_000n,
      gas: 60_000n,
    },
  ])

  const asking = app.request({ topic, chainId: 'eip155:31337', method: 'personal_sign', params: ['No', ada] })
  asking.catch(() => {})
  await press('Decline')
  await expect(asking).rejects.toMatchObject({ code: 'user_rejected', rpcCode: 5000 })

  await page.getByRole('button', { name: /app\.lantern\.example/ }).click()
  await page.getByRole('button', { name: /Switch account/ }).click()
  await page.getByRole('button', { name: /Grace/ }).click()
  await vi.waitFor(() => expect(told).toContain('sessionUpdated'))
  expect(app.sessions()[0]?.namespaces.eip155?.accounts).toEqual(chains.map((chain) => `${chain}:${grace}`))
  await page.getByRole('button', { name: /Switch network/ }).click()
  await page.getByRole('button', { name: /Lagoon/ }).click()
  await vi.waitFor(() => expect(told.join()).toContain('chainChanged'))

  await press('Disconnect')
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await vi.waitFor(() => expect(told).toContain('sessionDeleted'))
  await expect.element(page.getByText('No site is connected')).toBeVisible()
})

test('behavior: connection and pending request survive a reload', async () => {
  const storageName = `phone-${crypto.randomUUID()}`
  const { app, phone, show } = start({ storageName })
  const { topic } = await connect({ app })
  const signing = app.request({ topic, chainId: 'eip155:31337', method: 'personal_sign', params: ['Later', ada] })
  await expect.element(page.getByText('Sign a message')).toBeVisible()
  phone.stop()
  const again: { wallet: PairedWallet; stop: () => void } = show()
  end.push(again.stop, () => indexedDB.deleteDatabase(storageName))
  await expect.element(page.getByText('Sign a message')).toBeVisible()
  await press('Sign')
  expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)
})

test('behavior: the phone refuses a request that it does not support, and shows it', async () => {
  const { app } = start()
  const pairing = await app.pair({
    optionalNamespaces: {},
    requiredNamespaces: { eip155: { chains: ['eip155:137'], methods, events: [] } },
  })
  pairing.approval.catch(() => {})
  await press('Scan or paste')
  await page.getByLabelText('Or enter the code').fill(pairing.uri)
  await press('Connect')
  await expect(pairing.approval).rejects.toMatchObject({ rpcCode: 5100 })
  await expect.element(page.getByText(/asked for a network that this phone does not have/)).toBeVisible()
  await expect.element(page.getByLabelText('Or enter the code')).toBeVisible()
})

test('error: a code of another kind, and an expired one', async () => {
  start()
  await press('Scan or paste')
  const field = page.getByLabelText('Or enter the code')
  await field.fill('https://app.example')
  await press('Connect')
  await expect.element(page.getByRole('alert')).toHaveTextContent('That isn’t a WalletConnect code')
  await expect.element(field).toHaveFocus()
  await field.fill(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}&expiryTimestamp=1700000000`)
  await press('Connect')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This code has ended. Ask the site for a new one.')
})

test('default: a link into the phone connects without a further press', async () => {
  const environment = createClientEnvironment({ openSocket: createPageRelay().openSocket })
  const app = createAppClient({ relays, environment, metadata: fixturePeers.lantern })
  const { uri } = await app.pair({
    ...proposal,
    authenticate: {
      chains,
      domain: 'app.lantern.example',
      uri: 'https://app.lantern.example',
      nonce: 'f3J8s01mPq7L',
      version: '1',
      issuedAt: '2026-11-20T20:29:00Z',
    },
  })
  const wallet = createPairedWallet({ relays, accounts: keys, chains: [fixtureChains[0]], policy: 'ask', environment })
  history.replaceState({ name: 'connect' }, '')
  const clear = renderPhone({ wallet, openedBy: { kind: 'code', uri } })
  end.push(
    () => app.destroy(),
    clear,
    () => wallet.destroy(),
  )
  await expect.element(page.getByText('Connect and sign in')).toBeVisible()
  await expect.element(page.getByText(/app\.lantern\.example wants you to sign in with your/)).toBeVisible()
  await press('Sign in')
  await vi.waitFor(() => expect(app.sessions()).toHaveLength(1))
})

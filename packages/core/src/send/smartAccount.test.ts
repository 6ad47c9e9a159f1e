import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Connector, Eip1193Provider } from '../connectors/Connector.ts'
import { createTestEnvironment, createTestTabs, type TestEnvironmentOptions } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { nativeRow, rowOf, sendOnDevnet } from '../testing/sendOnDevnet.ts'

const { account, rpc, contracts, tokenOf, createWallet, setUp, pass } = sendOnDevnet()

// Loaded with the first transaction. Preloaded here so that the tests' timeouts do not include it.
beforeAll(() => Promise.all([import('./createSendEngine.ts'), import('../transactions/createTransactionsEngine.ts')]))

/** A kit whose wallet reports this account type. */
async function connectAs(
  type: 'eoa' | 'smartAccount',
  {
    wallet: given,
    isEmbedded = false,
    open = createTestEnvironment,
  }: Pick<NonNullable<Parameters<typeof setUp>[0]>, 'wallet'> & {
    isEmbedded?: boolean
    open?: (options: TestEnvironmentOptions) => ReturnType<typeof createTestEnvironment>
  } = {},
) {
  const { environment: outer, latchkey: first, wallet } = await setUp(given ? { wallet: given } : {})
  onTestFinished(() => first.destroy())
  const connector: Connector = {
    info: {
      ...{ id: 'walletConnect', namespace: 'eip155', name: 'Own', icon: null, rdns: null },
      type: isEmbedded ? 'embedded' : 'walletConnect',
    },
    connect: async () => ({
      accounts: [{ namespace: 'eip155', address: account(0).address, type }],
      chainId: 'eip155:31337',
    }),
    disconnect: async () => {},
    getProvider: () => wallet.provider,
    subscribe: () => () => {},
  }
  const client = { connector, pair: () => Promise.reject(new Error('Not here')) }
  const environment = open({ fetch: outer.fetch })
  const latchkey = createTestKit({
    environment,
    config: { networks: first.config.networks, connectors: { walletConnect: async () => client } },
  })
  onTestFinished(() => latchkey.destroy())
  await latchkey.connection.connect({ connectorId: 'walletConnect' })
  return { environment, latchkey, wallet }
}
const kitOf = async (type: 'eoa' | 'smartAccount') => (await connectAs(type)).latchkey.send

test.each([
  ['eoa', { status: 'editing', issues: [{ code: 'insufficient_gas' }] }],
  ['smartAccount', { status: 'preview', issues: [] }],
] as const)('behavior: without native token, of type %s (spec 5.7)', async (type, expected) => {
  await rpc('anvil_setBalance', [account(0).address, '0x0'])
  const send = await kitOf(type)
  send.edit({ token: rowOf(tokenOf('usd')), sendTokenAmount: '1', receiverAddress: account(1).address })
  await send.prepare()
  expect(send.getState()).toMatchObject(expected)
})

test('behavior: a smart account can send its whole balance', async () => {
  await rpc('anvil_setBalance', [account(0).address, '0xde0b6b3a7640000'])
  const send = await kitOf('smartAccount')
  send.edit({ token: nativeRow, receiverAddress: account(1).address })
  const max = await send.max()
  expect(max).toBe('1')
  send.edit({ sendTokenAmount: max })
  await send.prepare()
  expect(send.getState()).toMatchObject({ status: 'preview', preview: { remainingText: '0' } })
})

describe('the embedded wallet’s smart account', () => {
  const batching = () => createWallet({ batches: { delegate: contracts().simple7702Account, atomic: 'supported' } })
  const balanceOf = async (address: string) => BigInt(await rpc<string>('eth_getBalance', [address, 'latest']))
  const asked = (wallet: ReturnType<typeof batching>) =>
    wallet.requests().flatMap(({ method }) => (/_send/.test(method) ? [method] : []))
  const begin = async (options: Parameters<typeof connectAs>[1] = {}) => {
    const wallet = options.wallet ?? batching()
    const kit = await connectAs('smartAccount', { ...options, wallet, isEmbedded: true })
    kit.latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.25', receiverAddress: account(1).address })
    await kit.latchkey.send.prepare()
    expect(kit.latchkey.send.getState()).toMatchObject({ status: 'preview' })
    return { ...kit, wallet }
  }

  test('behavior: a send is a batch of one: taken, then in a block, by its batch ID', async () => {
    const { environment, latchkey, wallet } = await begin()
    const before = await balanceOf(account(1).address)
    const seen: string[] = []
    latchkey.send.subscribe(({ status }) => seen.push(status))
    const toasts: unknown[] = []
    latchkey.modal.subscribe(({ toast }) => toasts.push(toast?.text))
    void latchkey.send.confirm()
    await pass(environment, () => latchkey.send.getState().status === 'confirmed')
    expect(latchkey.send.getState()).toMatchObject({ status: 'confirmed' })
    // Its hash comes with the block: by then it has not only started.
    expect(toasts).not.toContain('transactionStarted')
    expect(asked(wallet)).toStrictEqual(['wallet_sendCalls'])
    expect([...new Set(seen)].slice(0, 2)).toStrictEqual(['signing', 'taken'])
    expect((await balanceOf(account(1).address)) - before).toBe(250_000_000_000_000_000n)
    expect(latchkey.transactions.getState().transactions).toMatchObject([
      { from: account(0).address, summary: { type: 'send' }, isTaken: true },
    ])
  })

  test('behavior: found again if the page is left before the block', async () => {
    const tabs = createTestTabs()
    const wallet = batching()
    const first = await begin({ wallet, open: tabs.open })
    const provider: Eip1193Provider = wallet.provider
    const { request } = provider
    let isOpen = true
    provider.request = async (args) =>
      args.method === 'wallet_getCallsStatus' && isOpen ? { status: 100 } : request(args)
    void first.latchkey.send.confirm()
    await pass(first.environment, () => first.latchkey.send.getState().status === 'taken')
    expect(first.latchkey.send.getState()).toMatchObject({ status: 'taken', preview: { amountText: '0.25' } })
    tabs.leave(first.environment)
    first.latchkey.destroy()
    isOpen = false
    const second = await connectAs('smartAccount', { wallet, isEmbedded: true, open: tabs.open })
    await pass(second.environment, () => second.latchkey.send.getState().status === 'confirmed')
    expect(second.latchkey.send.getState()).toMatchObject({ status: 'confirmed', preview: { amountText: '0.25' } })
    expect(asked(wallet)).toHaveLength(1)
  })

  test('behavior: reported as not sent if the page is left during the request', async () => {
    const tabs = createTestTabs()
    const wallet = batching()
    const first = await begin({ wallet, open: tabs.open })
    const provider: Eip1193Provider = wallet.provider
    const { request } = provider
    provider.request = async (args) => {
      if (args.method === 'wallet_sendCalls') return new Promise(() => {})
      if (args.method === 'wallet_getCallsStatus') throw Object.assign(new Error('Unknown'), { code: 5730 })
      return request(args)
    }
    void first.latchkey.send.confirm()
    await pass(first.environment, () => first.latchkey.transactions.getState().transactions.length === 1)
    // During the request, an unknown batch proves nothing.
    await first.environment.advance(10_000)
    expect(first.latchkey.send.getState().status).toBe('signing')
    tabs.leave(first.environment)
    first.latchkey.destroy()
    const second = await connectAs('smartAccount', { wallet, isEmbedded: true, open: tabs.open })
    const [status] = [() => second.latchkey.transactions.getState().transactions[0]?.status]
    await pass(second.environment, () => status()?.type === 'failed')
    expect(status()).toMatchObject({ type: 'failed', error: { code: 'send_failed', moneyMoved: 'no' } })
  })

  test('behavior: after a refusal, it can be confirmed again', async () => {
    const { latchkey, wallet } = await begin()
    const provider: Eip1193Provider = wallet.provider
    provider.request = async ({ method }) => {
      if (method === 'wallet_sendCalls') throw Object.assign(new Error('User rejected'), { code: 4001 })
      return method === 'eth_chainId' ? '0x7a69' : [account(0).address]
    }
    await latchkey.send.confirm()
    expect(latchkey.send.getState()).toMatchObject({ status: 'preview', issues: [{ code: 'user_rejected' }] })
    expect(latchkey.transactions.getState().transactions).toStrictEqual([])
  })

  test('error: taken, and failed in the account: only the network cost moved', async () => {
    const { environment, latchkey, wallet } = await begin()
    const provider: Eip1193Provider = wallet.provider
    const { request } = provider
    provider.request = async (args) =>
      args.method === 'wallet_sendCalls'
        ? { id: '0xown' }
        : args.method === 'wallet_getCallsStatus'
          ? { status: 500 }
          : request(args)
    void latchkey.send.confirm()
    await pass(environment, () => latchkey.send.getState().status === 'failed')
    expect(latchkey.send.getState()).toMatchObject({
      error: { code: 'transaction_reverted', moneyMoved: 'only-network-cost' },
    })
  })
})

import { join } from 'node:path'
import { type Devnet, type DevnetToken, startDevnet } from '@latchkey/devnet'
import type { Balance } from '@latchkey/protocol/api'
import { announceVirtualWallet, createVirtualWallet, type VirtualWallet } from '@latchkey/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeTransfer } from '../chains/eip155/erc20.ts'
import type { Latchkey } from '../Latchkey.ts'
import { defineNetwork } from '../networks/defineNetwork.ts'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { answerAsServer, type ChainServer } from '../testing/createChainServer.ts'
import { createTestEnvironment, type TestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { signTimeout } from './createSender.ts'

const rdns = 'dev.latchkey.virtual'
let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ folder: join(process.cwd(), '.latchkey', 'test'), chains: [31337, 31338] })
}, 120_000)
afterAll(() => devnet?.stop())

const chain = (id = 31337) => {
  const found = devnet.chains.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`No chain ${id}`)
  return found
}
const account = (index: number) => {
  const found = devnet.accounts[index]
  if (!found) throw new Error(`No account ${index}`)
  return found
}
const rpc = async <T>(method: string, params: unknown[] = [], id = 31337): Promise<T> => {
  const response = await fetch(chain(id).rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: T }).result
}
const tokenBalance = async (token: DevnetToken, address: string) =>
  BigInt(
    await rpc<string>('eth_call', [
      { to: token.address, data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` },
      'latest',
    ]),
  )
const tokenOf = (kind: DevnetToken['kind']) => {
  const found = devnet.tokens.find((token) => token.kind === kind)
  if (!found) throw new Error(`No ${kind} token`)
  return found
}
const nativeRow: Balance = {
  name: 'Local Ether',
  symbol: 'ETH',
  chainId: 'eip155:31337',
  value: 2000,
  price: 2000,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: null,
}
const rowOf = (token: DevnetToken): Balance => ({
  name: token.name,
  symbol: token.symbol,
  chainId: 'eip155:31337',
  address: `eip155:31337:${token.address}`,
  value: null,
  price: null,
  quantity: { decimals: String(token.decimals), numeric: '1' },
  iconUrl: null,
})

type Setting = {
  environment: TestEnvironment
  latchkey: Latchkey
  wallet: VirtualWallet
  server: ChainServer
  events: { type: string }[]
}

async function setUp({ storage }: { storage?: TestEnvironment['storage'] } = {}): Promise<Setting> {
  const server: ChainServer = {
    nodes: { 'eip155:31337': chain(31337).rpcUrl, 'eip155:31338': chain(31338).rpcUrl },
    balances: [nativeRow],
    history: [],
    intercept: () => undefined,
  }
  const environment = createTestEnvironment({ fetch: answerAsServer(server), ...(storage ? { storage } : {}) })
  const wallet = createVirtualWallet({
    accounts: [account(0), account(1)],
    chains: { 31337: chain(31337).rpcUrl, 31338: chain(31338).rpcUrl },
  })
  announceVirtualWallet({ wallet, target: environment.page() })
  const toNetwork = (id: number) =>
    defineNetwork({
      id,
      name: chain(id).name,
      nativeCurrency: { name: 'Local Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain(id).rpcUrl] } },
    })
  const latchkey = createTestKit({ environment, config: { networks: [toNetwork(31337), toNetwork(31338)] } })
  await latchkey.connection.connect({ connectorId: rdns })
  const events: { type: string }[] = []
  latchkey.subscribe((event) => events.push(event))
  return { environment, latchkey, wallet, server, events }
}

/** Lets time pass until something is so: receipts are polled once a second of the test's own time. */
async function pass(environment: TestEnvironment, isSo: () => boolean) {
  for (let second = 0; second < 60 && !isSo(); second++) {
    await environment.advance(1000)
    await environment.idle()
  }
}

const walletSends = (wallet: VirtualWallet) =>
  wallet.requests().filter(({ method }) => method === 'eth_sendTransaction')

let snapshot: string
beforeEach(async () => {
  snapshot = await rpc<string>('evm_snapshot')
  return async () => void (await rpc('evm_revert', [snapshot]))
})

describe('native coin', () => {
  test('default', async () => {
    const { environment, latchkey, wallet, events } = await setUp()
    await latchkey.balances.refresh()
    const receiver = account(1).address
    const before = BigInt(await rpc<string>('eth_getBalance', [receiver, 'latest']))

    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.25', receiverAddress: receiver.toLowerCase() })
    await latchkey.send.prepare()
    const state = latchkey.send.getState()
    if (state.status !== 'preview') throw new Error(JSON.stringify(state.issues))
    const { preview } = state
    expect(preview).toMatchObject({
      chainId: 'eip155:31337',
      from: account(0).address,
      receiver,
      amount: 250000000000000000n,
      amountText: '0.25',
      value: 500,
      transaction: { to: receiver, value: 250000000000000000n, data: '0x', gas: 21000n },
      nativeSymbol: 'ETH',
      transferFeeText: null,
      transferFeeChecked: true,
    })
    expect(preview.networkCostValue).toBeCloseTo(Number(preview.networkCostText) * 2000)

    await latchkey.send.confirm()
    expect(latchkey.send.getState().status).toBe('pending')
    expect(latchkey.send.getState().form).toStrictEqual({ token: undefined, sendTokenAmount: '', receiverAddress: '' })
    expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'success', message: 'Transaction started' })
    expect(events).toMatchObject([{ type: 'transactionSent', chainId: 'eip155:31337' }])
    expect(walletSends(wallet)[0]?.params[0]).toMatchObject({
      type: '0x0',
      chainId: '0x7a69',
      gas: '0x5208',
      gasPrice: `0x${preview.transaction.gasPrice.toString(16)}`,
    })
    await pass(environment, () => latchkey.send.getState().status === 'confirmed')
    expect(latchkey.send.getState()).toMatchObject({ status: 'confirmed' })
    expect(BigInt(await rpc<string>('eth_getBalance', [receiver, 'latest'])) - before).toBe(250000000000000000n)
    expect(environment.storage.getItem(pendingRecordKey)).toBeNull()
  })

  test('behavior: max keeps the network cost back and can be sent', async () => {
    const { latchkey } = await setUp()
    latchkey.send.edit({ token: nativeRow, receiverAddress: account(1).address })
    const max = await latchkey.send.max()
    latchkey.send.edit({ sendTokenAmount: max })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ status: 'preview', preview: { amountText: max } })
  })

  test('error: the amount leaves nothing for the network cost', async () => {
    const { latchkey } = await setUp()
    const owned = BigInt(await rpc<string>('eth_getBalance', [account(0).address, 'latest']))
    const text = `${owned / 10n ** 18n}.${(owned % 10n ** 18n).toString().padStart(18, '0')}`
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: text, receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ status: 'editing', issues: [{ code: 'insufficient_gas' }] })
  })
})

describe('tokens', () => {
  test.each(['usd', 'plain', 'site', 'no-bool'] as const)('default: %s', async (kind) => {
    const { environment, latchkey, wallet } = await setUp()
    const token = tokenOf(kind)
    const receiver = account(1).address
    const before = await tokenBalance(token, receiver)
    latchkey.send.edit({ token: rowOf(token), sendTokenAmount: '1.5', receiverAddress: receiver })
    await latchkey.send.prepare()
    const state = latchkey.send.getState()
    expect(state).toMatchObject({ status: 'preview', preview: { transferFeeText: null, transferFeeChecked: true } })
    await latchkey.send.confirm()
    const sent = walletSends(wallet)[0]?.params[0] as { to: string; data: string; value: string }
    const amount = 15n * 10n ** BigInt(token.decimals - 1)
    expect(sent).toMatchObject({ to: token.address, value: '0x0' })
    expect(decodeTransfer(sent.data)).toStrictEqual({ receiver: receiver.toLowerCase(), amount })
    await pass(environment, () => latchkey.send.getState().status === 'confirmed')
    expect((await tokenBalance(token, receiver)) - before).toBe(amount)
  })

  test('behavior: the preview says what a token takes on the way', async () => {
    const { latchkey } = await setUp()
    const token = tokenOf('fee-on-transfer')
    latchkey.send.edit({ token: rowOf(token), sendTokenAmount: '1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    const state = latchkey.send.getState()
    expect(state).toMatchObject({ status: 'preview', preview: { transferFeeChecked: true } })
    expect(Number(state.status === 'preview' && state.preview.transferFeeText)).toBeGreaterThan(0)
  })

  test('behavior: a node that cannot simulate leaves the fee unknown, not zero', async () => {
    const { latchkey, server } = await setUp()
    server.intercept = async ({ calls }) => {
      if (!calls.some(({ method }) => method === 'eth_simulateV1')) return undefined
      const error = { code: -32601, message: 'Method not found' }
      return Response.json(
        await Promise.all(
          calls.map(async ({ method, params }, id) =>
            method === 'eth_simulateV1' ? { id, error } : { id, result: await rpc(method, params) },
          ),
        ),
      )
    }
    const token = tokenOf('fee-on-transfer')
    latchkey.send.edit({ token: rowOf(token), sendTokenAmount: '1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'preview',
      preview: { transferFeeText: null, transferFeeChecked: false },
    })
  })

  test('error: above the balance', async () => {
    const { latchkey } = await setUp()
    latchkey.send.edit({
      token: rowOf(tokenOf('usd')),
      sendTokenAmount: '999999999999',
      receiverAddress: account(1).address,
    })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'editing',
      issues: [{ field: 'sendTokenAmount', code: 'insufficient_balance' }],
    })
  })

  test('error: a row whose decimals are not the token’s', async () => {
    const { latchkey } = await setUp()
    const row = rowOf(tokenOf('usd'))
    latchkey.send.edit({
      token: { ...row, quantity: { ...row.quantity, decimals: '18' } },
      sendTokenAmount: '0.000001',
      receiverAddress: account(1).address,
    })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'simulation_failed', moneyMoved: 'no' },
    })
  })

  test('error: a token address without a contract', async () => {
    const { latchkey } = await setUp()
    const row = { ...rowOf(tokenOf('usd')), address: `eip155:31337:0x${'12'.repeat(20)}` as const }
    latchkey.send.edit({ token: row, sendTokenAmount: '1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ status: 'failed', error: { code: 'simulation_failed' } })
  })
})

describe('confirm', () => {
  async function previewed() {
    const setting = await setUp()
    setting.latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await setting.latchkey.send.prepare()
    expect(setting.latchkey.send.getState().status).toBe('preview')
    return setting
  }

  test('behavior: two calls hand over once', async () => {
    const { latchkey, wallet } = await previewed()
    await Promise.all([latchkey.send.confirm(), latchkey.send.confirm()])
    await latchkey.send.confirm()
    expect(walletSends(wallet)).toHaveLength(1)
  })

  test('behavior: declined, the preview stands', async () => {
    const { latchkey, wallet } = await previewed()
    wallet.setPolicy('reject')
    await latchkey.send.confirm()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'preview',
      issues: [{ field: 'transaction', code: 'user_rejected' }],
    })
    wallet.setPolicy('approve')
    await latchkey.send.confirm()
    expect(latchkey.send.getState().status).toBe('pending')
  })

  test('behavior: typing while the wallet asks changes nothing', async () => {
    const { latchkey, wallet } = await previewed()
    wallet.setPolicy('ask')
    const confirming = latchkey.send.confirm()
    await until(() => wallet.getState().approvals.length > 0)
    const before = latchkey.send.getState()
    latchkey.send.edit({ sendTokenAmount: '9' })
    latchkey.send.reset()
    expect(latchkey.send.getState()).toBe(before)
    await wallet.approve()
    await confirming
    expect(latchkey.send.getState()).toMatchObject({ status: 'pending', preview: { amountText: '0.1' } })
  })

  test.each([
    ['chain_changed', (wallet: VirtualWallet) => wallet.setChain(31338)],
    ['account_changed', (wallet: VirtualWallet) => wallet.setAccount(1)],
  ] as const)('error: %s since the preview, nothing is sent', async (code, change) => {
    const { latchkey, wallet } = await previewed()
    change(wallet)
    await latchkey.send.confirm()
    expect(latchkey.send.getState()).toMatchObject({ status: 'editing', issues: [{ field: 'transaction', code }] })
    expect(walletSends(wallet)).toHaveLength(0)
  })

  test('error: the wallet is gone', async () => {
    const { latchkey, wallet } = await previewed()
    wallet.disappear()
    await latchkey.send.confirm()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'wallet_disconnected', moneyMoved: 'no' },
    })
    expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'error', message: 'Something went wrong' })
  })

  test('error: a silent wallet may have sent; a late hash is taken up', async () => {
    const { environment, latchkey, wallet } = await previewed()
    wallet.setPolicy('hang')
    const confirming = latchkey.send.confirm()
    await until(() => wallet.getState().approvals.length > 0)
    await environment.advance(signTimeout)
    await confirming
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'wallet_timeout', moneyMoved: 'unknown' },
    })
    await wallet.approve()
    await until(() => latchkey.send.getState().status === 'pending')
  })
})

describe('pending', () => {
  test('behavior: slow after 25 s, never failed, and confirmed in the end', async () => {
    const { environment, latchkey } = await setUp()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    await rpc('evm_setAutomine', [false])
    try {
      await latchkey.send.confirm()
      await pass(environment, () => {
        const state = latchkey.send.getState()
        return state.status === 'pending' && state.slow
      })
      expect(latchkey.send.getState()).toMatchObject({ status: 'pending', slow: true })
      await rpc('evm_mine')
      await pass(environment, () => latchkey.send.getState().status === 'confirmed')
      expect(latchkey.send.getState().status).toBe('confirmed')
    } finally {
      await rpc('evm_setAutomine', [true])
    }
  })

  test('behavior: taken up again after a reload', async () => {
    const first = await setUp()
    first.latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await first.latchkey.send.prepare()
    await rpc('evm_setAutomine', [false])
    try {
      await first.latchkey.send.confirm()
      const before = first.latchkey.send.getState()
      first.latchkey.destroy()
      const { storage } = first.environment
      const second = await setUp({ storage })
      expect(storage.getItem(pendingRecordKey)).not.toBeNull()
      await second.latchkey.connection.reconnect()
      await until(() => second.latchkey.send.getState().status === 'pending')
      if (before.status !== 'pending') throw new Error(before.status)
      // What was remarkable about the receiver was for the preview only.
      const { receiverNotice: _, ...preview } = before.preview
      expect(second.latchkey.send.getState()).toMatchObject({ hash: before.hash, preview })
      await rpc('evm_mine')
      await pass(second.environment, () => second.latchkey.send.getState().status === 'confirmed')
      expect(second.latchkey.send.getState().status).toBe('confirmed')
    } finally {
      await rpc('evm_setAutomine', [true])
    }
  })

  test('error: a reverted transaction costs the network cost only', async () => {
    const { environment, latchkey } = await setUp()
    const token = tokenOf('usd')
    const owned = await tokenBalance(token, account(0).address)
    latchkey.send.edit({
      token: rowOf(token),
      sendTokenAmount: String(Number(owned) / 10 ** token.decimals),
      receiverAddress: account(1).address,
    })
    await latchkey.send.prepare()
    expect(latchkey.send.getState().status).toBe('preview')
    // The tokens go elsewhere before the transaction is mined.
    await rpc('anvil_impersonateAccount', [account(0).address])
    const data = `0xa9059cbb${account(2).address.slice(2).padStart(64, '0')}${1n.toString(16).padStart(64, '0')}`
    await rpc('eth_sendTransaction', [{ from: account(0).address, to: token.address, data }])
    await latchkey.send.confirm()
    await pass(environment, () => latchkey.send.getState().status === 'failed')
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'transaction_reverted', moneyMoved: 'only-network-cost' },
    })
  })

  test('error: another transaction took its place', async () => {
    const { environment, latchkey } = await setUp()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    await rpc('evm_setAutomine', [false])
    try {
      await latchkey.send.confirm()
      const state = latchkey.send.getState()
      if (state.status !== 'pending') throw new Error(state.status)
      await pass(environment, () => environment.requests.some(({ body }) => body?.includes('eth_getTransactionByHash')))
      await rpc('anvil_dropTransaction', [state.hash])
      await rpc('anvil_impersonateAccount', [account(0).address])
      await rpc('eth_sendTransaction', [{ from: account(0).address, to: account(0).address, value: '0x0' }])
      await rpc('evm_mine')
      await pass(environment, () => latchkey.send.getState().status === 'failed')
      expect(latchkey.send.getState()).toMatchObject({ error: { code: 'transaction_replaced', moneyMoved: 'unknown' } })
    } finally {
      await rpc('evm_setAutomine', [true])
    }
  })

  test('error: an unreadable record of pending transactions is dropped', async () => {
    const environment = createTestEnvironment()
    environment.storage.setItem(pendingRecordKey, '{"version":1,"transactions":[{}]}')
    const { latchkey } = await setUp({ storage: environment.storage })
    await latchkey.connection.reconnect()
    expect(latchkey.send.getState().status).toBe('editing')
  })
})

describe('faults', () => {
  test('error: the server cannot be reached', async () => {
    const { latchkey, server } = await setUp()
    server.intercept = () => {
      throw new TypeError('fetch failed')
    }
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'network_request_failed', message: 'Network request failed', moneyMoved: 'no' },
    })
  })

  test('error: no node answers', async () => {
    const { latchkey, server } = await setUp()
    server.intercept = () =>
      Response.json({ status: 'FAILED', code: 'upstream_unavailable', reasons: [] }, { status: 503 })
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ status: 'failed', error: { code: 'upstream_unavailable' } })
  })

  test('behavior: a look-alike of a known receiver is called one, and a failing history holds nothing up', async () => {
    const { latchkey, server } = await setUp()
    const known = account(1).address.toLowerCase()
    server.history = [
      {
        id: '1',
        metadata: {
          operationType: 'send',
          hash: '0x1',
          minedAt: '2026-11-20T00:00:00Z',
          sentFrom: account(0).address,
          sentTo: known,
          status: 'confirmed',
          nonce: 0,
          application: null,
          chain: 'eip155:31337',
        },
        transfers: [],
      },
    ]
    const receiver = `${known.slice(0, 6)}${'0'.repeat(32)}${known.slice(-4)}`
    const preview = async () => {
      latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: receiver })
      await latchkey.send.prepare()
      const state = latchkey.send.getState()
      return state.status === 'preview' ? state.preview.receiverNotice : state.status
    }
    expect(await preview()).toStrictEqual({ type: 'look-alike', knownAddress: known })
    server.intercept = ({ url }) => (url.pathname.endsWith('/history') ? new Response('', { status: 500 }) : undefined)
    expect(await preview()).toBeUndefined()
  })

  test('behavior: who disconnects is forgotten', async () => {
    const { environment, latchkey } = await setUp()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    await rpc('evm_setAutomine', [false])
    try {
      await latchkey.send.confirm()
      expect(environment.storage.getItem(pendingRecordKey)).not.toBeNull()
      await latchkey.connection.disconnect()
      expect(environment.storage.getItem(pendingRecordKey)).toBeNull()
      expect(latchkey.send.getState()).toMatchObject({ status: 'editing', form: { sendTokenAmount: '' } })
    } finally {
      await rpc('evm_setAutomine', [true])
    }
  })

  test('error: nobody is connected', async () => {
    const { latchkey } = await setUp()
    await latchkey.connection.disconnect()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ status: 'failed', error: { code: 'no_active_account' } })
    await expect(latchkey.send.max()).rejects.toMatchObject({ code: 'no_active_account' })
  })
})

import type { VirtualWallet } from '@latchkey/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import type { Latchkey } from '../Latchkey.ts'
import { createTestTabs, type TestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { nativeRow, type SetUpOptions, sendOnDevnet, untilAsked } from '../testing/sendOnDevnet.ts'

const { account, rpc, createWallet, setUp, pass, mineByHand, walletSends } = sendOnDevnet()

const tracked = ({ latchkey }: { latchkey: Latchkey }) => latchkey.transactions.getState().transactions
const statusOf = (setting: { latchkey: Latchkey }) => tracked(setting)[0]?.status.type
const balanceOf = async (address: string) => BigInt(await rpc<string>('eth_getBalance', [address, 'latest']))

/** Opens a tab. */
async function openTab(tabs: ReturnType<typeof createTestTabs>, options: SetUpOptions = {}) {
  const setting = await setUp({ ...options, open: tabs.open })
  const leave = () => {
    tabs.leave(setting.environment)
    setting.latchkey.destroy()
  }
  onTestFinished(leave)
  return { ...setting, leave }
}

async function previewed({ latchkey }: { latchkey: Latchkey }, sendTokenAmount = '0.1') {
  latchkey.send.edit({ token: nativeRow, sendTokenAmount, receiverAddress: account(1).address })
  await latchkey.send.prepare()
  expect(latchkey.send.getState()).toMatchObject({ status: 'preview' })
}

/** A page asks a wallet for a payment, and is left before the answer. */
async function leaveWhileAsked({
  tabs,
  wallet,
  page,
}: {
  tabs: ReturnType<typeof createTestTabs>
  wallet: VirtualWallet
  page?: Awaited<ReturnType<typeof openTab>>
}) {
  const asking = page ?? (await openTab(tabs, { wallet }))
  await previewed(asking)
  wallet.setPolicy('ask')
  void asking.latchkey.send.confirm()
  await untilAsked(wallet)
  asking.leave()
}

/** Lets the test answer a wallet's requests of one method. */
function answerFor(
  wallet: VirtualWallet,
  method: string,
  answer: (params: unknown, next: () => Promise<unknown>) => unknown,
) {
  const { request } = wallet.provider
  const provider: Eip1193Provider = wallet.provider
  provider.request = async (args) => (args.method === method ? answer(args.params, () => request(args)) : request(args))
}

describe('a reload during the wallet request', () => {
  test('default: a payment that the wallet sent in the meantime is found, and nothing is requested again', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    await leaveWhileAsked({ tabs, wallet })

    const second = await openTab(tabs, { wallet })
    await until(() => second.latchkey.send.getState().status === 'uncertain')
    expect(tracked(second)).toMatchObject([{ status: { type: 'uncertain' }, summary: { amountText: '0.1' } }])
    await pass(second.environment, () => second.environment.requests.some(({ url }) => url.includes('/history')))
    expect(statusOf(second)).toBe('uncertain')
    await wallet.approve()
    await pass(second.environment, () => second.latchkey.send.getState().status === 'confirmed')
    expect(second.latchkey.send.getState()).toMatchObject({ status: 'confirmed', preview: { amountText: '0.1' } })
    expect(walletSends(wallet)).toHaveLength(1)
  })

  test('behavior: after a refusal in the wallet, it stays uncertain until the visitor dismisses it', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    await leaveWhileAsked({ tabs, wallet })
    const second = await openTab(tabs, { wallet })
    await until(() => statusOf(second) === 'uncertain')
    await wallet.reject()
    await second.environment.advance(60_000)
    await second.environment.idle()
    expect(statusOf(second)).toBe('uncertain')
    second.latchkey.transactions.dismiss({ id: tracked(second)[0]?.id ?? '' })
    expect(tracked(second)).toStrictEqual([])
  })

  test('behavior: another payment of the account is not mistaken for it; once its nonce is used, the search ends', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    await leaveWhileAsked({ tabs, wallet })
    await wallet.reject()
    await rpc('anvil_impersonateAccount', [account(0).address])
    await rpc('eth_sendTransaction', [{ from: account(0).address, to: account(1).address, value: '0x1' }])
    const second = await openTab(tabs, { wallet })
    await until(() => statusOf(second) === 'uncertain')
    await second.environment.advance(60_000)
    await second.environment.idle()
    expect(statusOf(second)).toBe('uncertain')
    await second.environment.advance(600_000)
    await pass(second.environment, () => statusOf(second) === 'failed')
    expect(tracked(second)).toMatchObject([
      { status: { error: { code: 'transaction_replaced', moneyMoved: 'unknown' }, hash: undefined } },
    ])
  })

  test('behavior: an equal payment that is already on the list is not mistaken for it', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    const first = await openTab(tabs, { wallet })
    await mineByHand()
    await previewed(first)
    await first.latchkey.send.confirm()
    await leaveWhileAsked({ tabs, wallet, page: first })
    const second = await openTab(tabs, { wallet })
    await rpc('evm_mine')
    await pass(second.environment, () => tracked(second).some(({ status }) => status.type === 'confirmed'))
    expect(tracked(second).map(({ status }) => status.type)).toStrictEqual(['uncertain', 'confirmed'])
    await wallet.approve()
    const poolOf = async () => (await rpc<{ pending: object }>('txpool_content')).pending
    while (Object.keys(await poolOf()).length === 0) await second.environment.idle()
    await rpc('evm_mine')
    await pass(second.environment, () => tracked(second).every(({ status }) => status.type === 'confirmed'))
    expect(new Set(tracked(second).flatMap(({ hashes }) => hashes)).size).toBe(2)
  })
})

describe('two tabs', () => {
  test('default: one request at a time; both payments are mined once, and both tabs show both', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    const [one, two] = [await openTab(tabs, { wallet }), await openTab(tabs, { wallet })]
    const before = await balanceOf(account(1).address)
    await previewed(one, '0.1')
    await previewed(two, '0.2')
    wallet.setPolicy('ask')
    const confirming = one.latchkey.send.confirm()
    await untilAsked(wallet)
    await two.latchkey.send.confirm()
    expect(two.latchkey.send.getState()).toMatchObject({
      status: 'preview',
      issues: [{ code: 'transaction_open_elsewhere' }],
    })
    await two.environment.advance(10_000)
    await two.environment.idle()
    // The other page waits for its answer, so the payment is not uncertain.
    expect(statusOf(two)).toBe('asked')
    await wallet.approve()
    await confirming
    wallet.setPolicy('approve')
    await two.latchkey.send.confirm()
    for (const tab of [one, two])
      await pass(tab.environment, () => tracked(tab).filter(({ status }) => status.type === 'confirmed').length === 2)
    expect(tracked(one)).toStrictEqual(tracked(two))
    expect(walletSends(wallet)).toHaveLength(2)
    expect((await balanceOf(account(1).address)) - before).toBe(300_000_000_000_000_000n)
  })

  test('behavior: after confirmations at the same moment, only one makes a request', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    const [one, two] = [await openTab(tabs, { wallet }), await openTab(tabs, { wallet })]
    await previewed(one)
    await previewed(two)
    wallet.setPolicy('ask')
    const both = [one.latchkey.send.confirm(), two.latchkey.send.confirm()]
    await Promise.race(both)
    await untilAsked(wallet)
    expect(wallet.getState().approvals).toHaveLength(1)
    await wallet.approve()
    await Promise.all(both)
    expect(walletSends(wallet)).toHaveLength(1)
    const states = [one, two].map(({ latchkey }) => latchkey.send.getState().status)
    expect(states.sort()).toStrictEqual(['pending', 'preview'])
  })

  test('behavior: a tab that is left releases its lock', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    const [one, two] = [await openTab(tabs, { wallet }), await openTab(tabs, { wallet })]
    await previewed(one)
    await previewed(two)
    wallet.setPolicy('ask')
    void one.latchkey.send.confirm()
    await untilAsked(wallet)
    one.leave()
    await pass(two.environment, () => statusOf(two) === 'uncertain')
    expect(statusOf(two)).toBe('uncertain')
    wallet.setPolicy('approve')
    await two.latchkey.send.confirm()
    expect(two.latchkey.send.getState().status).toBe('pending')
  })
})

test('behavior: a payment that leaves the list takes its toast along', async () => {
  const setting = await setUp()
  await mineByHand()
  await previewed(setting)
  await setting.latchkey.send.confirm()
  expect(setting.latchkey.modal.getState().toast).toMatchObject({ text: 'transactionStarted' })
  await setting.latchkey.connection.disconnect()
  expect(tracked(setting)).toStrictEqual([])
  expect(setting.latchkey.modal.getState().toast).toBeUndefined()
})

describe('the network', () => {
  test('default: a reorganization makes it pending again, and it is final twelve blocks later', async () => {
    const setting = await setUp()
    const { environment, latchkey } = setting
    await previewed(setting)
    const before = await rpc<string>('evm_snapshot')
    await latchkey.send.confirm()
    await pass(environment, () => statusOf(setting) === 'confirmed')
    const hash = tracked(setting)[0]?.hashes[0]
    const raw = await rpc<string>('eth_getRawTransactionByHash', [hash])
    await rpc('evm_revert', [before])
    await pass(environment, () => statusOf(setting) === 'pending')
    expect(tracked(setting)).toMatchObject([{ status: { type: 'pending', hash, reorged: true } }])
    expect(latchkey.send.getState()).toMatchObject({ status: 'pending', hash, reorged: true })
    // In another block than before.
    await rpc('evm_mine')
    await rpc('eth_sendRawTransaction', [raw])
    await pass(environment, () => statusOf(setting) === 'confirmed')
    expect(latchkey.send.getState()).toMatchObject({ status: 'confirmed', hash, final: false })
    await rpc('anvil_mine', ['0xc'])
    await pass(environment, () => JSON.stringify(tracked(setting)[0]?.status, toText).includes('"final":true'))
    expect(latchkey.send.getState()).toMatchObject({ status: 'confirmed', final: true })
    expect(environment.timers()).toBe(0)
  })

  test('behavior: without a node it stays pending and slow but never failed, and is confirmed once a node answers', async () => {
    const setting = await setUp()
    const { environment, latchkey, server } = setting
    await previewed(setting)
    const down = () => Response.json({ status: 'FAILED', code: 'upstream_unavailable', reasons: [] }, { status: 503 })
    server.intercept = down
    await latchkey.send.confirm()
    await environment.advance(60_000)
    await environment.idle()
    expect(latchkey.send.getState()).toMatchObject({ status: 'pending', slow: true })
    server.intercept = () => undefined
    await pass(environment, () => latchkey.send.getState().status === 'confirmed')
    expect(latchkey.send.getState().status).toBe('confirmed')
  })

  test.each([
    ['canceled', { to: () => account(0).address, value: '0x0' }],
    ['confirmed', { to: () => account(1).address, value: '0x16345785d8a0000' }],
    ['failed', { to: () => account(1).address, value: '0x1' }],
  ])('behavior: the wallet replaced it: %s', async (expected, { to, value }) => {
    const setting = await setUp()
    const { environment, latchkey } = setting
    await previewed(setting)
    await mineByHand()
    await latchkey.send.confirm()
    await pass(environment, () => tracked(setting)[0]?.nonce !== undefined)
    await rpc('anvil_dropTransaction', [tracked(setting)[0]?.hashes[0]])
    await rpc('anvil_impersonateAccount', [account(0).address])
    const hash = await rpc<string>('eth_sendTransaction', [{ from: account(0).address, to: to(), value }])
    await rpc('evm_mine')
    await pass(environment, () => statusOf(setting) === expected)
    expect(statusOf(setting)).toBe(expected)
    if (expected !== 'failed') expect(tracked(setting)[0]?.status).toMatchObject({ hash })
  })
})

describe('replacing', () => {
  async function waiting() {
    const setting = await setUp({ takesNonce: true })
    await previewed(setting)
    await mineByHand()
    await setting.latchkey.send.confirm()
    await pass(setting.environment, () => tracked(setting)[0]?.nonce !== undefined)
    const id = tracked(setting)[0]?.id ?? ''
    expect(setting.latchkey.transactions.canReplace({ id })).toBe(true)
    return { ...setting, id }
  }

  test('default: after a speed-up, the replacement is mined with the same nonce', async () => {
    const setting = await waiting()
    const { environment, latchkey, wallet, id } = setting
    const before = await balanceOf(account(1).address)
    await latchkey.transactions.speedUp({ id })
    const [first, second] = walletSends(wallet).map(({ params }) => params[0] as Record<string, string>)
    expect(second).toMatchObject({ to: first?.to, value: first?.value, data: first?.data })
    expect(Number(second?.nonce)).toBe(tracked(setting)[0]?.nonce)
    expect(BigInt(second?.gasPrice ?? 0)).toBeGreaterThan((BigInt(first?.gasPrice ?? 0) * 11n) / 10n)
    expect(tracked(setting)).toMatchObject([{ id, status: { type: 'pending' }, hashes: [{}, {}] }])
    await rpc('evm_mine')
    await pass(environment, () => statusOf(setting) === 'confirmed')
    expect(tracked(setting)[0]?.status).toMatchObject({ hash: tracked(setting)[0]?.hashes[1] })
    expect((await balanceOf(account(1).address)) - before).toBe(100_000_000_000_000_000n)
    await expect(latchkey.transactions.speedUp({ id })).rejects.toMatchObject({ code: 'transaction_done' })
  })

  test('default: after a cancellation, nothing arrives', async () => {
    const setting = await waiting()
    const { environment, latchkey, id } = setting
    const before = await balanceOf(account(1).address)
    await latchkey.transactions.cancel({ id })
    expect(tracked(setting)).toMatchObject([{ canceling: true, status: { type: 'pending' } }])
    expect(latchkey.send.getState().status).toBe('pending')
    await rpc('evm_mine')
    await pass(environment, () => statusOf(setting) === 'canceled')
    expect(latchkey.send.getState().status).toBe('canceled')
    expect(await balanceOf(account(1).address)).toBe(before)
  })

  test('behavior: after a refusal, nothing changes; once mined, it cannot be replaced', async () => {
    const setting = await waiting()
    const { environment, latchkey, wallet, id } = setting
    wallet.setPolicy('reject')
    await expect(latchkey.transactions.cancel({ id })).rejects.toMatchObject({ code: 'user_rejected' })
    expect(tracked(setting)).toMatchObject([{ canceling: false, hashes: [{}] }])
    wallet.setPolicy('ask')
    const canceling = expect(latchkey.transactions.cancel({ id })).rejects.toMatchObject({ code: 'transaction_done' })
    await untilAsked(wallet)
    await rpc('evm_mine')
    await wallet.approve()
    await canceling
    await pass(environment, () => statusOf(setting) === 'confirmed')
    expect(tracked(setting)).toMatchObject([{ canceling: false, status: { type: 'confirmed' } }])
  })

  test.each(['speedUp', 'cancel'] as const)(
    'error: %s with a wallet that ignores the given nonce although it claims to accept it',
    async (kind) => {
      const setting = await waiting()
      const { environment, latchkey, wallet, id } = setting
      const { request } = wallet.provider
      const provider: Eip1193Provider = wallet.provider
      provider.request = async (args) => {
        const [first] = (args.params ?? []) as [{ nonce?: string }]
        if (args.method !== 'eth_sendTransaction') return request(args)
        const { nonce: _, ...others } = first
        return request({ ...args, params: [others] })
      }
      const before = await balanceOf(account(1).address)
      await expect(latchkey.transactions[kind]({ id })).rejects.toMatchObject({ code: 'replacement_unsupported' })
      expect(latchkey.transactions.canReplace({ id })).toBe(false)
      await rpc('evm_mine')
      await pass(environment, () => tracked(setting).every(({ status }) => status.type === 'confirmed'))
      // The list has one entry per payment.
      const paid = kind === 'speedUp' ? 2 : 1
      expect(tracked(setting).map(({ status, hashes }) => [status.type, hashes.length])).toStrictEqual(
        Array.from({ length: paid }, () => ['confirmed', 1]),
      )
      expect((await balanceOf(account(1).address)) - before).toBe(BigInt(paid) * 100_000_000_000_000_000n)
    },
  )

  test('error: a wallet that chooses nonces itself is not asked, because it would pay twice', async () => {
    const setting = await setUp()
    await previewed(setting)
    await mineByHand()
    await setting.latchkey.send.confirm()
    await pass(setting.environment, () => tracked(setting)[0]?.nonce !== undefined)
    const id = tracked(setting)[0]?.id ?? ''
    expect(setting.latchkey.transactions.canReplace({ id })).toBe(false)
    await expect(setting.latchkey.transactions.speedUp({ id })).rejects.toMatchObject({
      code: 'replacement_unsupported',
    })
    expect(walletSends(setting.wallet)).toHaveLength(1)
  })
})

describe('the type of a transaction', () => {
  test('behavior: if only its type is refused, the wallet chooses one', async () => {
    const setting = await setUp()
    answerFor(setting.wallet, 'eth_sendTransaction', (params, next) => {
      const [{ type }] = params as [{ type?: string }]
      if (type === '0x0') throw Object.assign(new Error('Transaction type not supported'), { code: -32603 })
      return next()
    })
    await previewed(setting)
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('pending')
    const sent = walletSends(setting.wallet).map(({ params }) => params[0])
    expect(sent).toHaveLength(1)
    expect(sent[0]).not.toHaveProperty('gasPrice')
    expect(sent[0]).not.toHaveProperty('type')
  })

  test.each([
    [{ code: -32603, message: 'Transaction type not supported: the request timed out' }, 'uncertain'],
    [{ code: -32000, message: 'insufficient funds' }, 'failed'],
    [{ code: 4001, message: 'User rejected: legacy transactions are not supported' }, 'preview'],
    [{ code: -32000, message: 'already known: transaction type not supported' }, 'uncertain'],
  ])('error: %o does not lead to a second request', async (error, expected) => {
    const setting = await setUp()
    let asked = 0
    answerFor(setting.wallet, 'eth_sendTransaction', () => {
      asked++
      throw Object.assign(new Error(error.message), error)
    })
    await previewed(setting)
    await setting.latchkey.send.confirm()
    expect([asked, setting.latchkey.send.getState().status]).toStrictEqual([1, expected])
  })
})

test('behavior: the account is watched if the app enables it', async () => {
  const { environment, latchkey } = await setUp({ config: { pendingTransactions: { watch: true } } })
  await latchkey.balances.refresh()
  const asked = () => environment.requests.filter(({ url }) => url.includes('/balance')).length
  const seconds = async (count: number, { environment: own }: { environment: TestEnvironment }) => {
    await own.advance(count * 1000)
    await own.idle()
  }
  await until(() => environment.requests.some(({ body }) => body?.includes('eth_getTransactionCount')))
  await environment.idle()
  await seconds(60, { environment })
  const before = asked()
  await rpc('anvil_impersonateAccount', [account(0).address])
  await rpc('eth_sendTransaction', [{ from: account(0).address, to: account(1).address, value: '0x1' }])
  await seconds(30, { environment })
  expect(asked()).toBe(before + 1)
  latchkey.destroy()
  expect(environment.timers()).toBe(0)
})

function toText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

import type { VirtualWallet } from '@latchkey/testkit'
import { describe, expect, test } from 'vitest'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { createTestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { nativeRow, rowOf, sendOnDevnet, untilAsked } from '../testing/sendOnDevnet.ts'
import { signTimeout } from '../transactions/signTimeout.ts'

const { account, rpc, tokenBalance, tokenOf, setUp, pass, mineByHand, walletSends } = sendOnDevnet()

describe('confirm', () => {
  async function previewed() {
    const setting = await setUp()
    setting.latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await setting.latchkey.send.prepare()
    expect(setting.latchkey.send.getState().status).toBe('preview')
    return setting
  }

  test('behavior: two calls make one wallet request', async () => {
    const { latchkey, wallet } = await previewed()
    await Promise.all([latchkey.send.confirm(), latchkey.send.confirm()])
    await latchkey.send.confirm()
    expect(walletSends(wallet)).toHaveLength(1)
  })

  test('behavior: after a refusal, the preview remains', async () => {
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

  test('behavior: typing during a wallet request changes nothing', async () => {
    const { latchkey, wallet } = await previewed()
    wallet.setPolicy('ask')
    const confirming = latchkey.send.confirm()
    await untilAsked(wallet)
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

  test('error: the wallet is disconnected (spec 8.4)', async () => {
    const { latchkey, wallet } = await previewed()
    wallet.disappear()
    await latchkey.send.confirm()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'wallet_disconnected', moneyMoved: 'no' },
    })
    expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'error', message: 'Something went wrong' })
  })

  test('error: a silent wallet may have sent; a late hash is accepted', async () => {
    const { environment, latchkey, wallet } = await previewed()
    wallet.setPolicy('hang')
    const confirming = latchkey.send.confirm()
    await untilAsked(wallet)
    await environment.advance(signTimeout)
    await confirming
    expect(latchkey.send.getState()).toMatchObject({
      status: 'uncertain',
      error: { code: 'wallet_timeout', moneyMoved: 'unknown' },
    })
    expect(latchkey.transactions.getState()).toMatchObject({ transactions: [{ status: { type: 'uncertain' } }] })
    await wallet.approve()
    await until(() => latchkey.send.getState().status === 'pending')
  })

  test('behavior: a payment that may have been sent is on the list, even if the storage was cleared in the meantime', async () => {
    const { environment, latchkey, wallet } = await previewed()
    wallet.setPolicy('hang')
    const confirming = latchkey.send.confirm()
    await untilAsked(wallet)
    environment.storage.removeItem(pendingRecordKey)
    environment.page().dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    await environment.advance(signTimeout)
    await confirming
    expect(latchkey.send.getState().status).toBe('uncertain')
    expect(latchkey.transactions.getState()).toMatchObject({ transactions: [{ status: { type: 'uncertain' } }] })
  })
})

describe('pending', () => {
  test('behavior: slow after 25 s, never failed, and confirmed in the end', async () => {
    const { environment, latchkey } = await setUp()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    await mineByHand()
    await latchkey.send.confirm()
    await pass(environment, () => {
      const state = latchkey.send.getState()
      return state.status === 'pending' && state.slow
    })
    expect(latchkey.send.getState()).toMatchObject({ status: 'pending', slow: true })
    await rpc('evm_mine')
    await pass(environment, () => latchkey.send.getState().status === 'confirmed')
    expect(latchkey.send.getState().status).toBe('confirmed')
  })

  test('behavior: resumed after a reload', async () => {
    const first = await setUp()
    first.latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await first.latchkey.send.prepare()
    await mineByHand()
    await first.latchkey.send.confirm()
    const before = first.latchkey.send.getState()
    first.latchkey.destroy()
    const { storage } = first.environment
    const second = await setUp({ storage })
    expect(storage.getItem(pendingRecordKey)).not.toBeNull()
    await second.latchkey.connection.reconnect()
    await until(() => second.latchkey.send.getState().status === 'pending')
    if (before.status !== 'pending') throw new Error(before.status)
    // Receiver notices belong to the preview only.
    const { receiverNotice: _, ...preview } = before.preview
    expect(second.latchkey.send.getState()).toMatchObject({ hash: before.hash, preview })
    await rpc('evm_mine')
    await pass(second.environment, () => second.latchkey.send.getState().status === 'confirmed')
    expect(second.latchkey.send.getState().status).toBe('confirmed')
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
    // The tokens are moved before the transaction is mined.
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

  test('error: another transaction replaced it', async () => {
    const { environment, latchkey } = await setUp()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    await mineByHand()
    await latchkey.send.confirm()
    const state = latchkey.send.getState()
    if (state.status !== 'pending') throw new Error(state.status)
    await pass(environment, () => environment.requests.some(({ body }) => body?.includes('eth_getTransactionByHash')))
    await rpc('anvil_dropTransaction', [state.hash])
    await rpc('anvil_impersonateAccount', [account(0).address])
    await rpc('eth_sendTransaction', [{ from: account(0).address, to: account(2).address, value: '0x1' }])
    await rpc('evm_mine')
    await pass(environment, () => latchkey.send.getState().status === 'failed')
    expect(latchkey.send.getState()).toMatchObject({ error: { code: 'transaction_replaced', moneyMoved: 'unknown' } })
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
  test('error: the server is unreachable', async () => {
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

  test('behavior: a look-alike of a known receiver is detected, and a failing activity request blocks nothing', async () => {
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
    expect(await preview()).toStrictEqual({
      type: 'look-alike',
      knownAddress: account(1).address,
      source: 'history',
    })
    latchkey.send.edit({ token: rowOf(tokenOf('usd')), receiverAddress: tokenOf('site').address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ preview: { receiverNotice: { type: 'token-contract' } } })
    server.intercept = ({ url }) => (url.pathname.endsWith('/history') ? new Response('', { status: 500 }) : undefined)
    expect(await preview()).toBeUndefined()
  })

  test('behavior: a disconnect removes the payments of the account', async () => {
    const { environment, latchkey } = await setUp()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    await mineByHand()
    await latchkey.send.confirm()
    expect(environment.storage.getItem(pendingRecordKey)).not.toBeNull()
    await latchkey.connection.disconnect()
    expect(environment.storage.getItem(pendingRecordKey)).toBeNull()
    expect(latchkey.send.getState()).toMatchObject({ status: 'editing', form: { sendTokenAmount: '' } })
  })

  test('error: without a connection', async () => {
    const { latchkey } = await setUp()
    await latchkey.connection.disconnect()
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ status: 'failed', error: { code: 'no_active_account' } })
    await expect(latchkey.send.max()).rejects.toMatchObject({ code: 'no_active_account' })
  })
})

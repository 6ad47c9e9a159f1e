import { describe, expect, test } from 'vitest'
import { decodeTransfer } from '../chains/eip155/erc20.ts'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { sendRecordKey } from '../storage/sendRecordKey.ts'
import { nativeRow, rowOf, sendOnDevnet } from '../testing/sendOnDevnet.ts'
import { emptyForm } from './initialSend.ts'

const { account, rpc, tokenBalance, tokenOf, setUp, pass, walletSends } = sendOnDevnet()

describe('native token', () => {
  test('default (spec 4.12, 5.5, 7.37, 7.41 and 8.9)', async () => {
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
    expect(latchkey.send.getState().form).toStrictEqual(emptyForm)
    expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'success', message: 'Transaction started' })
    expect(events).toMatchObject([{ type: 'transactionSent', chainId: 'eip155:31337' }])
    expect(walletSends(wallet)[0]?.params[0]).toMatchObject({
      type: '0x0',
      chainId: '0x7a69',
      gas: '0x5208',
      gasPrice: `0x${(preview.transaction as { gasPrice: bigint }).gasPrice.toString(16)}`,
    })
    await pass(environment, () => latchkey.send.getState().status === 'confirmed')
    expect(latchkey.send.getState()).toMatchObject({ status: 'confirmed' })
    expect(BigInt(await rpc<string>('eth_getBalance', [receiver, 'latest'])) - before).toBe(250000000000000000n)
    // It is watched until it is final; an hour later it leaves the list.
    await rpc('anvil_mine', ['0xc'])
    await pass(environment, () => {
      const now = latchkey.send.getState()
      return now.status === 'confirmed' && now.final
    })
    expect(latchkey.transactions.getState()).toMatchObject({
      transactions: [{ status: { type: 'confirmed', final: true } }],
    })
    expect(environment.storage.getItem(sendRecordKey)).toBeNull()
    expect(environment.timers()).toBe(0)
    latchkey.transactions.dismiss({ id: latchkey.transactions.getState().transactions[0]?.id ?? '' })
    expect(environment.storage.getItem(pendingRecordKey)).toBeNull()
  })

  test('behavior: max reserves the network cost and can be sent', async () => {
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
    expect(latchkey.send.getState()).toMatchObject({
      status: 'editing',
      issues: [
        {
          code: 'insufficient_gas',
          message: expect.stringMatching(/^Not enough ETH for the network cost.*, and this amount leaves 0$/),
          shortfall: { symbol: 'ETH', costText: expect.stringMatching(/[1-9]/), leftText: '0', isNative: true },
        },
      ],
    })
  })
})

describe('tokens', () => {
  test.each(['usd', 'plain', 'site', 'no-bool'] as const)('default: %s (spec 5.4)', async (kind) => {
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

  test('behavior: an account without the native token learns the network cost and its balance', async () => {
    const { latchkey } = await setUp()
    await rpc('anvil_setBalance', [account(0).address, '0x3e8'])
    latchkey.send.edit({ token: rowOf(tokenOf('usd')), sendTokenAmount: '1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    const { status, issues } = latchkey.send.getState()
    expect({ status, issues }).toMatchObject({
      status: 'editing',
      issues: [
        {
          field: 'sendTokenAmount',
          code: 'insufficient_gas',
          shortfall: { symbol: 'ETH', leftText: '0.000000000000001', isNative: false },
        },
      ],
    })
    const cost = issues[0]?.shortfall?.costText
    expect(Number(cost)).toBeGreaterThan(0)
    expect(issues[0]?.message).toBe(
      `Not enough ETH for the network cost: you need about ${cost} ETH, you have 0.000000000000001`,
    )
  })

  test('behavior: the preview shows the transfer fee of a token', async () => {
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

  test('error: a row with other decimals than the token', async () => {
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

  test('error: a node that refuses to estimate the gas (spec 8.33)', async () => {
    const { latchkey, server } = await setUp()
    server.intercept = async ({ calls }) => {
      if (!calls.some(({ method }) => method === 'eth_estimateGas')) return undefined
      const error = { code: 3, message: 'execution reverted: paused' }
      const answers = await Promise.all(
        calls.map(async ({ method, params }, id) =>
          method === 'eth_estimateGas' ? { id, error } : { id, result: await rpc(method, params) },
        ),
      )
      return Response.json(answers.length === 1 ? answers[0] : answers)
    }
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.25', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'estimate_gas_failed', message: 'Estimate gas failed', details: 'execution reverted: paused' },
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

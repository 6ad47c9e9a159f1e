import { readTransaction } from '@latchkey/bitcoin'
import { bitcoinNetworks } from '@latchkey/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendRecordKey } from '../../storage/sendRecordKey.ts'
import { createTestTabs } from '../../testing/createTestEnvironment.ts'
import { type BitcoinSetting, bitcoinRow, sendOnBitcoin } from '../../testing/sendOnBitcoin.ts'
import type { SendPreview } from '../SendFeature.ts'

const { chain, ask, setUp, createWallet, fund, pass } = sendOnBitcoin()
const chainId = bitcoinNetworks.regtest
const receiver = () => chain().accounts[1]?.payment.address as string

type Payment = Extract<SendPreview['transaction'], { namespace: 'bip122' }>

async function start(values: readonly number[], options?: Parameters<typeof setUp>[0]) {
  const wallet = options?.wallet ?? createWallet()
  const own = wallet.addresses[0]?.payment as string
  if (values.length > 0) await fund(own, values)
  const setting = await setUp({ ...options, wallet })
  onTestFinished(() => setting.latchkey.destroy())
  return { ...setting, own }
}

async function preview({ latchkey }: BitcoinSetting, sendTokenAmount: string, receiverAddress = receiver()) {
  latchkey.send.edit({ token: bitcoinRow, sendTokenAmount, receiverAddress })
  await latchkey.send.prepare()
  const state = latchkey.send.getState()
  if (state.status !== 'preview') throw new Error(JSON.stringify(state, (_, v) => (typeof v === 'bigint' ? `${v}` : v)))
  return state.preview as SendPreview & { transaction: Payment }
}

const issues = ({ latchkey }: BitcoinSetting) =>
  latchkey.send.getState().issues.map(({ field, code, message }) => ({ field, code, message }))
const sent = (setting: BitcoinSetting) =>
  setting.calls.filter(({ method }) => method === 'sendrawtransaction').map(({ params }) => String(params[0]))
const statusOf = (setting: BitcoinSetting) => setting.latchkey.transactions.getState().transactions[0]?.status

describe('a payment', () => {
  test('is previewed to the satoshi, signed, sent, and final after six blocks', async () => {
    const setting = await start([40_000, 150_000, 900_000])
    const { latchkey, own } = setting
    const shown = await preview(setting, '0.002')
    expect(shown).toMatchObject({ receiver: receiver(), amount: 200_000n, amountText: '0.002', value: 120 })
    expect(shown.transaction.inputs).toMatchObject([{ value: 900_000n, address: own }])
    expect(shown.transaction).toMatchObject({ fee: 705n, vsize: 141, feeRate: 5000n })
    expect(shown.networkCostText).toBe('0.00000705')
    expect(shown.remainingText).toBe('0.00889295')

    await latchkey.send.confirm()
    const [hex] = sent(setting)
    const signed = readTransaction({ hex: hex as string, chainId })
    expect(signed.outputs.map(({ address, value }) => ({ address, value }))).toEqual(
      shown.transaction.outputs.map(({ address, value }) => ({ address, value })),
    )
    expect(signed.lockTime).toBe(Number(await ask({ method: 'getblockcount', params: [] })) - 1)
    expect(latchkey.send.getState()).toMatchObject({ status: 'pending', hash: signed.txid })

    await chain().mine()
    await pass(setting.environment, () => statusOf(setting)?.type === 'confirmed')
    expect(latchkey.send.getState()).toMatchObject({ status: 'confirmed', hash: signed.txid, final: false })
    await chain().mine({ count: 5 })
    await pass(setting.environment, () => {
      const status = statusOf(setting)
      return status?.type === 'confirmed' && status.final
    })
    expect(statusOf(setting)).toMatchObject({ type: 'confirmed', final: true })
    expect(sent(setting)).toHaveLength(1)
  })

  test('of the whole balance leaves nothing behind', async () => {
    const setting = await start([50_000, 70_000, 400])
    const { latchkey, own } = setting
    latchkey.send.edit({ token: bitcoinRow, receiverAddress: receiver() })
    const max = await latchkey.send.max()
    const shown = await preview(setting, max)
    // The coin of 400 sat costs 340 to spend, which is worth it.
    expect(shown.transaction.inputs).toHaveLength(3)
    expect(shown.transaction.outputs).toMatchObject([{ address: receiver(), isChange: false }])
    expect(shown.remainingText).toBe('0')
    await latchkey.send.confirm()
    expect(latchkey.send.getState().status).toBe('pending')
    expect(await ask({ method: 'getaddressutxos', params: [{ addresses: [own] }] })).toEqual([])
  })

  test('may spend its own pending change, but no other pending coin', async () => {
    const setting = await start([100_000])
    const { latchkey, own } = setting
    await preview(setting, '0.0002')
    await latchkey.send.confirm()
    await chain().fund({ address: own, value: 500_000 })
    const second = await preview(setting, '0.0003')
    expect(second.transaction.inputs).toMatchObject([{ value: 79_295n }])
    await latchkey.send.confirm()
    expect(latchkey.send.getState().status).toBe('pending')
    expect(sent(setting)).toHaveLength(2)
    latchkey.send.edit({ token: bitcoinRow, sendTokenAmount: '0.003', receiverAddress: receiver() })
    await latchkey.send.prepare()
    expect(issues(setting)).toMatchObject([{ field: 'sendTokenAmount', code: 'insufficient_balance' }])
  })

  test('reports a high fee, from 500 sat/vB or a tenth of the amount on', async () => {
    const setting = await start([10_000_000])
    const feeOf = async (feeRate: number, amount: string) => {
      setting.server.feeRate = feeRate
      // Rates are cached for a while.
      await setting.environment.advance(60_000)
      const { feeNotice, transaction } = await preview(setting, amount)
      return [feeNotice, transaction.fee]
    }
    expect(await feeOf(499, '0.05')).toEqual([undefined, 70_359n])
    expect(await feeOf(500, '0.05')).toEqual(['high', 70_500n])
    expect(await feeOf(20, '0.00028201')).toEqual([undefined, 2_820n])
    expect(await feeOf(20, '0.000282')).toEqual(['high', 2_820n])
    // A fee of few satoshis is not high for any amount.
    expect(await feeOf(5, '0.00001')).toEqual([undefined, 705n])
    await feeOf(20, '0.000282')
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('pending')
    expect(setting.environment.storage.getItem(sendRecordKey)).not.toContain('feeNotice')
  })

  test('has prices for the three speeds', async () => {
    const setting = await start([100_000])
    setting.server.answer = ({ method, params }) => {
      if (method !== 'estimatesmartfee') return undefined
      return { feerate: { 6: 0.2, 3: 12.345, 1: 9 }[Number(params[0])], blocks: params[0] }
    }
    setting.latchkey.send.edit({ token: bitcoinRow, sendTokenAmount: '0.0005', receiverAddress: receiver() })
    expect(await setting.latchkey.send.gasPrices()).toEqual({
      standard: { gasPrice: 1000n, rateText: '1 sat/vB', costText: '0.00000141' },
      fast: { gasPrice: 12_345n, rateText: '12.3 sat/vB', costText: '0.00001741' },
      instant: { gasPrice: 12_345n, rateText: '12.3 sat/vB', costText: '0.00001741' },
    })
  })
})

describe('a form', () => {
  test('reports each of its issues', async () => {
    const setting = await start([100_000])
    const right = receiver()
    const mistyped = `${right.slice(0, -1)}${right.endsWith('q') ? 'p' : 'q'}`
    const cases: readonly [amount: string, address: string, field: string, code: string, message: RegExp][] = [
      ['0.00000293', right, 'sendTokenAmount', 'amount_dust', /less than 0.00000294 BTC/],
      ['0.000000001', right, 'sendTokenAmount', 'amount_too_precise', /8/],
      ['0', right, 'sendTokenAmount', 'invalid_amount', /./],
      ['5', right, 'sendTokenAmount', 'insufficient_balance', /./],
      [
        '0.00099999',
        right,
        'sendTokenAmount',
        'insufficient_gas',
        /^Not enough BTC .* 0\.0000\d+ BTC, and this amount leaves 0\.00000001$/,
      ],
      [
        '0.0001',
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        'receiverAddress',
        'receiver_other_network',
        /another network/,
      ],
      ['0.0001', mistyped, 'receiverAddress', 'checksum_mismatch', /./],
      ['0.0001', '0x140BBf461e33044E4193730d1511EA2894edb528', 'receiverAddress', 'invalid_receiver', /./],
    ]
    for (const [sendTokenAmount, receiverAddress, field, code, message] of cases) {
      setting.latchkey.send.edit({ token: bitcoinRow, sendTokenAmount, receiverAddress })
      await setting.latchkey.send.prepare()
      expect(setting.latchkey.send.getState().status).toBe('editing')
      expect(issues(setting)).toMatchObject([{ field, code, message: expect.stringMatching(message) }])
    }
  })

  test('never spends from an address with inscriptions', async () => {
    const setting = await start([])
    const { wallet, latchkey } = setting
    const ordinals = wallet.addresses[0]?.ordinals as string
    await fund(ordinals, [100_000])
    latchkey.connection.selectAddress({ address: ordinals })
    latchkey.send.edit({ token: bitcoinRow, sendTokenAmount: '0.0005', receiverAddress: receiver() })
    await latchkey.send.prepare()
    expect(issues(setting)).toMatchObject([
      { field: 'token', code: 'address_keeps_inscriptions', message: expect.stringMatching(/inscriptions/) },
    ])
  })
})

describe('faults', () => {
  test('a list of coins with wrong values is refused', async () => {
    const setting = await start([100_000])
    setting.server.answer = async (call) => {
      if (call.method !== 'getaddressutxos') return undefined
      const rows = (await ask(call)) as { satoshis: number }[]
      return rows.map((row) => ({ ...row, satoshis: row.satoshis * 2 }))
    }
    setting.latchkey.send.edit({ token: bitcoinRow, sendTokenAmount: '0.0005', receiverAddress: receiver() })
    await setting.latchkey.send.prepare()
    expect(setting.latchkey.send.getState()).toMatchObject({ status: 'failed', error: { moneyMoved: 'no' } })
  })

  test('a wallet that signs another payment sends nothing', async () => {
    const setting = await start([100_000])
    const thief = createWallet()
    const other = await start([100_000])
    const { psbt } = (await preview(other, '0.0005', thief.addresses[0]?.payment)).transaction
    await preview(setting, '0.0005')
    const { features } = setting.wallet.standard as unknown as {
      features: Record<string, { signTransaction: (...inputs: object[]) => Promise<unknown> }>
    }
    const feature = features['bitcoin:signTransaction'] as {
      signTransaction: (...inputs: object[]) => Promise<unknown>
    }
    feature.signTransaction = async () => [{ signedPsbt: Uint8Array.from(atob(psbt), (c) => c.charCodeAt(0)) }]
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'send_failed', moneyMoved: 'no' },
    })
    expect(sent(setting)).toEqual([])
    expect(setting.latchkey.transactions.getState().transactions).toEqual([])
  })

  test('a refusal by the visitor sends nothing, and can be followed by another attempt', async () => {
    const setting = await start([100_000])
    await preview(setting, '0.0005')
    setting.wallet.setPolicy('reject')
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('preview')
    expect(sent(setting)).toEqual([])
    setting.wallet.setPolicy('approve')
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('pending')
  })

  test('a signed payment is submitted again after a reload until nodes have it, and remains one payment', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    const setting = await start([100_000], { wallet, open: tabs.open })
    await preview(setting, '0.0005')
    // Both the answer and the bytes were lost.
    setting.server.answer = ({ method }) => {
      if (method === 'sendrawtransaction') throw Object.assign(new Error('fetch failed'), { code: 0 })
      return undefined
    }
    setting.server.intercept = async () => Response.error()
    await setting.latchkey.send.confirm()
    expect(statusOf(setting)?.type).toBe('pending')
    tabs.leave(setting.environment)
    setting.latchkey.destroy()

    const next = await start([], { wallet, open: tabs.open })
    await pass(next.environment, () => sent(next).length > 0)
    expect(sent(next)).toHaveLength(1)
    await chain().mine()
    await pass(next.environment, () => statusOf(next)?.type === 'confirmed')
    expect(wallet.requests().filter(({ method }) => method === 'bitcoin:signTransaction')).toHaveLength(1)
  })

  test('a payment that one node refused and another has is pending again', async () => {
    const setting = await start([100_000])
    await preview(setting, '0.0005')
    setting.server.answer = ({ method }) => {
      if (method === 'sendrawtransaction') throw Object.assign(new Error('min relay fee not met'), { code: -26 })
      return undefined
    }
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState()).toMatchObject({ status: 'failed', error: { moneyMoved: 'no' } })
    expect(statusOf(setting)?.type).toBe('failed')
    await ask({ method: 'sendrawtransaction', params: sent(setting) })
    await pass(setting.environment, () => statusOf(setting)?.type === 'pending')
    expect(setting.latchkey.send.getState().status).toBe('pending')
    await chain().mine()
    await pass(setting.environment, () => statusOf(setting)?.type === 'confirmed')
    expect(setting.latchkey.send.getState().status).toBe('confirmed')
  })

  test('a payment fails if another transaction takes its coins', async () => {
    const setting = await start([100_000])
    const rival = await start([], { wallet: setting.wallet })
    await preview(setting, '0.0005')
    await setting.latchkey.send.confirm()
    // The same coin at a higher fee, from another client.
    rival.server.feeRate = 40
    rival.server.answer = async (call) => {
      if (call.method !== 'getaddressutxos') return undefined
      const [input] = readTransaction({ hex: sent(setting)[0] as string, chainId }).inputs
      const transaction = (await ask({ method: 'getrawtransaction', params: [input?.txid, true] })) as {
        vout: { scriptpubkey: string }[]
        status: { block_height: number }
      }
      return [
        {
          ...{ address: rival.own, txid: input?.txid, vout: input?.vout, satoshis: 100_000 },
          height: transaction.status.block_height,
          script: transaction.vout[input?.vout ?? 0]?.scriptpubkey,
        },
      ]
    }
    await preview(rival, '0.0004')
    await rival.latchkey.send.confirm()
    expect(rival.latchkey.send.getState().status).toBe('pending')
    await chain().mine({ count: 6 })
    await pass(setting.environment, () => statusOf(setting)?.type === 'failed')
    expect(statusOf(setting)).toMatchObject({ type: 'failed', error: { code: 'transaction_replaced' } })
  })
})

describe('a wallet that cannot sign without sending', () => {
  /** The sats-connect protocol without `signPsbt`. */
  async function startWithout(answer?: (send: () => Promise<unknown>) => Promise<unknown>) {
    const wallet = createWallet()
    const { sats } = wallet
    const { request } = sats
    sats.request = async (method, params) => {
      if (method === 'signPsbt') return { status: 'error', error: { code: -32601, message: 'Method not found' } }
      if (method === 'sendTransfer' && answer) return answer(() => request(method, params))
      return request(method, params)
    }
    await fund(wallet.addresses[0]?.payment as string, [100_000])
    const setting = await setUp({ wallet, isSats: true })
    onTestFinished(() => setting.latchkey.destroy())
    return setting
  }

  test('is asked for the payment, which is followed', async () => {
    const setting = await startWithout()
    await preview(setting, '0.0005')
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('pending')
    expect(sent(setting)).toEqual([])
    const id = setting.latchkey.transactions.getState().transactions[0]?.id as string
    expect(setting.latchkey.transactions.canReplace({ id })).toBe(false)
    await chain().mine()
    await pass(setting.environment, () => statusOf(setting)?.type === 'confirmed')
    expect(setting.wallet.requests().filter(({ method }) => method === 'sendTransfer')).toHaveLength(1)
  })

  test('may have sent the payment if its answer is lost, and is not asked again', async () => {
    const setting = await startWithout(async (send) => {
      await send()
      throw new Error('The message port closed')
    })
    await preview(setting, '0.0005')
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('uncertain')
    expect(setting.wallet.requests().filter(({ method }) => method === 'sendTransfer')).toHaveLength(1)
  })
})

describe('a pending payment', () => {
  test('is sped up with the same coins, and stays one entry', async () => {
    const setting = await start([100_000, 60_000])
    const { latchkey } = setting
    const first = await preview(setting, '0.0005')
    await latchkey.send.confirm()
    const [entry] = latchkey.transactions.getState().transactions
    const id = entry?.id as string
    expect(latchkey.transactions.canReplace({ id })).toBe(true)
    await latchkey.transactions.speedUp({ id, gasPrice: 30_000n })
    const [, hex] = sent(setting)
    const faster = readTransaction({ hex: hex as string, chainId })
    expect(faster.inputs.map(({ txid }) => txid)).toEqual(first.transaction.inputs.map(({ txid }) => txid))
    expect(faster.outputs).toContainEqual(expect.objectContaining({ address: receiver(), value: 50_000n }))
    expect(latchkey.transactions.getState().transactions).toHaveLength(1)
    expect(statusOf(setting)).toMatchObject({ type: 'pending', hash: faster.txid })
    await chain().mine()
    await pass(setting.environment, () => statusOf(setting)?.type === 'confirmed')
    expect(statusOf(setting)).toMatchObject({ type: 'confirmed', hash: faster.txid })
  })

  test('is canceled by paying its coins back', async () => {
    const setting = await start([100_000])
    const { latchkey, own } = setting
    await preview(setting, '0.0005')
    await latchkey.send.confirm()
    const [entry] = latchkey.transactions.getState().transactions
    await latchkey.transactions.cancel({ id: entry?.id as string })
    const back = readTransaction({ hex: sent(setting)[1] as string, chainId })
    expect(back.outputs.map(({ address }) => address)).toEqual([own])
    await chain().mine()
    await pass(setting.environment, () => statusOf(setting)?.type === 'canceled')
    expect(statusOf(setting)).toMatchObject({ type: 'canceled', hash: back.txid })
  })

  test('stays canceled if its cancellation is sped up', async () => {
    const setting = await start([100_000])
    const { latchkey, own } = setting
    await preview(setting, '0.0005')
    await latchkey.send.confirm()
    const id = latchkey.transactions.getState().transactions[0]?.id as string
    await latchkey.transactions.cancel({ id })
    await latchkey.transactions.speedUp({ id, gasPrice: 30_000n })
    const back = readTransaction({ hex: sent(setting)[2] as string, chainId })
    expect(back.outputs.map(({ address }) => address)).toEqual([own])
    expect(latchkey.transactions.getState().transactions).toMatchObject([
      { canceling: true, status: { type: 'pending' } },
    ])
    await chain().mine()
    await pass(setting.environment, () => statusOf(setting)?.type !== 'pending')
    expect(statusOf(setting)).toStrictEqual({ type: 'canceled', hash: back.txid })
  })

  test('stays unchanged if its change was already spent', async () => {
    const setting = await start([100_000])
    const { latchkey } = setting
    await preview(setting, '0.0002')
    await latchkey.send.confirm()
    const [first] = latchkey.transactions.getState().transactions
    await preview(setting, '0.0003')
    await latchkey.send.confirm()
    await expect(latchkey.transactions.cancel({ id: first?.id as string })).rejects.toMatchObject({
      code: 'replacement_unsupported',
    })
    expect(sent(setting)).toHaveLength(2)
  })
})

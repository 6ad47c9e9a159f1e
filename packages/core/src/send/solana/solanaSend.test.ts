import { readTransfer } from '@latchkey/solana'
import { describe, expect, test } from 'vitest'
import { fromBase64 } from '../../chains/solana/base64.ts'
import { createTestTabs } from '../../testing/createTestEnvironment.ts'
import { sendOnSolana } from '../../testing/sendOnSolana.ts'
import type { SendForm } from '../SendFeature.ts'

const { setUp, createWallet, pass, person, tokenOf, nativeRow, rowOf, advance, request, network } = sendOnSolana()
type Setting = Awaited<ReturnType<typeof setUp>>

async function preview({ latchkey }: Setting, form: Partial<SendForm>) {
  latchkey.send.edit({ receiverAddress: person(1).address, ...form })
  await latchkey.send.prepare()
  const state = latchkey.send.getState()
  if (state.status !== 'preview') throw new Error(JSON.stringify(state, (_, v) => (typeof v === 'bigint' ? `${v}` : v)))
  return state.preview
}

const statusOf = ({ latchkey }: Setting) => latchkey.transactions.getState().transactions[0]?.status
/** The transactions that were submitted to the network. */
const sent = ({ environment }: Setting) =>
  environment.requests.flatMap(({ body = '[]' }) =>
    [JSON.parse(body) as unknown].flat().flatMap((call) => {
      const { method, params } = call as { method?: string; params?: unknown[] }
      return method === 'sendTransaction' ? [String(params?.[0])] : []
    }),
  )
const asked = ({ wallet }: Setting, method: string) =>
  wallet.requests().filter((entry) => entry.method === `solana:${method}`)
const featuresOf = ({ wallet }: Setting) =>
  wallet.standard.features as Record<string, Record<string, (...inputs: { transaction: Uint8Array }[]) => unknown>>

describe('a payment', () => {
  test('default: of a token is previewed, signed, sent, confirmed and final', async () => {
    const setting = await setUp()
    const shown = await preview(setting, { token: rowOf(tokenOf('usd')), sendTokenAmount: '12.5' })
    expect(shown).toMatchObject({ amount: 12_500_000n, transferFeeText: null, nativeSymbol: 'SOL' })
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState()).toMatchObject({ status: 'pending' })
    const [raw = ''] = sent(setting)
    const said = readTransfer(fromBase64(raw) ?? new Uint8Array())
    expect(said).toMatchObject({ amount: 12_500_000n, token: { mint: tokenOf('usd').address, decimals: 6 } })
    await pass(setting.environment, () => statusOf(setting)?.type === 'confirmed')
    advance(40)
    await pass(setting.environment, () => {
      const status = statusOf(setting)
      return status?.type === 'confirmed' && status.final
    })
    expect(statusOf(setting)).toMatchObject({ type: 'confirmed', final: true })
    expect(sent(setting)).toHaveLength(1)
    expect(asked(setting, 'signTransaction')).toHaveLength(1)
  })

  test('behavior: takes its toast along when it leaves the list', async () => {
    const setting = await setUp()
    await preview(setting, { token: nativeRow(), sendTokenAmount: '0.1' })
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.modal.getState().toast).toMatchObject({ text: 'transactionStarted' })
    await setting.latchkey.connection.disconnect()
    expect(statusOf(setting)).toBeUndefined()
    expect(setting.latchkey.modal.getState().toast).toBeUndefined()
  })

  test('behavior: max of SOL leaves the account its minimum and can be sent; the speeds have prices', async () => {
    const setting = await setUp({ wallet: createWallet(3) })
    const { latchkey } = setting
    latchkey.send.edit({ token: nativeRow(), receiverAddress: person(1).address })
    const max = await latchkey.send.max()
    expect(await latchkey.send.gasPrices()).toMatchObject({
      standard: { gasPrice: 1_000n, costText: '0.000005001' },
      fast: { costText: '0.00000501' },
      instant: { costText: '0.00000505' },
    })
    const { remainingText } = await preview(setting, { token: nativeRow(), sendTokenAmount: max })
    expect(Number(remainingText)).toBeGreaterThan(0.00089)
    latchkey.send.edit({ token: rowOf(tokenOf('transfer-fee')) })
    expect(Number(await latchkey.send.max())).toBeGreaterThan(0)
  })
})

describe('faults', () => {
  test('error: a refusal by the visitor sends nothing, and can be followed by another attempt', async () => {
    const setting = await setUp()
    await preview(setting, { token: nativeRow(), sendTokenAmount: '0.1' })
    setting.wallet.setPolicy('reject')
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('preview')
    expect(sent(setting)).toStrictEqual([])
    setting.wallet.setPolicy('approve')
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('pending')
  })

  test('error: a wallet that signs another payment sends nothing; the error has the specification’s sentence (spec 8.5)', async () => {
    const setting = await setUp()
    const other = await setUp()
    await preview(other, { token: nativeRow(), sendTokenAmount: '0.3' })
    await other.latchkey.send.confirm()
    const [raw = ''] = sent(other)
    await preview(setting, { token: rowOf(tokenOf('usd')), sendTokenAmount: '0.3' })
    const feature = featuresOf(setting)['solana:signTransaction']
    if (!feature) throw new Error('No feature')
    feature.signTransaction = async () => [{ signedTransaction: fromBase64(raw) }]
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'send_failed', moneyMoved: 'no' },
    })
    expect(setting.latchkey.modal.getState().toast).toMatchObject({
      kind: 'error',
      message: 'Failed to send transaction. Please try again.',
    })
    expect(sent(setting)).toStrictEqual([])
    expect(setting.latchkey.transactions.getState().transactions).toStrictEqual([])
  })

  test('behavior: a wallet that cannot only sign is asked to send, and its payment is followed', async () => {
    const setting = await setUp()
    delete featuresOf(setting)['solana:signTransaction']
    await preview(setting, { token: nativeRow(), sendTokenAmount: '0.2' })
    await setting.latchkey.send.confirm()
    expect(setting.latchkey.send.getState().status).toBe('pending')
    expect(asked(setting, 'signAndSendTransaction')).toHaveLength(1)
    await pass(setting.environment, () => statusOf(setting)?.type === 'confirmed')
    expect(statusOf(setting)).toMatchObject({ type: 'confirmed' })
    expect(sent(setting)).toStrictEqual([])
  })

  test('behavior: a signed payment is submitted again after a reload until nodes have it, and remains one payment', async () => {
    const tabs = createTestTabs()
    const wallet = createWallet()
    const setting = await setUp({ wallet, open: tabs.open })
    await preview(setting, { token: nativeRow(), sendTokenAmount: '0.4' })
    setting.server.intercept = ({ calls }) =>
      calls.some(({ method }) => method === 'sendTransaction') ? Response.error() : undefined
    await setting.latchkey.send.confirm()
    expect(statusOf(setting)?.type).toBe('pending')
    tabs.leave(setting.environment)
    setting.latchkey.destroy()

    const next = await setUp({ wallet, open: tabs.open })
    await pass(next.environment, () => statusOf(next)?.type === 'confirmed')
    expect(statusOf(next)).toMatchObject({ type: 'confirmed' })
    expect(new Set([...sent(setting), ...sent(next)]).size).toBe(1)
    expect(wallet.requests().filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(1)
  })

  test('error: a payment that was not mined in time has expired, and was certainly not sent', async () => {
    const setting = await setUp()
    await preview(setting, { token: nativeRow(), sendTokenAmount: '0.5' })
    const before = await request('getBalance', [person(0).address])
    setting.server.intercept = ({ calls }) =>
      calls.some(({ method }) => method === 'sendTransaction') ? Response.error() : undefined
    await setting.latchkey.send.confirm()
    advance(400)
    await pass(setting.environment, () => statusOf(setting)?.type === 'failed')
    expect(statusOf(setting)).toMatchObject({
      type: 'failed',
      error: { code: 'transaction_expired', moneyMoved: 'no' },
    })
    expect(await request('getBalance', [person(0).address])).toMatchObject({
      value: (before as { value: number }).value,
    })
    expect(network().chainId).toMatch(/^solana:/)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { providerOrder } from '../testing/providerOrder.ts'
import { refusalOf, toldBy } from '../testing/refusalOf.ts'
import { useCoinbaseWorld } from './testing/useCoinbaseWorld.ts'

const { coinbase, opened, provider, time } = useCoinbaseWorld()

describe('readEvent', () => {
  const bought = () => opened().then((url) => coinbase.buy(url, { status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' }))
  const read = ({ headers, body }: { headers: Headers; body: string }) =>
    provider().readEvent({ headers, body, now: time.now })
  const refused = async (message: { headers: Headers; body: string }) => (await refusalOf(() => read(message))).code

  test.each(['both', 'v0', 'v1'] as const)('default: accepts a message signed as %s', async (scheme) => {
    const transaction = await bought()
    const event = await read(coinbase.message(transaction, { scheme }))
    expect(event.orders).toEqual([{ reference: transaction.partner_user_ref }])
    const { reference } = await provider().open({ order: providerOrder(), clientAddress: undefined })
    expect(event.orders).toEqual([{ reference }])
  })

  test('behavior: a repeated message has the same ID; another one has another', async () => {
    const transaction = await bought()
    const first = await read(coinbase.message(transaction))
    time.now += 1000
    expect((await read(coinbase.message(transaction))).id).toBe(first.id)
    transaction.status = 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
    expect((await read(coinbase.message(transaction))).id).not.toBe(first.id)
  })

  test('behavior: reads a message about a transaction without an order', async () => {
    const transaction = { ...(await bought()), partner_user_ref: '' }
    expect((await read(coinbase.message(transaction))).orders).toEqual([])
  })

  test('error: refuses forged, old and future messages, and changed headers', async () => {
    const transaction = await bought()
    const message = coinbase.message(transaction)
    expect(await refused({ headers: new Headers(), body: message.body })).toBe('onramp_webhook_invalid')
    expect(await refused({ ...message, body: message.body.replace('IN_PROGRESS', 'SUCCESS') })).toBe(
      'onramp_webhook_invalid',
    )
    const old = coinbase.message(transaction, { at: time.now - 301_000 })
    const early = coinbase.message(transaction, { at: time.now + 301_000 })
    for (const other of [old, early]) expect(await refused(other)).toBe('onramp_webhook_invalid')
    for (const at of [time.now - 299_000, time.now + 299_000]) await read(coinbase.message(transaction, { at }))

    const changed = new Headers(message.headers)
    changed.set('x-event-type', 'onramp.transaction.success')
    expect(await refused({ ...message, headers: changed })).toBe('onramp_webhook_invalid')
    const fewer = new Headers(message.headers)
    fewer.delete('x-event-id')
    expect(await refused({ ...message, headers: fewer })).toBe('onramp_webhook_invalid')
  })

  test('error: refuses a malformed signature header', async () => {
    const { headers, body } = coinbase.message(await bought())
    const signature = headers.get('x-hook0-signature') ?? ''
    const time = /t=(\d+)/.exec(signature)?.[1]
    const others = [
      '',
      't=1',
      `t=${time}`,
      `t=${time},v1=`,
      `t=${time},v0=${'0'.repeat(64)}`,
      `t=${time},v1=${'0'.repeat(63)}é`,
      signature.replace(/t=\d+/, 't=soon'),
      signature.replace(/t=\d+/, `t=${Number(time) + 1}`),
      signature.replace(/h=[^,]*/, 'h='),
      signature.replace(/h=[^,]*/, `h=${Array(30).fill('x-event-id').join(' ')}`),
      `${signature},v1=${'0'.repeat(64)}`,
      `${signature},${'x'.repeat(5000)}`,
    ]
    for (const other of others) {
      const odd = new Headers(headers)
      odd.set('x-hook0-signature', other.replace('é', 'e'))
      expect(await refused({ headers: odd, body }), other).toBe('onramp_webhook_invalid')
    }
  })

  test('error: any content of the header leads to a refusal and nothing else', async () => {
    const piece = fc.constantFrom('t=', 'v0=', 'v1=', 'h=', ',', '1767225600', 'x-event-id', ' ', '=', 'a'.repeat(64))
    const header = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme-ascii', maxLength: 5 })), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(header, async (pieces) => {
        const headers = new Headers({ 'x-hook0-signature': pieces.join('') })
        expect(await refused({ headers, body: '{}' })).toBe('onramp_webhook_invalid')
      }),
    )
  })

  test('error: refuses another secret, and a body without content', async () => {
    const transaction = await bought()
    const other = provider({ webhookSecret: 'another-secret-of-tests' })
    const { headers, body } = coinbase.message(transaction)
    const refusal = await refusalOf(() => other.readEvent({ headers, body, now: time.now }))
    expect(refusal.code).toBe('onramp_webhook_invalid')
    expect(toldBy(refusal)).not.toContain('another-secret-of-tests')
    expect(await refused(coinbase.message({ ...transaction, partner_user_ref: 'x'.repeat(201) }))).toBe(
      'onramp_webhook_invalid',
    )
  })
})

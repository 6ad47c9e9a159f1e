import { ServiceError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuoteId, writeQuoteId } from './quoteId.ts'

const from = `eip155:1:0x${'a'.repeat(40)}` as const
const to = `eip155:1:0x${'B'.repeat(40)}` as const

test('default: an ID contains the provider and the amount, for any letter case of the addresses', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 2n ** 256n - 1n), (amount, amountOut) => {
      const id = writeQuoteId({ provider: 'zeroex', amountOut, from, to, amount })
      const lower = to.toLowerCase() as typeof to
      expect(readQuoteId(id, { from, to: lower, amount })).toEqual({ provider: 'zeroex', amountOut })
    }),
  )
})

test('error: refuses a malformed ID, and one of another swap', () => {
  const id = writeQuoteId({ provider: 'latchkey', amountOut: 5n, from, to, amount: 7n })
  const others = [
    { from, to, amount: 8n },
    { from: to, to: from, amount: 7n },
  ]
  for (const other of others) expect(() => readQuoteId(id, other)).toThrow(ServiceError)
  for (const text of ['', 'latchkey', `${id}0`, id.replace('.5.', '.-5.'), `a b.${id}`]) {
    expect(() => readQuoteId(text, { from, to, amount: 7n }), text).toThrow(ServiceError)
  }
})

import { zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { checkCalls } from './checkCalls.ts'
import type { Grant } from './Grant.ts'

// `checkCalls.chain.test.ts` holds it against the contract for any batch; these are the borders that a draw seldom meets.

const receiver = `0x${'b0'.repeat(20)}` as const
const grant: Grant = {
  ...{ signer: `0x${'11'.repeat(20)}`, coSigner: zeroAddress, validAfter: 1_000, validUntil: 2_000 },
  calls: [{ target: zeroAddress, selector: '0x00000000', valueLimit: 10n, arguments: [] }],
  allowances: [{ token: zeroAddress, limit: 10n, start: 0, period: 60 }],
}
const ruleAt = (at: number, value = 1n, spent: readonly bigint[] = []) =>
  checkCalls({ grant, calls: [{ to: receiver, value }], at, spent })?.rule

describe('checkCalls', () => {
  it('default: both ends of the window count', () => {
    expect([1_000, 2_000].map((at) => ruleAt(at))).toEqual([undefined, undefined])
    expect([999, 2_001].map((at) => ruleAt(at))).toEqual(['window', 'window'])
  })

  it('behavior: an allowance counts the use of its period', () => {
    expect(ruleAt(1_500, 4n, [6n])).toBeUndefined()
    expect(ruleAt(1_500, 5n, [6n])).toBe('allowance_exceeded')
  })
})

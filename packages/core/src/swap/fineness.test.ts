import type { SwappableToken } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { initialMachine, swapReducer } from './swapReducer.ts'

const token = (decimals: number) =>
  ({ address: `eip155:1:0x${'12'.repeat(20)}`, decimals, symbol: 'ONE' }) as unknown as SwappableToken

test('behavior: an amount with too many decimals has an issue while it is typed, until it is corrected', () => {
  const typed = swapReducer(initialMachine, { type: 'edited', form: { from: token(6), amount: '0.0000001' } })
  expect(typed.state.issues).toMatchObject([{ field: 'amount', code: 'amount_too_precise' }])
  // A change of the slippage keeps the issue and does not repeat it.
  const again = swapReducer(typed, { type: 'edited', form: { slippage: 2 } })
  expect(again.state.issues).toHaveLength(1)
  expect(swapReducer(again, { type: 'edited', form: { amount: '0.000001' } }).state.issues).toEqual([])
  expect(swapReducer(again, { type: 'edited', form: { from: token(18) } }).state.issues).toEqual([])
})

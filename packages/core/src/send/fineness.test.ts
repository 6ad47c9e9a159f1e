import type { Balance } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { initialMachine } from './formReducer.ts'
import { sendReducer } from './sendReducer.ts'

const token = (decimals: string) => ({ symbol: 'ONE', quantity: { decimals, numeric: '1' } }) as unknown as Balance

test('behavior: an amount with too many decimals has an issue while it is typed, until it is corrected', () => {
  const typed = sendReducer(initialMachine, {
    type: 'edited',
    form: { token: token('18'), sendTokenAmount: `0.${'0'.repeat(18)}1` },
  })
  expect(typed.state.issues).toMatchObject([{ field: 'sendTokenAmount', code: 'amount_too_precise' }])
  const again = sendReducer(typed, { type: 'edited', form: { receiverAddress: 'ada' } })
  expect(again.state.issues).toHaveLength(1)
  expect(
    sendReducer(again, { type: 'edited', form: { sendTokenAmount: `0.${'0'.repeat(17)}1` } }).state.issues,
  ).toEqual([])
  expect(sendReducer(again, { type: 'edited', form: { token: token('19') } }).state.issues).toEqual([])
})

test('behavior: a payment link is not a name, and is not looked up', () => {
  const link = 'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.5'
  const { state } = sendReducer(initialMachine, { type: 'edited', form: { receiverAddress: link } })
  expect(state.receiver).toEqual({ status: 'none' })
})

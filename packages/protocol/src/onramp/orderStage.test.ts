import { expect, test } from 'vitest'
import type { Order } from '../api/onramp.ts'
import { isOrderOver, orderStage } from './orderStage.ts'

const order = { state: 'created', payment: 'waiting', reason: null, refund: 'none', hash: null } as const
const stage = (change: Partial<Order>) => orderStage({ ...order, ...change })

test('default: from the payment to the payout', () => {
  expect(stage({})).toBe('waiting')
  expect(stage({ payment: 'declined' })).toBe('declined')
  expect(stage({ payment: 'processing' })).toBe('processing')
  // The provider has the payment before the server has stored it.
  expect(stage({ payment: 'paid' })).toBe('paid')
  expect(stage({ state: 'paid', payment: 'paid' })).toBe('paid')
  expect(stage({ state: 'delivering', payment: 'paid' })).toBe('paid')
  expect(stage({ state: 'delivering', payment: 'paid', hash: '0x1' })).toBe('sent')
  expect(stage({ state: 'delivered', payment: 'paid', hash: '0x1' })).toBe('delivered')
})

test('behavior: a failed order shows where the money is', () => {
  expect(stage({ state: 'failed', payment: 'ended', reason: 'cancelled' })).toBe('cancelled')
  expect(stage({ state: 'failed', payment: 'ended', reason: 'expired' })).toBe('expired')
  expect(stage({ state: 'failed', payment: 'ended', reason: 'declined' })).toBe('refused')
  expect(stage({ state: 'failed', payment: 'refunding', reason: 'delivery_failed', refund: 'pending' })).toBe(
    'returning',
  )
  expect(stage({ state: 'failed', payment: 'paid', reason: 'paid_late', refund: 'pending' })).toBe('returning')
  expect(stage({ state: 'refunded', payment: 'refunded', reason: 'payment_returned', refund: 'done' })).toBe('returned')
  // Charged back after the payout: the tokens stay with the visitor.
  expect(stage({ state: 'delivered', payment: 'refunded', hash: '0x1' })).toBe('delivered')
})

test('behavior: a payout that a reorganization removed, and that cannot be repeated, is not shown as delivered', () => {
  const undone = { state: 'delivered', payment: 'paid', reason: 'delivery_failed' } as const
  expect(stage({ ...undone, refund: 'pending' })).toBe('returning')
  expect(stage({ ...undone, payment: 'refunded', refund: 'done' })).toBe('returned')
})

test('behavior: a refund in progress is not the end', () => {
  expect(isOrderOver('returning')).toBe(false)
  expect(isOrderOver('returned')).toBe(true)
})

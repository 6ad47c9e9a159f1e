import type { TransactionStatus } from '@latchkey/core'
import { expect, test } from 'vitest'
import { sentHash, trackedApproval, trackedSend, trackedSwap } from '../../../gallery/fixtures.ts'
import { en } from '../../messages/en.ts'
import { summarizeTracked } from './summarizeTracked.ts'

const failure = { code: 'transaction_reverted', message: '', details: undefined, moneyMoved: 'no' } as const
const hash = sentHash
const statuses: readonly { status: TransactionStatus; isOpen: boolean }[] = [
  { status: { type: 'asked' }, isOpen: true },
  { status: { type: 'uncertain' }, isOpen: true },
  { status: { type: 'pending', hash, slow: false, reorged: false }, isOpen: true },
  { status: { type: 'pending', hash, slow: true, reorged: false }, isOpen: true },
  { status: { type: 'pending', hash, slow: true, reorged: true }, isOpen: true },
  { status: { type: 'confirmed', hash, block: 1n, final: false }, isOpen: false },
  { status: { type: 'canceled', hash }, isOpen: false },
  { status: { type: 'failed', hash, error: failure }, isOpen: false },
]

test.each(statuses)('default: the texts of $status load with the account', ({ status, isOpen }) => {
  for (const transaction of [trackedSend, trackedApproval, trackedSwap]) {
    for (const canceling of [false, true]) {
      const said = summarizeTracked({ ...transaction, status, canceling })
      expect(en[said.title]).toBeTypeOf('string')
      expect(en[said.status]).toBeTypeOf('string')
      expect(said).toMatchObject({ isOpen, isFailed: status.type === 'failed' })
    }
  }
})

test('behavior: a swap is summarized by the outgoing token', () => {
  expect(summarizeTracked(trackedSwap)).toMatchObject({
    title: 'transactions.swap',
    symbol: 'USDX',
    amountText: '420.5',
  })
})

test('behavior: only a transaction in a block is done, and only one that moved nothing has failed', () => {
  const said = (status: TransactionStatus, isTaken = false) => {
    const { title, status: text } = summarizeTracked({ ...trackedSend, status, isTaken })
    return [title, text]
  }
  const replaced = { ...failure, code: 'transaction_replaced', moneyMoved: 'unknown' } as const
  expect(said({ type: 'confirmed', hash, block: 1n, final: false })[0]).toBe('activity.type.send')
  expect(said({ type: 'canceled', hash })).toStrictEqual(['transactions.send', 'transactions.canceled'])
  expect(said({ type: 'failed', hash, error: failure })).toStrictEqual(['transactions.send', 'activity.failed'])
  expect(said({ type: 'failed', hash, error: replaced })).toStrictEqual(['transactions.send', 'transactions.uncertain'])
  expect(said({ type: 'asked' }, true)).toStrictEqual(['transactions.send', 'activity.pending'])
})

test('behavior: shows a transaction that is being canceled, and one that a reorganization returned to pending', () => {
  const pending = { type: 'pending', hash, slow: true, reorged: true } as const
  expect(summarizeTracked({ ...trackedSend, status: pending, canceling: true }).status).toBe('transactions.canceling')
  expect(summarizeTracked({ ...trackedSend, status: pending }).status).toBe('transactions.reorged')
})

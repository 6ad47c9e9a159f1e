import { expect, test, vi } from 'vitest'
import { createToasts, toastSwapDelay } from '../modal/createToasts.ts'
import type { Toast } from '../modal/ModalFeature.ts'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { createStartNotices } from './createStartNotices.ts'

const other = { kind: 'error', message: 'Something else' } as const
const started = { kind: 'success', message: 'Transaction started', text: 'transactionStarted' }
const pending = { id: '1', status: { type: 'pending' } } as const
const confirmed = { id: '1', status: { type: 'confirmed' } } as const

function setUp() {
  const environment = createTestEnvironment()
  let toast: Toast | undefined
  const seen: string[] = []
  const toasts = createToasts({
    environment,
    show: (next) => {
      toast = next
      if (next) seen.push(next.message)
    },
  })
  const notices = createStartNotices({ modal: { toast: toasts.toast } })
  return { environment, toasts, notices, toast: () => toast, seen }
}

test('default: it shows while the transaction is on its way, and goes with the block', () => {
  const { notices, toast } = setUp()
  notices.show(pending)
  expect(toast()).toMatchObject(started)
  notices.note(pending)
  expect(toast()).toMatchObject(started)
  notices.note({ ...confirmed, id: '2' })
  expect(toast()).toMatchObject(started)
  notices.note(confirmed)
  expect(toast()).toBeUndefined()
})

test.each(['confirmed', 'failed', 'canceled'] as const)(
  'behavior: a transaction that is %s before its wallet answers is not called started',
  (type) => {
    const { notices, seen } = setUp()
    notices.show({ id: '1', status: { type } })
    expect(seen).toStrictEqual([])
  },
)

test('behavior: a block that comes while the toast waits for another one keeps it from showing', async () => {
  const { environment, notices, toasts, toast, seen } = setUp()
  toasts.toast(other)
  notices.show(pending)
  notices.note(confirmed)
  await environment.advance(toastSwapDelay)
  expect([toast(), seen]).toStrictEqual([undefined, [other.message]])
})

test('behavior: a block that comes while the wallet’s card holds toasts back keeps it from showing', async () => {
  const { environment, notices, toasts, seen } = setUp()
  toasts.hold(true)
  notices.show(pending)
  notices.note(confirmed)
  toasts.hold(false)
  await environment.advance(toastSwapDelay)
  expect(seen).toStrictEqual([])
})

test('behavior: held back while it shows, it goes with the block all the same', async () => {
  const { environment, notices, toasts, toast } = setUp()
  notices.show(pending)
  toasts.hold(true)
  toasts.hold(false)
  notices.note(confirmed)
  await environment.advance(toastSwapDelay)
  expect(toast()).toBeUndefined()
})

test('behavior: the toast of a transaction that leaves the list goes, and never shows if it still waits', async () => {
  const { environment, notices, toasts, toast, seen } = setUp()
  notices.show(pending)
  notices.noteGone('2')
  expect(toast()).toMatchObject(started)
  notices.noteGone('1')
  expect(toast()).toBeUndefined()
  toasts.toast(other)
  notices.show(pending)
  notices.noteGone('1')
  await environment.advance(toastSwapDelay)
  expect(seen).toStrictEqual([started.message, other.message])
})

test('behavior: a toast is taken back once, because a transaction that left the list is forgotten', () => {
  const takeBack = vi.fn()
  const notices = createStartNotices({ modal: { toast: () => takeBack } })
  notices.show(pending)
  notices.noteGone('1')
  notices.noteGone('1')
  notices.note(confirmed)
  expect(takeBack).toHaveBeenCalledTimes(1)
})

test('behavior: the block takes no other toast away', async () => {
  const { environment, notices, toasts, toast } = setUp()
  notices.show(pending)
  toasts.toast(other)
  notices.note(confirmed)
  await environment.advance(toastSwapDelay)
  expect(toast()).toMatchObject(other)
})

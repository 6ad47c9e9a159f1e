import { operationTypeSchema } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { friend, history, me } from '../../../gallery/fixtures.ts'
import { en } from '../../messages/en.ts'
import { movementsOf, summarize } from './summarize.ts'

const [pending, received, trade] = history

test('default: returns the counterpart of a transfer', () => {
  if (pending === undefined || received === undefined) throw new Error('The fixtures are gone')
  expect(summarize(received)).toMatchObject({
    title: 'activity.type.receive',
    counterpart: { side: 'from', address: friend },
  })
  expect(summarize(pending)).toMatchObject({
    title: 'activity.type.send',
    counterpart: { side: 'to', address: friend },
  })
})

test('behavior: a trade is summarized by the received and the given transfer', () => {
  if (trade === undefined || received === undefined) throw new Error('The fixtures are gone')
  expect(summarize(trade)).toMatchObject({ main: { direction: 'in' }, given: { direction: 'out' } })
  expect(summarize(received).given).toBeUndefined()
})

test('behavior: a transfer to oneself has no counterpart', () => {
  if (pending === undefined) throw new Error('The fixtures are gone')
  const item = {
    ...pending,
    metadata: { ...pending.metadata, sentTo: me },
    transfers: pending.transfers.map((transfer) => ({ ...transfer, direction: 'self' as const })),
  }
  expect(summarize(item)).toMatchObject({ title: 'activity.type.self', counterpart: undefined })
})

test('behavior: every operation type has a text', () => {
  if (received === undefined) throw new Error('The fixtures are gone')
  for (const operationType of operationTypeSchema.options) {
    const { title } = summarize({ ...received, metadata: { ...received.metadata, operationType } })
    expect(en[title]).toBeTypeOf('string')
  }
})

test('behavior: a call without a value moved nothing, and a withdrawn permission has the amount zero', () => {
  const [transfer] = received?.transfers ?? []
  if (received === undefined || transfer === undefined) throw new Error('The fixtures are gone')
  const nothing = { ...transfer, direction: 'out' as const, quantity: { numeric: '0' } }
  const itemOf = (operationType: 'execute' | 'approve', numeric = '0') => ({
    ...received,
    metadata: { ...received.metadata, operationType },
    transfers: [{ ...nothing, quantity: { numeric } }],
  })
  expect(summarize(itemOf('execute')).main).toBeUndefined()
  expect(movementsOf(itemOf('execute'))).toEqual([])
  expect(summarize(itemOf('execute', '0.0100')).main?.quantity.numeric).toBe('0.0100')
  expect(summarize(itemOf('approve')).main).toMatchObject({ quantity: { numeric: '0' } })
})

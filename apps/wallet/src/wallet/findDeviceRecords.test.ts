import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { DeviceRecord } from '../device/KeyValueStore.ts'
import { findDeviceRecords, hashTypedEmail, pickDeviceRecord } from './findDeviceRecords.ts'

const person = { userId: 'own', email: 'mira@mail.example' }

async function setup(records: readonly Pick<DeviceRecord, 'walletId' | 'userId' | 'seenVersion' | 'isLeft'>[]) {
  const store = createMemoryStore()
  const emailHash = await hashTypedEmail(person)
  const rest = { projectId: 'p', deviceId: 'd', address: '0x', current: null, pending: null, accounts: [], factors: [] }
  for (const record of records)
    await store.put('wallets', record.walletId, { ...record, ...rest, emailHash } as unknown as DeviceRecord)
  return findDeviceRecords({ store, projectId: 'p', person })
}
const record = (walletId: string, userId: string, seenVersion: number) => ({ walletId, userId, seenVersion })

describe('pickDeviceRecord', () => {
  test.each([
    ['the user’s own before another confirmed one', [record('a', 'other', 1), record('b', 'own', 1)], 'b'],
    ['in whatever order they are kept', [record('b', 'own', 1), record('a', 'other', 1)], 'b'],
    [
      'a confirmed one of the same address before one of the user that was cut off',
      [record('b', 'own', 0), record('a', 'other', 1)],
      'a',
    ],
    ['the only one, found by the address', [record('a', 'other', 1)], 'a'],
    ['none confirmed: the one that the server names', [record('a', 'own', 0), record('c', 'other', 0)], 'c'],
  ])('behavior: %s', async (_name, records, picked) => {
    expect(pickDeviceRecord({ records: await setup(records), walletId: 'c' })?.walletId).toBe(picked)
  })

  test('behavior: a record whose owner started a new wallet here counts for its own account only', async () => {
    const left = { ...record('a', 'other', 1), isLeft: true }
    expect(await setup([left, record('b', 'own', 0)])).toMatchObject([{ walletId: 'b' }])
    expect(await setup([{ ...record('a', 'own', 1), isLeft: true }])).toMatchObject([{ walletId: 'a' }])
  })

  test('behavior: ignores those of another project', async () => {
    const store = createMemoryStore()
    const other = { ...record('a', 'own', 1), projectId: 'q', emailHash: null } as unknown as DeviceRecord
    await store.put('wallets', 'a', other)
    expect(await findDeviceRecords({ store, projectId: 'p', person })).toStrictEqual([])
  })
})

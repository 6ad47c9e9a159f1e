import { expect, test } from 'vitest'
import { createSubscriptionRecord, type KeptSubscription } from './createSubscriptionRecord.ts'

const account = '0x300000000000000000000000000000000000000a'
const kept: KeptSubscription = { account, pci: 'p1', startsAt: 1_000, endsAt: 4_599, state: 'active' }

/** A storage of one browser, as every tab of the page sees it. */
function createStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}

test('behavior: a subscription of this browser is found after a reload, in any spelling of the account, and in no other browser', () => {
  const storage = createStorage()
  createSubscriptionRecord({ storage: () => storage }).keep({
    ...kept,
    account: account.toUpperCase().replace('X', 'x'),
  })
  const reloaded = createSubscriptionRecord({ storage: () => storage })
  expect(reloaded.all()).toEqual([kept])
  expect(reloaded.find(account.toUpperCase().replace('X', 'x'))).toEqual(kept)
  const other = createStorage()
  expect(createSubscriptionRecord({ storage: () => other }).all()).toEqual([])
  reloaded.forget(account)
  expect(reloaded.all()).toEqual([])
})

test('behavior: two tabs keep the subscriptions of two accounts, and neither overwrites the other', () => {
  const storage = createStorage()
  const [one, two] = [0, 1].map(() => createSubscriptionRecord({ storage: () => storage }))
  const second = { ...kept, account: `0x${'4'.repeat(40)}`, pci: 'p2' }
  one?.keep(kept)
  two?.keep(second)
  expect(one?.all()).toEqual([kept, second])
})

test('behavior: the same request is repeated for ten minutes, and not after its answer', () => {
  const storage = createStorage()
  const record = createSubscriptionRecord({ storage: () => storage })
  expect(record.begin(account, 5_000)).toBe(5_000)
  // After a reload.
  expect(createSubscriptionRecord({ storage: () => storage }).begin(account, 5_599)).toBe(5_000)
  expect(record.begin(`0x${'4'.repeat(40)}`, 5_599)).toBe(5_599)
  expect(record.begin(account, 5_600)).toBe(5_600)
  record.settle(account)
  expect(record.begin(account, 5_601)).toBe(5_601)
  // A clock that was set back.
  expect(record.begin(account, 4_000)).toBe(4_000)
})

test('behavior: without a storage the record lasts as long as the page', () => {
  const record = createSubscriptionRecord({
    storage: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  record.keep(kept)
  expect(record.all()).toEqual([kept])
  record.forget(account)
  expect(record.all()).toEqual([])
})

test.each(['', '{', 'null', '[]', JSON.stringify({ ...kept, account: 'me' }), JSON.stringify({ ...kept, state: 'x' })])(
  'behavior: an entry that is no subscription is left out: %s',
  (text) => {
    const storage = createStorage()
    storage.setItem(`harbour-post.subscription.${account}`, text)
    expect(createSubscriptionRecord({ storage: () => storage }).all()).toEqual([])
  },
)

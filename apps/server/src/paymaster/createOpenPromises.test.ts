import { expect, test } from 'vitest'
import { createOpenPromises } from './createOpenPromises.ts'

test('threat 87: a caller has only so much open at once; what ended, or is over, makes room', () => {
  let now = 0
  const promises = createOpenPromises({ clock: { now: () => now } })
  const add = (caller: string, hash: string, wei = 40n) =>
    promises.add({ caller, hash, wei, until: now + 100, most: 100n })
  expect([add('a', '1'), add('a', '2'), add('a', '3'), add('b', '4')]).toEqual([true, true, false, true])
  // The very same promise is the same.
  expect(add('a', '1')).toBe(true)
  promises.end('1')
  promises.end('unknown')
  expect([add('a', '3'), add('a', '5')]).toEqual([true, false])
  now = 101
  expect([add('a', '6', 100n), add('a', '7', 1n)]).toEqual([true, false])
})

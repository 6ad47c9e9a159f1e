import { expect, test } from 'vitest'
import { createOpenPromises } from './createOpenPromises.ts'

test('threat 87: limits the open amount of a caller; an ended or expired promise makes room', () => {
  let now = 0
  const promises = createOpenPromises({ clock: { now: () => now } })
  const add = (caller: string, hash: string, wei = 40n) =>
    promises.add({ caller, hash, wei, until: now + 100, most: 100n })
  expect([add('a', '1'), add('a', '2'), add('a', '3'), add('b', '4')]).toEqual([true, true, false, true])
  // A repeated promise counts once.
  expect(add('a', '1')).toBe(true)
  promises.end('1')
  promises.end('unknown')
  expect([add('a', '3'), add('a', '5')]).toEqual([true, false])
  now = 101
  expect([add('a', '6', 100n), add('a', '7', 1n)]).toEqual([true, false])
})

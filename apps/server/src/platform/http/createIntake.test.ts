import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIntake } from './createIntake.ts'

test('default', () => {
  const intake = createIntake({ perAddress: 100, total: 150 })
  const one = intake.open({ ip: '192.0.2.1', evict: () => {} })
  expect(one.hold(100)).toBe(true)
  expect(one.hold(101)).toBe(false)
  expect(intake.size()).toBe(0)
  expect(one.hold(60)).toBe(true)
  one.close()
  expect(intake.size()).toBe(0)
  expect(one.hold(1)).toBe(false)
})

test('behavior: threat 168: an address has its share, and a /48 has five shares', () => {
  const intake = createIntake({ perAddress: 100, total: 10_000 })
  const open = (ip: string) => intake.open({ ip, evict: () => {} })
  expect(open('192.0.2.1').hold(100)).toBe(true)
  expect(open('192.0.2.1').hold(1)).toBe(false)
  const taken = Array.from({ length: 8 }, (_, index) => open(`2001:db8:1:${index.toString(16)}::/64`).hold(100))
  expect(taken).toEqual([true, true, true, true, true, false, false, false])
  expect(open('2001:db8:2:1::/64').hold(100)).toBe(true)
})

test('behavior: threat 168: when the total is used up, the largest holder is evicted, and small senders are served', () => {
  const intake = createIntake({ perAddress: 100, total: 300 })
  const evicted: string[] = []
  const open = (ip: string) => intake.open({ ip, evict: () => evicted.push(ip) })
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect(open(ip).hold(100)).toBe(true)
  expect(open('198.51.100.7').hold(20)).toBe(true)
  expect(evicted).toHaveLength(1)
  // A sender that would become the largest holder is rejected.
  expect(open('198.51.100.8').hold(100)).toBe(true)
  expect(open('198.51.100.9').hold(100)).toBe(true)
  expect(evicted.length).toBeLessThanOrEqual(3)
  expect(intake.size()).toBeLessThanOrEqual(300)
})

test('behavior: threat 168: for any traffic, each address stays within its share, and the sum within the total', () => {
  const step = fc.record({ who: fc.nat(11), bytes: fc.nat(120), isClosed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const intake = createIntake({ perAddress: 100, total: 250 })
      const held = new Map<number, number>()
      const open = (who: number) =>
        intake.open({ ip: `2001:db8:${who % 2}:${who % 6}::/64`, evict: () => void held.set(who, 0) })
      const holdings = Array.from({ length: 12 }, (_, who) => open(who))
      for (const { who, bytes, isClosed } of steps) {
        if (isClosed) {
          holdings[who]?.close()
          held.set(who, 0)
          holdings[who] = open(who)
        } else held.set(who, holdings[who]?.hold(bytes) ? bytes : 0)
        const sum = [...held.values()].reduce((total, value) => total + value, 0)
        expect(intake.size()).toBe(sum)
        expect(sum).toBeLessThanOrEqual(250)
        for (let address = 0; address < 6; address += 1) {
          const own = [...held].filter(([each]) => each % 6 === address).reduce((total, [, value]) => total + value, 0)
          expect(own).toBeLessThanOrEqual(100)
        }
      }
    }),
  )
})

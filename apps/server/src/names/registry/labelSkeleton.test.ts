import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelSkeleton } from './labelSkeleton.ts'

test.each([
  ['alice', 'al1ce', 'allce', 'a1ice', 'a11ce'],
  ['admin', 'adm1n', 'admln', 'adrnin', 'adrn1n'],
  ['official', 'off1cial', 'offlclal', '0fficial', '0ff1c1a1'],
  ['vwgolfer', 'vvvgolfer', 'wvgolfer', 'vwg0lfer', 'vvvgo1fer'],
  ['illini', 'lllini', 'i11ini', '111lnl'],
  ['anna-b', 'anna--b', 'anna---b'],
  ['warm', 'vvarm', 'warrn', 'vvarrn'],
  ['modern', 'modem', 'rnodern', 'm0dem'],
])('default: %s looks like %s', (label, ...others) => {
  for (const other of others) expect([other, labelSkeleton(other)]).toEqual([other, labelSkeleton(label)])
})

test.each([
  ['alice', 'alise'],
  ['anna-b', 'annab'],
  ['vent', 'went'],
  ['corn', 'con'],
  ['moon', 'noon'],
  ['river', 'rivers'],
  ['b5', 's5'],
])('behavior: %s does not look like %s', (label, other) => {
  expect(labelSkeleton(label)).not.toBe(labelSkeleton(other))
})

test('behavior: look-alike pairs can be exchanged anywhere, in any order and number, without changing the skeleton', () => {
  const pairs = [
    ['m', 'rn'],
    ['w', 'vv'],
    ['0', 'o'],
    ['1', 'l'],
    ['i', 'l'],
    ['-', '--'],
  ] as const
  const step = fc.record({ pair: fc.constantFrom(...pairs), forth: fc.boolean(), from: fc.nat(12) })
  fc.assert(
    fc.property(fc.stringMatching(/^[01ilmrnvwo-]{1,12}$/), fc.array(step, { maxLength: 6 }), (label, steps) => {
      let other = label
      for (const { pair, forth, from } of steps) {
        const [one, two] = forth ? pair : [pair[1], pair[0]]
        const at = other.indexOf(one, from % other.length)
        if (at >= 0) other = other.slice(0, at) + two + other.slice(at + one.length)
      }
      expect(labelSkeleton(other)).toBe(labelSkeleton(label))
    }),
  )
})

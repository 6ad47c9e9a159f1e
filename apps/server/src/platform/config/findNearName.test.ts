import { expect, test } from 'vitest'
import { findNearName } from './findNearName.ts'

test.each([
  ['prot', 'port'],
  ['Port', 'port'],
  ['trustproxy', 'trustProxy'],
  ['pubicUrl', 'publicUrl'],
  ['colour', undefined],
  ['x', undefined],
])('behavior: a mistyped setting is found by its letters: %s', (name, near) => {
  expect(findNearName(name, ['host', 'port', 'publicUrl', 'trustProxy', 'id'])).toBe(near)
})

import { expect, test } from 'vitest'
import { findKitFault } from './findKitFault.ts'

test('default: spec 7.32: supports the kit of this repository', () => {
  expect(findKitFault('0.1.0')).toBe(undefined)
})

test.each(['0.0.1', '0.9.0', '0.1.0-beta.2', '0.1.0+build.7'])(
  'behavior: supports %s of the same major version',
  (version) => {
    expect(findKitFault(version)).toBe(undefined)
  },
)

test('behavior: supports a page without a version', () => {
  expect(findKitFault(null)).toBe(undefined)
})

test('error: spec 7.32: refuses an unknown major version, and names both versions', () => {
  expect(findKitFault('2.0.0')).toBe(
    'The site’s kit has version 2.0.0, but this wallet serves version 0: use packages of the same major version as the server',
  )
})

test.each(['', 'x', '1', '1.0', '-1.0.0', '0.1.0 ', '<b>0.1.0</b>', `${'9'.repeat(40)}.0.0`])(
  'error: refuses an invalid version without repeating it: %s',
  (version) => {
    expect(findKitFault(version)).toBe('The version of the site’s kit cannot be read: update its packages')
  },
)

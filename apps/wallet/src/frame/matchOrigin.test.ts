import { expect, test } from 'vitest'
import { matchOrigin } from './matchOrigin.ts'

test.each([
  ['https://app.example', ['https://app.example'], true],
  ['https://app.example:444', ['https://app.example'], false],
  ['http://app.example', ['https://app.example'], false],
  ['https://evil-app.example', ['https://app.example'], false],
  ['https://a.b.example.com', ['https://*.example.com'], true],
  ['https://example.com', ['https://*.example.com'], false],
  ['https://evil.com/.example.com', ['https://*.example.com'], false],
  ['https://evilexample.com', ['https://*.example.com'], false],
  ['http://localhost:7100', ['http://localhost:*'], true],
  ['http://localhost:7100.evil.com', ['http://localhost:*'], false],
  ['null', ['*'], false],
  ['https://anything', ['*'], false],
])('default: %s in %s is %s', (origin, allowed, expected) => {
  expect(matchOrigin({ origin, allowed })).toBe(expected)
})

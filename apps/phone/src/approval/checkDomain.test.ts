import { expect, test } from 'vitest'
import { checkDomain, domainOf } from './checkDomain.ts'

test.each([
  ['app.example', 'app.example', true],
  ['APP.example', 'app.example', true],
  ['app.example', 'app.example:8443', true],
  ['app.example:8443', 'app.example:8443', true],
  ['app.example:443', 'app.example:8443', false],
  ['bank.example', 'app.example', false],
  ['app.example.evil.example', 'app.example', false],
  [undefined, 'app.example', false],
  ['app.example', null, false],
])('default: %s at %s: %s', (domain, host, fits) => expect(checkDomain({ domain, host })).toBe(fits))

test('default: reads the domain of a text', () => {
  const rest = ' wants you to sign in with your Ethereum account:\n0xaa'
  expect(domainOf(`app.example${rest}`)).toBe('app.example')
  expect(domainOf(`https://app.example:8443${rest}`)).toBe('app.example:8443')
  expect(domainOf('Hello')).toBeUndefined()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCode } from './readCode.ts'
import { readLink } from './readLink.ts'

const topic = '4d5f0c31b1b2a6f2b1a33a6ee4b0f6d3b0d1e1f5b5a6c7d8e9f00112233445566'.slice(0, 64)
const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${'ab'.repeat(32)}&expiryTimestamp=1795000000`

test('default: finds the code in a text with other characters around it', () => {
  expect(readCode(uri)).toBe(uri)
  expect(readCode(`  ${uri}\n`)).toBe(uri)
  expect(readCode(`"${uri}"`)).toBe(uri)
})

test.each([
  ['encoded', `http://127.0.0.1:7104/wc?uri=${encodeURIComponent(uri)}`],
  ['encoded, with more behind it', `http://127.0.0.1:7104/wc?uri=${encodeURIComponent(uri)}&from=app`],
  ['encoded twice', `https://phone.example/wc?uri=${encodeURIComponent(encodeURIComponent(uri))}`],
  ['not encoded', `https://phone.example/wc?uri=${uri}`],
  ['of an app', `latchkey://wc?uri=${encodeURIComponent(uri)}`],
])('behavior: a link with a code: %s', (_, link) => {
  expect(readCode(link)).toBe(uri)
})

test.each([
  '',
  'hello',
  'https://app.example',
  'wc:',
  'https://phone.example/wc?uri=%',
  'https://phone.example/wc?uri=abc',
])('error: %j is not a code', (text) => {
  expect(readCode(text)).toBeUndefined()
})

test('behavior: every encoded code is restored', () => {
  const codes = fc.stringMatching(/^[a-z0-9@?&=%._-]{1,80}$/).map((rest) => `wc:${rest}`)
  fc.assert(
    fc.property(codes, (code) => {
      expect(readCode(`x://wc?uri=${encodeURIComponent(code)}`)).toBe(code)
    }),
  )
})

test('behavior: returns a code or undefined for any text', () => {
  const part = fc.constantFrom(
    'wc:',
    'wc%3A',
    'wc%253A',
    '?uri=',
    '&uri=',
    'https://phone.example/wc',
    '%',
    '"',
    ' ',
    '&',
  )
  const pasted = fc.array(fc.oneof(part, fc.string({ maxLength: 8 })), { maxLength: 6 }).map((parts) => parts.join(''))
  let read = 0
  fc.assert(
    fc.property(pasted, (text) => {
      const code = readCode(text)
      if (code === undefined) return
      read++
      expect(code).toMatch(/^wc:\S+$/)
    }),
    { numRuns: 2_000 },
  )
  expect(read).toBeGreaterThan(10)
})

test('default: accepts the page’s own URL', () => {
  expect(readLink({ pathname: '/', search: '' })).toEqual({ kind: 'plain' })
  expect(readLink({ pathname: '/wc', search: `?uri=${encodeURIComponent(uri)}` })).toEqual({ kind: 'code', uri })
  expect(readLink({ pathname: '/wc', search: '?requestId=1&sessionTopic=ab' })).toEqual({ kind: 'plain' })
  expect(readLink({ pathname: '/wc', search: '?uri=nothing' })).toEqual({ kind: 'unreadable' })
})

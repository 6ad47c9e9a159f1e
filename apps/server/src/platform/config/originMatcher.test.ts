import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOriginMatcher, describeOriginIssue } from './originMatcher.ts'

test('default', () => {
  const allows = createOriginMatcher(['https://app.example.com', 'https://*.example.org', 'http://localhost:*'])
  expect(allows('https://app.example.com')).toBe(true)
  expect(allows('https://a.example.org')).toBe(true)
  expect(allows('https://a.b.example.org')).toBe(true)
  expect(allows('http://localhost:5173')).toBe(true)
  expect(allows('http://localhost')).toBe(true)
})

test('error: rejects look-alike origins', () => {
  const allows = createOriginMatcher(['https://app.example.com', 'https://*.example.org', 'http://localhost:*'])
  for (const origin of [
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.net',
    'https://evilapp.example.com',
    'https://example.org',
    'https://evilexample.org',
    'https://a.example.org.evil.net',
    'https://a.example.org:444',
    'https://a.example.org/',
    'https://evil.net#.example.org',
    'https://evil.net/.example.org',
    'http://localhost.evil.net:80',
    'https://localhost:5173',
    'null',
    '',
  ]) {
    expect(allows(origin), origin).toBe(false)
  }
})

test('behavior: a wildcard matches only hosts below it, for any prefix', () => {
  const allows = createOriginMatcher(['https://*.example.org'])
  fc.assert(
    fc.property(fc.domain(), (domain) => {
      expect(allows(`https://${domain}`)).toBe(domain.endsWith('.example.org'))
      expect(allows(`https://${domain}.example.org`)).toBe(true)
    }),
  )
})

test('behavior: valid entries are accepted', () => {
  for (const entry of [
    'https://app.example.com',
    'http://localhost:5173',
    'http://localhost:*',
    'http://127.0.0.1:*',
    'http://site.localhost:*',
    'https://*.example.com',
    'https://*.app.example.com',
    'chrome-extension://abcdefghijklmnop',
    'capacitor://localhost',
  ]) {
    expect(describeOriginIssue(entry), entry).toBeUndefined()
  }
})

test('error: entries that match every origin, or none, are reported', () => {
  for (const entry of [
    '*',
    'https://*',
    'https://*.com',
    'https://example.com/',
    'https://example.com/path',
    'example.com',
    'https://a.*.example.com',
    'https://example.com:*',
    'https://*.*.example.com',
    '',
  ]) {
    expect(describeOriginIssue(entry), entry).toBeTypeOf('string')
  }
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LinkDevice } from './buildAppLink.ts'
import { buildWalletLink } from './buildWalletLink.ts'
import fixtures from './walletLinks.fixtures.json' with { type: 'json' }

const { uri, wallets } = fixtures
const phone: LinkDevice = { platform: 'ios', telegram: false, inIframe: false, standalone: false }
const android: LinkDevice = { ...phone, platform: 'android' }
const computer: LinkDevice = { ...phone, platform: 'desktop' }
const nothing = { mobile_link: null, desktop_link: null, webapp_link: null, link_mode: null }
const mobile = (mobile_link: string | null, device = phone, link_mode: string | null = null) =>
  buildWalletLink({ listing: { ...nothing, mobile_link, link_mode }, uri: 'wc:a@2', choice: 'mobile', device })

describe('a fixture for every wallet of the directory', () => {
  test.each(wallets)('behavior: $id', ({ mobile_link, link_mode, ...expected }) => {
    const link = (device: LinkDevice) =>
      buildWalletLink({ listing: { ...nothing, mobile_link, link_mode }, uri, choice: 'mobile', device })?.href ?? null
    expect({
      id: expected.id,
      ios: link(phone),
      android: link(android),
      telegram_ios: link({ ...phone, telegram: true }),
      telegram_android: link({ ...android, telegram: true }),
    }).toEqual(expected)
    expect(link(computer)).toBeNull()
  })
})

describe('buildWalletLink', () => {
  test('default: a scheme opens in place, a web URL keeps this page', () => {
    expect(mobile('metamask://')).toEqual({ href: 'metamask://wc?uri=wc%3Aa%402', target: '_self' })
    expect(mobile('https://rnbwapp.com')).toEqual({ href: 'https://rnbwapp.com/wc?uri=wc%3Aa%402', target: '_blank' })
  })

  test('behavior: the wallet’s own scheme takes precedence over its universal link', () => {
    expect(mobile('foo://', phone, 'https://foo.example')?.href).toBe('foo://wc?uri=wc%3Aa%402')
    expect(mobile(null, android, 'https://foo.example')?.href).toBe('https://foo.example/wc?uri=wc%3Aa%402')
    expect(mobile(null)).toBeUndefined()
  })

  test('behavior: Telegram gets the universal link in a new window, encoded twice on Android', () => {
    const device = { ...android, telegram: true, inIframe: true }
    expect(mobile('foo://', device, 'https://foo.example')).toEqual({
      href: 'https://foo.example/wc?uri=wc%253Aa%25402',
      target: '_blank',
    })
    expect(mobile('foo://', { ...phone, telegram: true }, 'https://foo.example')?.href).toContain('uri=wc%3Aa%402')
    expect(mobile('foo://', device)).toBeUndefined()
  })

  test('behavior: a frame opens apps in its page, the home screen opens universal links in place', () => {
    expect(mobile('foo://', { ...phone, inIframe: true })?.target).toBe('_top')
    expect(mobile('https://foo.example', { ...phone, inIframe: true })?.target).toBe('_top')
    expect(mobile('https://foo.example', { ...phone, standalone: true })?.target).toBe('_self')
  })

  test('behavior: programs on a computer, web pages everywhere', () => {
    const listing = { ...nothing, desktop_link: 'ledgerlive://', webapp_link: 'https://app.safe.global' }
    const link = (choice: 'desktop' | 'web', device: LinkDevice) =>
      buildWalletLink({ listing, uri: 'wc:a@2', choice, device })
    expect(link('desktop', computer)).toEqual({ href: 'ledgerlive://wc?uri=wc%3Aa%402', target: '_self' })
    expect(link('desktop', phone)).toBeUndefined()
    for (const device of [computer, phone, { ...computer, inIframe: true }]) {
      expect(link('web', device)).toEqual({ href: 'https://app.safe.global/wc?uri=wc%3Aa%402', target: '_blank' })
    }
    expect(
      buildWalletLink({
        listing: { ...nothing, webapp_link: 'foo://' },
        uri: 'wc:a@2',
        choice: 'web',
        device: computer,
      }),
    ).toBeUndefined()
  })

  test.each([
    ['foo:', 'foo://wc?uri='],
    ['foo://bar/', 'foo://bar/wc?uri='],
    ['foo://wc', 'foo://wc?uri='],
    ['FOO://Bar', 'foo://Bar/wc?uri='],
    ['https://host.example/', 'https://host.example/wc?uri='],
    ['https://host.example/path/wc/', 'https://host.example/path/wc?uri='],
    ['https://host.example:8443/app', 'https://host.example:8443/app/wc?uri='],
    ['foo://open?to=by://web/link', 'foo://open?to=by://web/link/wc?uri='],
    ['https://host.example/get?a=1&to=by://', 'https://host.example/get?a=1&to=by://wc?uri='],
  ])('behavior: %s is joined by one slash', (base, front) => {
    expect(mobile(base)?.href).toBe(`${front}wc%3Aa%402`)
  })

  test('behavior: parameters of the base are kept', () => {
    expect(mobile('https://host.example/app?ref=1&b')?.href).toBe('https://host.example/app/wc?uri=wc%3Aa%402&ref=1&b')
  })

  test.each([
    'javascript://alert(1)',
    'JavaScript://%0aalert(1)',
    'data://text/html,x',
    'file:///etc/passwd',
    'blob:https://host.example/1',
    'intent://wc#Intent;scheme=foo;end',
    'vbscript://x',
    'about:blank',
    'chrome://settings',
    'https:',
    'https://',
    'https:host.example',
    'https://user@host.example',
    'https://user:secret@host.example/',
    'https://host.example/#part',
    'https://host.example//evil.example',
    'https://host.example\\evil.example',
    'foo://a b',
    'foo://a\nb',
    ' foo://',
    'foo://a"onclick',
    'foo:bar',
    'foo://bar?uri=wc:evil',
    'foo://bar?a=wc?uri=1',
    '//host.example',
    'host.example',
    '',
  ])('error: %j is always refused', (base) => {
    expect(mobile(base)).toBeUndefined()
  })

  test('error: only pairings are accepted', () => {
    for (const bad of ['', 'wc:', 'javascript:alert(1)', 'wc:a b', 'wc:a\n', 'xwc:a@2']) {
      const listing = { ...nothing, mobile_link: 'foo://' }
      expect(buildWalletLink({ listing, uri: bad, choice: 'mobile', device: phone }), bad).toBeUndefined()
    }
  })
})

const devices = fc.record({
  platform: fc.constantFrom('ios', 'android', 'desktop' as const),
  telegram: fc.boolean(),
  inIframe: fc.boolean(),
  standalone: fc.boolean(),
})
const choices = fc.constantFrom('mobile', 'desktop', 'web' as const)
const uris = fc
  .tuple(fc.stringMatching(/^[0-9a-f]{1,64}$/), fc.string({ maxLength: 40 }))
  .map(
    ([topic, rest]) =>
      `wc:${topic}@2?relay-protocol=irn&methods=${encodeURIComponent(rest.replace(/[\ud800-\udfff]/g, ''))}`,
  )

describe('properties', () => {
  test('property: no base leads to an executable link, or to one with a space', () => {
    const schemes = ['javascript:', 'data:', 'file:', 'blob:', 'vbscript:', 'foo:', 'https:', 'http:', '']
    const bases = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom(...schemes), fc.constantFrom('', '/', '//', '///'), fc.string())
        .map((parts) => parts.join('')),
      fc
        .array(fc.constantFrom('https://', 'foo://', 'a.example', '/', '?x=', '&', '#', 'wc', '@', ':', 'by://'), {
          maxLength: 6,
        })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(bases, bases, devices, choices, (base, other, device, choice) => {
        const listing = { mobile_link: base, desktop_link: base, webapp_link: base, link_mode: other }
        const href = buildWalletLink({ listing, uri, choice, device })?.href
        if (href === undefined) return
        expect(href).toMatch(/^[a-z][a-z0-9+.-]*:\/\/[\x21-\x7e]+$/)
        expect(href).not.toMatch(/^(?:javascript|data|file|blob|vbscript|intent|about|chrome|view-source):/i)
        expect(href.match(/wc\?uri=/g)).toHaveLength(1)
      }),
      { numRuns: 1000 },
    )
  }, 30_000)

  test('property: the pairing survives unchanged, after one wc?uri= and single slashes, at the base’s own host', () => {
    const part = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/).filter((text) => text !== 'wc')
    const bases = fc
      .record({
        scheme: fc.constantFrom('https', 'http', 'foo', 'my-wallet', 'a.b+c'),
        host: fc.stringMatching(/^[a-z][a-z0-9]{0,8}\.example$/),
        path: fc.array(part, { maxLength: 3 }),
        slash: fc.constantFrom('', '/'),
        query: fc.constantFrom('', '?ref=1', '?a=b&c=d'),
      })
      .map(({ scheme, host, path, slash, query }) => ({
        host,
        base: `${scheme}://${[host, ...path].join('/')}${slash}${query}`,
      }))
    fc.assert(
      fc.property(bases, uris, devices, ({ base, host }, pairing, device) => {
        const listing = { ...nothing, mobile_link: base }
        const href = buildWalletLink({ listing, uri: pairing, choice: 'mobile', device })?.href
        if (device.platform === 'desktop' || (device.telegram && !base.startsWith('http'))) {
          expect(href).toBeUndefined()
          return
        }
        const url = new URL(href ?? '')
        expect(url.host).toBe(host)
        expect(href?.split('://')[1]?.split('?')[0]).not.toContain('//')
        expect(href?.match(/\/wc\?uri=/g)).toHaveLength(1)
        const read = url.searchParams.get('uri') ?? ''
        expect(device.telegram && device.platform === 'android' ? decodeURIComponent(read) : read).toBe(pairing)
        for (const [name, value] of new URL(base).searchParams) expect(url.searchParams.get(name)).toBe(value)
      }),
      { numRuns: 500 },
    )
  }, 30_000)
})

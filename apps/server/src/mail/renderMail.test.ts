import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MailContents, MailTemplate } from './Mailer.ts'
import { mailCatalogs, pickLanguage } from './pickLanguage.ts'
import { renderMail } from './renderMail.ts'

const contents: MailContents = {
  loginCode: {
    code: '123456',
    app: 'Example token',
    hostOrigin: 'https://app.example.com',
    device: 'Chrome on macOS',
    minutes: 10,
  },
  deviceLink: {
    url: 'https://wallet.example.com/w/device#abc',
    app: 'Example token',
    hostOrigin: 'https://app.example.com',
    device: 'Chrome on macOS',
    minutes: 15,
  },
  stepUpCode: { code: '123456', app: 'Example token', device: 'Chrome on macOS', minutes: 10 },
  emailChangeOldCode: { code: '123456', app: 'Example token', newEmail: 'new@example.com', minutes: 10 },
  emailChangeNewCode: { code: '123456', app: 'Example token', minutes: 10 },
  emailChanged: {
    app: 'Example token',
    newEmail: 'new@example.com',
    undoUrl: 'https://wallet.example.com/w/undo#abc',
    hours: 72,
  },
  passwordTried: {
    app: 'Example token',
    device: 'Chrome on macOS',
    hostOrigin: 'https://app.example.com',
    count: 3,
    limit: 10,
  },
  walletRecovered: { app: 'Example token', device: 'Chrome on macOS', hostOrigin: 'https://app.example.com' },
  walletExported: { app: 'Example token', device: 'Chrome on macOS', kind: 'mnemonic' },
  walletExportedOffline: { app: 'Example token', device: 'Chrome on macOS', kind: 'mnemonic' },
  recoveryAdded: { app: 'Example token', kind: 'passkey' },
  recoveryRemoved: { app: 'Example token', kind: 'backupCode' },
  newDevice: {
    app: 'Example token',
    hostOrigin: 'https://app.example.com',
    device: 'Chrome on macOS',
    url: 'https://wallet.example.com/w/login#abc',
    days: 7,
  },
  deviceRevoked: { app: 'Example token', device: 'Chrome on macOS' },
  walletRotated: {
    app: 'Example token',
    device: 'Chrome on macOS',
    undoUrl: 'https://wallet.example.com/w/rotation#abc',
    days: 7,
  },
  walletRestored: { app: 'Example token' },
  newWalletCode: {
    code: '123456',
    app: 'Example token',
    hostOrigin: 'https://app.example.com',
    device: 'Chrome on macOS',
    address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
    minutes: 10,
  },
  loginMoved: {
    app: 'Example token',
    device: 'Chrome on macOS',
    address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
    undoUrl: 'https://wallet.example.com/w/return#abc',
    days: 30,
  },
  loginReturned: { app: 'Example token', undoUrl: 'https://wallet.example.com/w/return#abc', days: 30 },
  identityAdded: { app: 'Example token', device: 'Chrome on macOS', kind: 'github' },
  identityRemoved: { app: 'Example token', device: 'Chrome on macOS', kind: 'email' },
}
const templates = Object.keys(contents) as MailTemplate[]
const askedAt = '2026-11-20T14:05:00.000Z'
const render = (
  template: MailTemplate,
  language = 'en',
  values: Record<string, string | number> = contents[template],
) => renderMail({ template, language, contents: values, askedAt })

/** Returns every text of a catalog by its path, with the names of its values. */
function shapeOf(value: unknown, path = ''): [string, string[]][] {
  if (typeof value === 'string') return [[path, [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()]]
  return Object.entries(value as object).flatMap(([key, item]) => shapeOf(item, `${path}.${key}`))
}

describe('languages', () => {
  test('default', () => {
    expect(Object.keys(mailCatalogs)).toEqual(['en', 'zh-CN', 'es', 'pt-BR', 'fr', 'de', 'ja', 'ko', 'ru', 'ar'])
  })

  test('behavior: every language has every text, with the same values', () => {
    const [english, ...others] = Object.entries(mailCatalogs)
    const wanted = Object.fromEntries(shapeOf(english?.[1]))
    for (const [tag, catalog] of others) {
      const shape = shapeOf(catalog)
      expect([tag, shape.map(([path]) => path).sort()]).toEqual([tag, Object.keys(wanted).sort()])
      for (const [path, values] of shape) {
        // A translation can name the app more or less often, but no value can be missing or unknown.
        expect([tag, path, [...new Set(values)]]).toEqual([tag, path, [...new Set(wanted[path])]])
      }
    }
  })

  test('behavior: no text of one language is left in another', () => {
    for (const path of Object.keys(Object.fromEntries(shapeOf(mailCatalogs.en)))) {
      if (path === '.direction' || path.startsWith('.labels') || path.startsWith('.kinds')) continue
      const texts = Object.values(mailCatalogs).map((catalog) =>
        path
          .split('.')
          .slice(1)
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], catalog),
      )
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  test('behavior: the nearest language, else English', () => {
    const wishes = ['de', 'de-AT', 'PT-pt', 'zh', 'zh-Hant-TW', 'en-GB', 'ar_EG', 'nl', '', '*', '__proto__']
    const tags = wishes.map((wish) => pickLanguage(wish).tag)
    expect(tags).toEqual(['de', 'de', 'pt-BR', 'zh-CN', 'zh-CN', 'en', 'ar', 'en', 'en', 'en', 'en'])
  })
})

describe('an email', () => {
  test('default', () => {
    const { subject, html, text, language } = render('loginCode')
    expect(subject).toBe('Your login code for Example token')
    expect(language).toBe('en')
    for (const body of [html, text]) {
      for (const part of [
        '123456',
        'Example token',
        'https://app.example.com',
        'Chrome on macOS',
        '10 minutes',
        'If this was not you',
        '2026',
      ]) {
        expect(body).toContain(part)
      }
    }
    // The code does not appear in lists of emails or on lock screens.
    expect(subject).not.toContain('123456')
  })

  test('behavior: every email in every language has all its values and no placeholder left', () => {
    for (const tag of Object.keys(mailCatalogs)) {
      for (const template of templates) {
        const { subject, html, text } = render(template, tag)
        for (const part of [subject, html.replace(/<style>.*?<\/style>/s, ''), text])
          expect(part).not.toMatch(/[{}]|undefined/)
        expect(html).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">`)
        const { kind, ...values } = contents[template] as Record<string, string | number>
        for (const value of Object.values(values))
          expect([template, tag, text]).toEqual([template, tag, expect.stringContaining(String(value))])
        if (kind !== undefined) expect(text).not.toContain('mnemonic')
      }
    }
  })

  test('behavior: no external resources, and no tracking', () => {
    for (const template of templates) {
      const { html } = render(template)
      expect(html).not.toMatch(/<img|<link|<script|<iframe|url\(|@import|src=/i)
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
      const values = contents[template] as Record<string, string>
      expect(links).toEqual(values.url ? [values.url] : values.undoUrl ? [values.undoUrl] : [])
    }
  })

  test('behavior: dark mode, and brass on dark ink', () => {
    const { html } = render('loginCode')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('#e8b04b')
  })

  test('behavior: any value stays text: no markup, no header, no second placeholder', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        'a\r\nBcc: everybody@example.com',
        '{code} {url}',
        '\u202Egnp.exe',
        "';--",
      ),
    )
    const tags = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([tag]) => tag)
    const expected = tags(render('loginCode').html)
    fc.assert(
      fc.property(hostile, hostile, hostile, (app, hostOrigin, device) => {
        const values = { ...contents.loginCode, app, hostOrigin, device }
        const { subject, html, text } = render('loginCode', 'en', values)
        expect(tags(html)).toEqual(expected)
        expect(subject).not.toMatch(/[\r\n\u2028\u2029\u202A-\u202E\u2066-\u2069]/)
        expect(text).not.toMatch(/\r|\nBcc/)
        // Names of the site and the device never reach the subject.
        expect(render('loginCode', 'en', { ...values, app: 'A' }).subject).toBe('Your login code for A')
        expect(text.match(/123456/g)?.length).toBe(
          1 + [app, hostOrigin, device].filter((value) => value.includes('123456')).length,
        )
      }),
      { numRuns: 300 },
    )
  })

  test('error: an unknown email', () => {
    expect(() => renderMail({ template: 'constructor', language: 'en', contents: {}, askedAt })).toThrow(
      'There is no mail',
    )
  })
})

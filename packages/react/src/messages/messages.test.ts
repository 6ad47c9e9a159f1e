import { errorCatalog, isErrorCode } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { buttonEn } from './buttonEn.ts'
import type { MessageTable } from './createTranslate.ts'
import { everyEn } from './everyEn.ts'
import { languages } from './findLanguage.ts'
import { operatorErrors } from './operatorErrors.ts'

const english: Record<string, string> = { ...everyEn }
const tables = new Map<string, MessageTable>()
for (const { locale, buttons, load } of languages) tables.set(locale, { ...(await load()), ...buttons })
const every = [...tables].flatMap(([locale, table]) =>
  Object.entries(table).map(([key, text = '']) => ({ locale, key, text })),
)

const fillings = (text: string) => [...text.matchAll(/\{\w+\}|<\w+>/g)].map(([name]) => name).sort()
/** Names, and words that are equal in several languages. */
const shared = new Set([
  'WalletConnect',
  'Farcaster',
  'Solana',
  'Bitcoin',
  'Ordinals',
  'Stacks',
  'Chrome Web Store',
  'App Store',
  'Google Play',
  'Wallet',
  'Wallets',
  'App',
  'you@example.com',
])
const alike: Record<string, readonly string[]> = {
  de: ['Name', 'Browser', 'Desktop', 'Web', 'Website', 'Standard', 'Status', 'Simulation', 'Explorer'],
  fr: ['Web', 'Site', 'Standard', 'Transaction', 'Simulation'],
  es: ['Web', 'Tokens'],
  'pt-BR': ['Desktop', 'Web', 'Site', 'Tokens', 'Status'],
}
/** Width of a text in letters: an ideograph or a syllable block takes about two. */
const width = (text: string) =>
  [...text].reduce((sum, one) => sum + (/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(one) ? 1.8 : 1), 0)

describe('every language', () => {
  test('default: there are nine beside English, each with the texts of every view and no others', () => {
    expect([...tables.keys()].sort()).toEqual(['ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-CN'])
    for (const [locale, table] of tables) {
      const missing = Object.keys(english).filter((key) => table[key] === undefined)
      const unknown = Object.keys(table).filter((key) => !key.startsWith('error.') && !(key in english))
      expect({ locale, missing, unknown }).toEqual({ locale, missing: [], unknown: [] })
    }
  })

  test('behavior: each has the button texts of English', () => {
    for (const { buttons } of languages) expect(Object.keys(buttons)).toEqual(Object.keys(buttonEn))
  })

  test('behavior: an error that a visitor can meet has its sentence in each', () => {
    const codes = Object.keys(errorCatalog).filter((code) => !operatorErrors.has(code))
    for (const [locale, table] of tables) {
      const missing = codes.filter((code) => table[`error.${code}`] === undefined)
      const unknown = Object.keys(table).filter((key) => key.startsWith('error.') && !isErrorCode(key.slice(6)))
      expect({ locale, missing, unknown }).toEqual({ locale, missing: [], unknown: [] })
    }
    expect([...operatorErrors].filter((code) => !isErrorCode(code))).toEqual([])
  })

  test('behavior: errors call a permission of an app by that word in each language', () => {
    const session = /sitzung|session|sesi|sess|сеанс|сесси|جلسة|会话|セッション|세션/i
    const codes = ['session_unknown', 'sessions_unavailable', 'session_not_granted', 'session_half_revoked']
    for (const [locale, table] of tables)
      for (const code of codes) expect(table[`error.${code}`], `${locale} ${code}`).not.toMatch(session)
  })

  test('behavior: each addresses the visitor in one way', () => {
    const others: Record<string, RegExp> = { fr: /(?<!\p{L})(tu|te|toi|ton|ta|tes)(?!\p{L})/iu, 'zh-CN': /您/ }
    const differ = every.filter(({ locale, text }) => others[locale]?.test(text))
    expect(differ).toEqual([])
  })

  test('behavior: each has the placeholders of English', () => {
    for (const { locale, key, text } of every) {
      if (key in english) expect(fillings(text), `${locale} ${key}`).toEqual(fillings(english[key] ?? ''))
      else expect(fillings(text), `${locale} ${key}`).toEqual([])
    }
  })

  test('behavior: no English is left over', () => {
    const left = every.filter(
      ({ locale, key, text }) => text === english[key] && !shared.has(text) && !alike[locale]?.includes(text),
    )
    expect(left).toEqual([])
  })

  test('behavior: the style: no exclamation, no empty text, no straight quotes, no three dots', () => {
    for (const { locale, key, text } of every) {
      const where = `${locale} ${key}`
      expect(text, where).not.toMatch(/[!！¡]|\.\.\.|"|(?<=\p{L})'(?=\p{L})/u)
      expect(text.trim(), where).toBe(text)
      expect(text, where).not.toMatch(/\s{2}/)
      expect(text, where).not.toBe('')
    }
  })

  test('behavior: a sentence ends in each as it does in English', () => {
    const isSentence = (text: string) => /[.。？?]$/.test(text)
    const differ = every.filter(({ key, text }) => {
      const original = english[key]
      return (
        original !== undefined &&
        /\.$/.test(original) &&
        !original.endsWith('...') &&
        !isSentence(text) &&
        !/[:：].*\}$|:$/.test(text)
      )
    })
    expect(differ).toEqual([])
  })

  test('behavior: texts with little space are short in each', () => {
    const narrow = ['send.max', 'send.paste', 'send.clear', 'getWallet.get', 'protect.short', 'networks.active']
    for (const { locale, key, text } of every) {
      const original = english[key]
      if (key.startsWith('title.')) expect(width(text), `${locale} ${key}: ${text}`).toBeLessThanOrEqual(31)
      if (narrow.includes(key) || (key.startsWith('button.') && key !== 'button.loadFailed')) {
        const room = Math.max(width(original ?? '') * 1.6, 12)
        expect(width(text), `${locale} ${key}: ${text}`).toBeLessThanOrEqual(room)
      }
    }
  })
})

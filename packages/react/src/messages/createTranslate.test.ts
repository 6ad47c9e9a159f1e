import { expect, test } from 'vitest'
import { createTranslate, translateError } from './createTranslate.ts'
import { everyEn } from './everyEn.ts'
import { isolate } from './isolate.ts'

const t = createTranslate(everyEn)

test('default: returns texts, with and without placeholders', () => {
  expect(t('cancel')).toBe('Cancel')
  expect(t('connecting.waiting.title', { wallet: 'Harbor' })).toBe('Continue in Harbor')
})

test('behavior: a value that looks like a placeholder or a pattern stays unchanged', () => {
  expect(t('connecting.waiting.title', { wallet: '{wallet} $& $1' })).toBe('Continue in {wallet} $& $1')
})

test('behavior: a value stays in one piece beside right-to-left text', () => {
  const arabic = createTranslate({ 'connecting.install': 'تثبيت {wallet}' }, isolate)
  expect(arabic('connecting.install', { wallet: 'Harbor 2' })).toBe('تثبيت \u2068Harbor 2\u2069')
  const english = createTranslate(everyEn, isolate)
  expect(english('connecting.install', { wallet: 'Harbor' })).toBe('Install Harbor')
  expect(english('connecting.install', { wallet: '\u202eroH' })).toBe('Install \u2068\u202eroH\u2069')
})

test('behavior: errors use the sentence that came with them unless the catalog has its own', () => {
  const error = { code: 'user_rejected', message: 'Declined' } as const
  expect(translateError(everyEn, error)).toBe('Declined')
  expect(translateError({ 'error.user_rejected': 'Abgelehnt' }, error)).toBe('Abgelehnt')
})

test('behavior: the style: no exclamation marks, no empty text, no spaces at the ends', () => {
  for (const text of Object.values(everyEn)) {
    expect(text).not.toMatch(/!/)
    expect(text.trim()).toBe(text)
    expect(text).not.toBe('')
  }
})

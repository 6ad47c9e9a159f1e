import { expect, test } from 'vitest'
import { createTranslate, translateError } from './createTranslate.ts'
import { en } from './en.ts'

const t = createTranslate(en)

test('default: texts, with and without placeholders', () => {
  expect(t('cancel')).toBe('Cancel')
  expect(t('connecting.waiting.title', { wallet: 'Harbor' })).toBe('Continue in Harbor')
})

test('behavior: a value that looks like a placeholder or a pattern stays as it is', () => {
  expect(t('connecting.waiting.title', { wallet: '{wallet} $& $1' })).toBe('Continue in {wallet} $& $1')
})

test('behavior: errors have the sentence that came with them unless the catalogue has its own', () => {
  const error = { code: 'user_rejected', message: 'Declined' } as const
  expect(translateError(en, error)).toBe('Declined')
  expect(translateError({ 'error.user_rejected': 'Abgelehnt' }, error)).toBe('Abgelehnt')
})

test('behavior: the voice: no exclamation marks, no empty text, no spaces at the ends', () => {
  for (const text of Object.values(en)) {
    expect(text).not.toMatch(/!/)
    expect(text.trim()).toBe(text)
    expect(text).not.toBe('')
  }
})

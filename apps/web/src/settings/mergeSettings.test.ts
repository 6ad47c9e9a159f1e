import { expect, test } from 'vitest'
import { mergeSettings } from './mergeSettings.ts'

const shown = { theme: 'light', language: 'de' } as const
const none = { settings: { theme: null, language: null }, version: 0 }

test('default: the page takes over what the account has', () => {
  const saved = { settings: { theme: 'dark', language: 'fr' }, version: 2 } as const
  expect(mergeSettings({ shown, saved, chosen: {} })).toEqual({
    show: { theme: 'dark', language: 'fr' },
    save: undefined,
  })
})

test('behavior: an account that has nothing changes nothing, and is told nothing by itself', () => {
  expect(mergeSettings({ shown, saved: none, chosen: {} })).toEqual({ show: {}, save: undefined })
})

test('behavior: what was chosen here wins, and the rest is the account’s', () => {
  const saved = { settings: { theme: 'dark', language: 'fr' }, version: 2 } as const
  expect(mergeSettings({ shown, saved, chosen: { theme: true } })).toEqual({
    show: { language: 'fr' },
    save: { theme: 'light', language: 'fr' },
  })
})

test('behavior: the first change says the theme as it is, and the language only when it was chosen', () => {
  const system = { theme: 'system', language: 'de' } as const
  expect(mergeSettings({ shown, saved: none, chosen: { language: true } }).save).toEqual({
    theme: 'light',
    language: 'de',
  })
  expect(mergeSettings({ shown: system, saved: none, chosen: { theme: true } }).save).toEqual({
    theme: null,
    language: null,
  })
})

test('behavior: what the account has already is not saved again', () => {
  const saved = { settings: { theme: 'light', language: 'de' }, version: 5 } as const
  expect(mergeSettings({ shown, saved, chosen: { theme: true, language: true } })).toEqual({
    show: {},
    save: undefined,
  })
})

test('error: a language that the site does not have is left alone', () => {
  const saved = { settings: { theme: null, language: 'tlh' }, version: 1 }
  expect(mergeSettings({ shown, saved, chosen: {} }).show).toEqual({ theme: 'system' })
})

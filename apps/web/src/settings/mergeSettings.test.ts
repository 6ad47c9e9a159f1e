import { expect, test } from 'vitest'
import { mergeSettings } from './mergeSettings.ts'

const shown = { theme: 'light', language: 'de' } as const
const none = { settings: { theme: null, language: null }, version: 0 }

test('default: the page takes the settings of the account', () => {
  const saved = { settings: { theme: 'dark', language: 'fr' }, version: 2 } as const
  expect(mergeSettings({ shown, saved, chosen: {} })).toEqual({
    show: { theme: 'dark', language: 'fr' },
    save: undefined,
  })
})

test('behavior: an account without settings changes nothing, and gets none without a choice', () => {
  expect(mergeSettings({ shown, saved: none, chosen: {} })).toEqual({ show: {}, save: undefined })
})

test('behavior: a choice on this page wins, and the rest is the account’s', () => {
  const saved = { settings: { theme: 'dark', language: 'fr' }, version: 2 } as const
  expect(mergeSettings({ shown, saved, chosen: { theme: true } })).toEqual({
    show: { language: 'fr' },
    save: { theme: 'light', language: 'fr' },
  })
})

test('behavior: the first change saves the current theme, and the language only if it was chosen', () => {
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

test('behavior: does not save settings that the account already has', () => {
  const saved = { settings: { theme: 'light', language: 'de' }, version: 5 } as const
  expect(mergeSettings({ shown, saved, chosen: { theme: true, language: true } })).toEqual({
    show: {},
    save: undefined,
  })
})

test('error: ignores a language that the site does not have', () => {
  const saved = { settings: { theme: null, language: 'tlh' }, version: 1 }
  expect(mergeSettings({ shown, saved, chosen: {} }).show).toEqual({ theme: 'system' })
})

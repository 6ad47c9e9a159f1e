import { expect, test } from 'vitest'
import { findLanguage } from './findLanguage.ts'

const served = (...locales: string[]) => {
  const found = findLanguage(locales)
  return found && [found.locale, found.language?.locale ?? 'en']
}

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['PT', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['zh-Hans-TW', 'zh-CN'],
  ['ar-EG-u-nu-arab', 'ar'],
  ['en-GB', 'en'],
])('default: %s gets %s, and keeps its region for numbers', (locale, language) => {
  expect(served(locale)).toEqual([locale, language])
})

test.each(['nl', 'zh-TW', 'zh-Hant', 'zh-HK', 'eng', '', 'auto'])('behavior: %j gets no language', (locale) => {
  expect(served(locale)).toBeUndefined()
})

test('behavior: returns the first of several that is available', () => {
  expect(served('nl', 'zh-TW', 'fr-CA', 'de')).toEqual(['fr-CA', 'fr'])
  expect(served('zh-TW', 'zh', 'en')).toEqual(['zh', 'zh-CN'])
})

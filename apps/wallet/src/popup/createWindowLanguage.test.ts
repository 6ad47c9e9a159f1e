import { expect, test } from 'vitest'
import { createWindowLanguage } from './createWindowLanguage.ts'

const createTab = () => {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return { sessionStorage, navigator: { language: 'fr' } }
}

test('default', () => {
  expect(createWindowLanguage({ window: createTab() }).read()).toBe('fr')
})

test('behavior: the page after the provider uses the language of the site', () => {
  const tab = createTab()
  createWindowLanguage({ window: tab }).remember('de')
  expect(createWindowLanguage({ window: tab }).read()).toBe('de')
})

test('error: without storage it is the browser’s', () => {
  const tab = {
    get sessionStorage(): never {
      throw new DOMException('Denied', 'SecurityError')
    },
    navigator: { language: 'fr' },
  }
  const language = createWindowLanguage({ window: tab })
  language.remember('de')
  expect(language.read()).toBe('fr')
})

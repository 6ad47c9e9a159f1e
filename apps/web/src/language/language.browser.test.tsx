import { ConnectButton, LatchkeyProvider } from '@latchkey/react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import script from '../../public/language.js?raw'
import { LanguageSwitch } from '../settings/LanguageSwitch.tsx'
import { useLanguage } from './LanguageContext.ts'
import { LanguageProvider, loadFirstLanguage } from './LanguageProvider.tsx'
import { languages } from './languages.ts'

const storageKey = '@latchkey/site-language'
const root = document.documentElement

beforeEach(() => {
  const { lang, dir } = root
  return () => {
    localStorage.removeItem(storageKey)
    root.lang = lang
    root.dir = dir
  }
})

/** Runs the script that marks the page before the first paint. */
function markDocument(...browser: string[]): void {
  const spy = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  new Function(script)()
  spy.mockRestore()
}

function Site() {
  const { kit, text, format } = useLanguage()
  return (
    <LatchkeyProvider
      locale={kit}
      config={{
        projectId: '0123456789abcdef0123456789abcdef',
        apiUrl: 'http://127.0.0.1:9',
        networks: [
          {
            id: 31337,
            caipNetworkId: 'eip155:31337',
            chainNamespace: 'eip155',
            name: 'Local',
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
            blockExplorers: undefined,
            testnet: true,
          },
        ],
        metadata: { name: 'Brass', url: 'https://brass.example' },
      }}
    >
      <h1>{text.portfolio.title}</h1>
      <p>{format.money(1234.5)}</p>
      <ConnectButton />
      <LanguageSwitch />
    </LatchkeyProvider>
  )
}

/** Opens the page as a visitor does. */
async function openSite(): Promise<() => void> {
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  app.render(
    <LanguageProvider first={await loadFirstLanguage()}>
      <Site />
    </LanguageProvider>,
  )
  const close = () => {
    app.unmount()
    element.remove()
  }
  onTestFinished(close)
  return close
}

test('default: a choice shows at once, in the page and in the kit, and stays after a reload', async () => {
  markDocument('en-US')
  const close = await openSite()
  await expect.element(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'العربية')
  await expect.element(page.getByRole('heading', { name: 'المحفظة' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ربط محفظة' })).toBeVisible()
  expect([root.lang, root.dir]).toEqual(['ar', 'rtl'])
  close()

  root.lang = 'en'
  root.dir = 'ltr'
  markDocument('en-US')
  expect([root.lang, root.dir]).toEqual(['ar', 'rtl'])
  await openSite()
  await expect.element(page.getByRole('heading', { name: 'المحفظة' })).toBeVisible()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'اللغة' }), 'Deutsch')
  await expect.element(page.getByText('1.234,50 $')).toBeVisible()
  expect([root.lang, root.dir]).toEqual(['de', 'ltr'])
})

test.each([
  [['de-CH', 'en'], 'de'],
  [['nl', 'pt-PT'], 'pt-BR'],
  [['zh-TW', 'en'], 'en'],
  [['nl', 'fi'], 'en'],
  [[], 'en'],
])('behavior: a first visit uses the language of the browser: %j → %s', (browser, language) => {
  markDocument(...browser)
  expect(root.lang).toBe(language)
})

test('error: an unknown stored language is replaced by the browser’s', () => {
  localStorage.setItem(storageKey, 'xx')
  markDocument('fr-CA')
  expect(root.lang).toBe('fr')
})

test('error: a language that cannot be fetched leaves the page unchanged, and shows an error', async () => {
  markDocument('en')
  vi.spyOn(languages.fr, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  onTestFinished(() => void vi.restoreAllMocks())
  await openSite()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'Français')
  await expect.element(page.getByText('This language could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible()
  expect(localStorage.getItem(storageKey)).toBeNull()
})

test('behavior: the script before the first paint knows the same languages as the site', () => {
  const known = /const known = (\[.*?\])/s.exec(script)?.[1]?.replaceAll("'", '"')
  expect(JSON.parse(known ?? '')).toEqual(Object.keys(languages))
})

import { describe, expect, test } from 'vitest'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import { testListing } from '../testing/testListing.ts'
import { type ChoiceDevice, listChoices } from './listChoices.ts'

const desktop: ChoiceDevice = {
  platform: 'desktop',
  telegram: false,
  inIframe: false,
  standalone: false,
  iosSafari: false,
  webView: false,
  walletBrowser: null,
  isChromium: true,
}
const iphone: ChoiceDevice = { ...desktop, platform: 'ios', iosSafari: true, isChromium: false }
const android: ChoiceDevice = { ...desktop, platform: 'android' }
const full = testListing('fern', {
  chains: ['eip155:1', 'solana:main'],
  mobile_link: 'fern://',
  link_mode: 'https://fern.example/app',
  desktop_link: 'fern-desktop://',
  webapp_link: 'https://app.fern.example',
  browse_link: 'https://fern.example/browse?url={url}',
  app_store: 'https://apps.apple.com/app/fern',
  play_store: 'https://play.google.com/store/apps/details?id=fern',
  chrome_store: 'https://chromewebstore.google.com/detail/fern',
})
const connector: ConnectorInfo = {
  id: 'app.fern',
  namespace: 'eip155',
  name: 'Fern',
  icon: null,
  rdns: 'app.fern',
  type: 'injected',
}
const list = (options: Partial<Parameters<typeof listChoices>[0]> = {}) =>
  listChoices({
    wallet: { connectors: [], listing: full },
    device: desktop,
    canPair: true,
    pageUrl: 'https://site.test/',
    ...options,
  })
const types = (options: Parameters<typeof list>[0]) => list(options).map(({ type }) => type)

test('default: each device has its choices', () => {
  expect(types({})).toStrictEqual(['qr', 'desktop', 'web', 'install'])
  expect(types({ device: iphone })).toStrictEqual(['mobile', 'web', 'install'])
  expect(types({ device: android })).toStrictEqual(['mobile', 'web', 'install'])
})

test('behavior: an installed wallet comes first, and needs no installation', () =>
  expect(types({ wallet: { connectors: [connector], listing: full } })).toStrictEqual([
    'browser',
    'qr',
    'desktop',
    'web',
  ]))

test('behavior: without WalletConnect, a phone opens this page in the wallet', () => {
  expect(types({ canPair: false })).toStrictEqual(['install'])
  expect(list({ canPair: false, device: iphone })[0]).toStrictEqual({
    type: 'browse',
    href: 'https://fern.example/browse?url=https%3A%2F%2Fsite.test%2F',
    target: '_blank',
  })
})

test('behavior: in Telegram there is no link to an extension', () => {
  const telegram = { ...desktop, telegram: true }
  expect(list({ device: telegram }).at(-1)).toMatchObject({ type: 'install', store: 'homepage' })
  expect(
    types({ device: { ...iphone, telegram: true }, wallet: { connectors: [], listing: { ...full, link_mode: null } } }),
  ).not.toContain('mobile')
})

describe('links to install', () => {
  test.each([
    ['a browser that takes extensions', desktop, 'chrome', full.chrome_store],
    ['one that does not', { ...desktop, isChromium: false }, 'homepage', full.homepage],
    ['an iPhone', iphone, 'ios', full.app_store],
    ['Android', android, 'android', full.play_store],
  ] as const)('default: %s', (_name, device, store, url) =>
    expect(list({ device, canPair: false }).at(-1)).toStrictEqual({ type: 'install', store, url }),
  )

  test('error: an invalid URL', () =>
    expect(
      types({
        canPair: false,
        wallet: { connectors: [], listing: testListing('x', { homepage: 'javascript:alert(1)' }) },
      }),
    ).toStrictEqual([]))
})

test('behavior: with a family, only choices that reach it', () => {
  const wallet = { connectors: [connector], listing: { ...full, chains: ['eip155:1'] } }
  expect(types({ wallet, namespace: 'eip155' })).toContain('browser')
  expect(types({ wallet, namespace: 'solana' })).toStrictEqual(['install'])
  expect(types({ namespace: 'solana' })).toContain('qr')
})

test('behavior: a pairing is offered only for a family that it connects', () => {
  const pairedFamilies = ['eip155'] as const
  expect(types({ pairedFamilies })).toStrictEqual(['qr', 'desktop', 'web', 'install'])
  expect(types({ pairedFamilies, namespace: 'solana' })).toStrictEqual(['install'])
  const solanaOnly = { connectors: [], listing: { ...full, chains: ['solana:main'] } }
  expect(types({ pairedFamilies, wallet: solanaOnly, device: iphone })).toStrictEqual(['browse', 'install'])
})

test('behavior: a wallet that only announced itself is reached in the browser', () =>
  expect(types({ wallet: { connectors: [connector], listing: undefined } })).toStrictEqual(['browser']))

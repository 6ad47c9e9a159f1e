import { describe, expect, test } from 'vitest'
import type { Page } from '../environment/Environment.ts'
import { readDevice } from './readDevice.ts'
import { readDeviceSignals } from './readDeviceSignals.ts'
import fixtures from './walletLinks.fixtures.json' with { type: 'json' }

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${safari}`
const pixel = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
const webView =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36'

function page(userAgent: string, members: Record<string, unknown> = {}, touch = 0): Page {
  return Object.assign(new EventTarget(), { navigator: { userAgent, maxTouchPoints: touch }, ...members })
}

const read = (...options: Parameters<typeof page>) => readDevice(readDeviceSignals({ page: page(...options) }))

describe('readDevice', () => {
  test('default: a server has no page, and is not a phone', () => {
    expect(readDevice(readDeviceSignals({ page: undefined }))).toEqual({
      platform: 'desktop',
      telegram: false,
      inIframe: false,
      standalone: false,
      iosSafari: false,
      webView: false,
      walletBrowser: null,
    })
  })

  test.each([
    ['Safari on an iPhone', `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, 5, 'ios', true],
    [
      'Safari on an iPad',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/17.5 Safari/605.1.15`,
      5,
      'ios',
      true,
    ],
    [
      'Safari on a Mac',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/17.5 Safari/605.1.15`,
      0,
      'desktop',
      false,
    ],
    [
      'an older iPad',
      `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${safari} Version/12.1.2 Mobile/15E148 Safari/604.1`,
      5,
      'ios',
      true,
    ],
    ['Chrome on an iPhone', `${iphone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 5, 'ios', false],
    ['Firefox on an iPhone', `${iphone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 5, 'ios', false],
    ['Edge on an iPhone', `${iphone} Version/17.0 EdgiOS/125.0 Mobile/15E148 Safari/604.1`, 5, 'ios', false],
    ['the Google app on an iPhone', `${iphone} GSA/320.0 Mobile/15E148 Safari/604.1`, 5, 'ios', false],
    ['a web view on an iPhone', `${iphone} Mobile/15E148`, 5, 'ios', false],
    ['Chrome on Android', `${pixel} Chrome/126.0.0.0 Mobile Safari/537.36`, 5, 'android', false],
    ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 5, 'android', false],
    [
      'Samsung Internet',
      'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
      5,
      'android',
      false,
    ],
    [
      'Chrome on Windows with a touch screen',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      10,
      'desktop',
      false,
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 0, 'desktop', false],
  ] as const)('behavior: %s', (_name, userAgent, touch, platform, iosSafari) => {
    expect(read(userAgent, {}, touch)).toMatchObject({ platform, iosSafari, walletBrowser: null })
  })

  test.each([
    [`${webView} MetaMaskMobile`, {}, 'metamask'],
    [`${iphone} Mobile/15E148 WebView MetaMaskMobile`, { isMetaMask: true }, 'metamask'],
    [`${iphone} Mobile/15E148 Phantom/ios/22.06.08.44`, {}, 'phantom'],
    [`${pixel} Chrome/126.0.0.0 Mobile Safari/537.36 Phantom/android`, {}, 'phantom'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 12_1_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) TokenPocket_iOS',
      { isMetaMask: true },
      'tokenpocket',
    ],
    [`${webView} OKApp/(OKEx/6.70.0)`, { isMetaMask: true }, 'okx-wallet'],
    [`${webView} imToken/2.14.0`, { isImToken: true }, 'imtoken'],
    [`${iphone} Mobile/15E148`, { isImToken: true, isMetaMask: true }, 'imtoken'],
    [`${iphone} Mobile/15E148`, { isTrust: true }, 'trust-wallet'],
    [webView, { isTrust: true, isTrustWallet: true, isMetaMask: true }, 'trust-wallet'],
    [
      `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`,
      { isCoinbaseWallet: true, isCoinbaseBrowser: true },
      'coinbase-wallet',
    ],
    [webView, { isCoinbaseWallet: true }, 'coinbase-wallet'],
    [webView, { isBinance: true }, 'binance-wallet'],
    [`${iphone} Mobile/15E148`, { isRainbow: true, isMetaMask: true }, 'rainbow'],
    [webView, { isBitKeep: true, isMetaMask: true }, 'bitget-wallet'],
    [webView, { isSafePal: true }, 'safepal'],
  ])('behavior: %s with %j is the in-app browser of a wallet', (userAgent, ethereum, walletBrowser) => {
    expect(read(userAgent, { ethereum }, 5)).toMatchObject({ walletBrowser, iosSafari: false })
    // The ID is in the directory.
    expect([...fixtures.wallets, ...fixtures.browsers].map(({ id }) => id)).toContain(walletBrowser)
  })

  test('behavior: an extension is not a wallet’s in-app browser, on a computer or on a phone', () => {
    const ethereum = { isMetaMask: true, isRainbow: true, isCoinbaseWallet: true }
    expect(read('Mozilla/5.0 (Windows NT 10.0) Chrome/126.0.0.0 Safari/537.36', { ethereum }).walletBrowser).toBeNull()
    expect(read('Mozilla/5.0 (Android 14; Mobile) Firefox/127.0', { ethereum }, 5).walletBrowser).toBeNull()
    expect(read(`${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, { ethereum }, 5)).toMatchObject({
      walletBrowser: null,
      iosSafari: true,
    })
  })

  test('behavior: frames, home screens and Telegram', () => {
    const window = page(iphone)
    expect(readDevice(readDeviceSignals({ page: Object.assign(window, { parent: window }) })).inIframe).toBe(false)
    expect(read(iphone, { parent: {} }).inIframe).toBe(true)
    expect(read(iphone, { matchMedia: () => ({ matches: true }) }).standalone).toBe(true)
    expect(read('', { navigator: { userAgent: iphone, standalone: true } }).standalone).toBe(true)
    for (const members of [
      { TelegramWebviewProxy: {} },
      { TelegramWebviewProxyProto: {} },
      { Telegram: { WebApp: { initData: 'query_id=1' } } },
    ]) {
      expect(read(`${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, members, 5)).toMatchObject({
        telegram: true,
        iosSafari: false,
      })
    }
    expect(read(iphone, { Telegram: { WebApp: { initData: '' } } }).telegram).toBe(false)
    expect(read(iphone, { ethereum: 'odd', Telegram: null }).telegram).toBe(false)
  })
})

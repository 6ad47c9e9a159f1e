import type { DeviceFacts, DeviceSignals } from './DeviceFacts.ts'

/**
 * Detects the in-app browsers of wallets. `userAgent` is the wallet's addition to the browser's. `only` are markers that no extension sets.
 * `flags` are also set by the wallet's extension, so they count only in a web view.
 */
const walletBrowsers: readonly {
  id: string
  userAgent?: RegExp
  only?: readonly string[]
  flags?: readonly string[]
}[] = [
  {
    id: 'coinbase-wallet',
    userAgent: /CoinbaseWallet|CoinbaseBrowser/i,
    only: ['isCoinbaseBrowser'],
    flags: ['isCoinbaseWallet'],
  },
  { id: 'trust-wallet', userAgent: /TrustWallet|\bTrust\/\d/i, flags: ['isTrust', 'isTrustWallet'] },
  { id: 'okx-wallet', userAgent: /\bOKApp\b|\bOKEx\//i, flags: ['isOkxWallet', 'isOKExWallet'] },
  { id: 'phantom', userAgent: /\bPhantom\/(?:ios|android)/i, flags: ['isPhantom'] },
  { id: 'imtoken', userAgent: /\bimToken\b/i, only: ['isImToken'] },
  { id: 'tokenpocket', userAgent: /\bTokenPocket/i, flags: ['isTokenPocket'] },
  { id: 'binance-wallet', userAgent: /\bBNC\/\d/i, flags: ['isBinance'] },
  { id: 'rainbow', userAgent: /\bRainbow\/\d/i, flags: ['isRainbow'] },
  { id: 'bitget-wallet', userAgent: /\bBitKeep\b|\bBitget ?Wallet\b/i, flags: ['isBitKeep', 'isBitget'] },
  { id: 'safepal', userAgent: /\bSafePal\b/i, flags: ['isSafePal'] },
  { id: 'solflare', userAgent: /\bSolflare\b/i },
  // Last, because many wallets claim to be MetaMask.
  { id: 'metamask', userAgent: /\bMetaMaskMobile\b/i, flags: ['isMetaMask'] },
]

/**
 * Returns the device of a page: the platform, and the browser that shows the page.
 *
 * @example readDevice(readDeviceSignals({ page: environment.page() })).platform
 */
export function readDevice({
  userAgent,
  maxTouchPoints,
  hasFlag,
  telegram,
  inIframe,
  standalone,
}: DeviceSignals): DeviceFacts {
  const isIpad = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  const platform =
    /iPhone|iPad|iPod/.test(userAgent) || isIpad ? 'ios' : /Android/i.test(userAgent) ? 'android' : 'desktop'
  const isWebView =
    platform === 'ios'
      ? !/Safari\//.test(userAgent)
      : platform === 'android' && /; wv\)|Version\/\d+\.\d+ Chrome\//.test(userAgent)
  const wallet =
    platform === 'desktop'
      ? undefined
      : walletBrowsers.find(
          (browser) =>
            browser.userAgent?.test(userAgent) ||
            browser.only?.some(hasFlag) ||
            (isWebView && browser.flags?.some(hasFlag)),
        )
  return {
    platform,
    telegram,
    inIframe,
    standalone,
    iosSafari:
      platform === 'ios' &&
      !telegram &&
      !wallet &&
      /Version\/[\d.]+.* Safari\//.test(userAgent) &&
      !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|OPX\/|DuckDuckGo|GSA\/|YaBrowser|UCBrowser|Ddg\//.test(userAgent),
    webView: isWebView || wallet !== undefined,
    walletBrowser: wallet?.id ?? null,
  }
}

import type { DeviceFacts, DeviceSignals } from './DeviceFacts.ts'

/**
 * How the browsers inside wallets are known. `userAgent` is what the wallet adds to the browser's; `only` are markers that no
 * extension sets; `flags` are set by the wallet's extension as well, so that they count in a web view alone.
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
  // Last: many a wallet says that it is MetaMask too.
  { id: 'metamask', userAgent: /\bMetaMaskMobile\b/i, flags: ['isMetaMask'] },
]

/**
 * Reads the device from what its page says: the platform, and whose browser shows the page.
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

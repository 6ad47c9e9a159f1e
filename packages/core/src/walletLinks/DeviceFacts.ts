/** Unprocessed data of a page about its device. */
export type DeviceSignals = {
  userAgent: string
  /** Number of touch points. An iPad identifies itself as a Mac, but a Mac has no touch screen. */
  maxTouchPoints: number
  /** Whether the page's wallet has a marker, such as `isTrust` in `window.ethereum.isTrust`. */
  hasFlag: (name: string) => boolean
  /** The page is a mini app of Telegram. */
  telegram: boolean
  /** The page is in a frame of another page. */
  inIframe: boolean
  /** The page was added to the home screen and runs without a browser UI. */
  standalone: boolean
}

/** Properties of a device that determine how wallets are reached. */
export type DeviceFacts = {
  platform: 'ios' | 'android' | 'desktop'
  telegram: boolean
  inIframe: boolean
  standalone: boolean
  /** Safari on an iPhone or iPad, but not another browser or an app's web view. */
  iosSafari: boolean
  /** An in-app browser of a wallet or another app, as far as it can be detected. It opens no windows. */
  webView: boolean
  /** The wallet whose in-app browser shows the page, as an ID of the server's bundled directory. Null elsewhere. */
  walletBrowser: string | null
}

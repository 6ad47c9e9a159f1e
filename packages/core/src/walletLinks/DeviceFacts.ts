/** What a page can say about the device it is shown on, unread. */
export type DeviceSignals = {
  userAgent: string
  /** How many fingers the screen tells apart: an iPad says that it is a Mac, but a Mac has no touch screen. */
  maxTouchPoints: number
  /** Whether a marker stands on the page's wallet (`window.ethereum.isTrust`), such as `isTrust`. */
  hasFlag: (name: string) => boolean
  /** The page is a mini app of Telegram. */
  telegram: boolean
  /** The page stands in a frame of another page. */
  inIframe: boolean
  /** The page was put on the home screen and runs without a browser around it. */
  standalone: boolean
}

/** What the ways to reach a wallet depend on. */
export type DeviceFacts = {
  platform: 'ios' | 'android' | 'desktop'
  telegram: boolean
  inIframe: boolean
  standalone: boolean
  /** Safari itself on an iPhone or iPad, not another browser and not an app's web view. */
  iosSafari: boolean
  /** An app's own browser, a wallet's or any other's, as far as it can be told: it opens no windows. */
  webView: boolean
  /** The wallet whose own browser shows the page: its id in the directory that comes with the server. Null elsewhere. */
  walletBrowser: string | null
}

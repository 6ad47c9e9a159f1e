/** The wallet's window, as it was opened within the visitor's click. */
export type OpenedWindow = {
  /** Null when the browser blocked it. */
  window: Window | null
  /** What came from the window before anybody read it, oldest first. */
  early: MessageEvent<unknown>[]
  /** Called with each message that comes from the window, whatever its origin. */
  receive: (event: MessageEvent<unknown>) => void
  /** Closes the window and listens no longer. */
  close: () => void
}

/** What the two halves of the smart wallet share. */
export type SmartWalletLink = {
  opened: OpenedWindow | undefined
  /** Whether there is a session, as far as it was read: without one no window opens for a signature. */
  isConnected: boolean
  /** Opens the window, or gives the one that is open; undefined on a server. */
  open: () => OpenedWindow | undefined
}

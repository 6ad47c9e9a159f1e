/**
 * What the kit tells the operator about its own use, when the operator has switched that on: names of views and steps, never
 * an address, an email or a hash. It goes to the operator's own server and nowhere else.
 */
export type TelemetryEvent =
  | { name: 'modalOpened'; view: string; connected: boolean }
  | { name: 'modalClosed'; connected: boolean }
  | { name: 'walletChosen'; wallet: string; way: string }
  | { name: 'connected'; wallet: string; way: string; namespace: string }
  | { name: 'connectFailed'; wallet: string; code: string }
  | { name: 'disconnected' }
  | { name: 'networkSwitched'; chainId: string }
  | { name: 'signInRequested' | 'signedIn' }
  | { name: 'signInFailed'; code: string }
  | { name: 'sent'; chainId: string }
  | { name: 'sendFailed'; code: string }
  | { name: 'swapped'; chainId: string }
  | { name: 'swapFailed'; code: string }

/**
 * Tells the operator's server what was used. Off unless both the app (`telemetry: true`) and the server say so.
 *
 * @example
 * latchkey.telemetry.track({ name: 'modalOpened', view: 'Connect', connected: false })
 * await latchkey.telemetry.flush()
 */
export type TelemetryFeature = {
  /** Notes an event, to be sent with the next ones. Never throws; without consent of both sides it does nothing. */
  track: (event: TelemetryEvent) => void
  /** Resolves when everything that waits was handed over or given up. */
  flush: () => Promise<void>
}

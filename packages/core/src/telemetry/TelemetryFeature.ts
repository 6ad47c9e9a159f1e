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

/** Tells the operator's server what was used. Off unless both the app (`telemetry: true`) and the server say so. */
export type TelemetryFeature = {
  track: (event: TelemetryEvent) => void
  /** Resolves when everything that waits was handed over or given up. */
  flush: () => Promise<void>
}

/**
 * Usage events for the operator, if the operator has enabled them. They contain names of views and steps, but never an address, an email or
 * a hash. They are sent only to the operator's own server.
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
 * Reports usage to the operator's server. Off unless both the app (`telemetry: true`) and the server enable it.
 *
 * @example
 * latchkey.telemetry.track({ name: 'modalOpened', view: 'Connect', connected: false })
 * await latchkey.telemetry.flush()
 */
export type TelemetryFeature = {
  /** Records an event, which is sent with the next batch. Never throws. Does nothing unless both sides enable telemetry. */
  track: (event: TelemetryEvent) => void
  /** Resolves when all waiting events are sent or dropped. */
  flush: () => Promise<void>
}

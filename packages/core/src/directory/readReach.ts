import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** The available relays: the app's own, the public one, or both. */
export type PairingReach = { own: boolean; public: boolean }

/** Returns the app's relays; none without WalletConnect. The kit's client supports all network families. */
export function readReach({ connectors: { walletConnect } = {} }: LatchkeyConfig): PairingReach {
  if (typeof walletConnect === 'function') return { own: true, public: true }
  if (!walletConnect) return { own: false, public: false }
  const { ownRelay, publicRelay } = walletConnect === true ? {} : walletConnect
  return { own: ownRelay !== false, public: publicRelay !== undefined }
}

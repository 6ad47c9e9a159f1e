import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** Which relays reach a wallet: the app's own, or the public one. */
export type PairingReach = { own: boolean; public: boolean }

/** Which relays the app has; neither where it has no WalletConnect. The kit's own client speaks all families of networks. */
export function readReach({ connectors: { walletConnect } = {} }: LatchkeyConfig): PairingReach {
  if (typeof walletConnect === 'function') return { own: true, public: true }
  if (!walletConnect) return { own: false, public: false }
  const { ownRelay, publicRelay } = walletConnect === true ? {} : walletConnect
  return { own: ownRelay !== false, public: publicRelay !== undefined }
}

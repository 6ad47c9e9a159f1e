import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { PairingReach } from './PairingFeature.ts'

/** Which relays the app has; neither where it has no WalletConnect, or no network of the family that the kit's own client speaks. */
export function readReach({ connectors: { walletConnect } = {}, networks }: LatchkeyConfig): PairingReach {
  if (typeof walletConnect === 'function') return { own: true, public: true }
  if (!walletConnect || !networks.some(({ chainNamespace }) => chainNamespace === 'eip155'))
    return { own: false, public: false }
  const { ownRelay, publicRelay } = walletConnect === true ? {} : walletConnect
  return { own: ownRelay !== false, public: publicRelay !== undefined }
}

import type { PairingReach } from './readReach.ts'
import type { WalletEntry } from './WalletsFeature.ts'

/** Whether one of the app's relays is one that the wallet dials. One that nothing is known of dials the public one, as most do. */
export function isReached({
  reach,
  wallet: { listing },
}: {
  reach: PairingReach
  wallet: Pick<WalletEntry, 'listing'>
}): boolean {
  const relay = listing?.relay
  return (reach.own && relay != null) || (reach.public && relay !== 'own')
}

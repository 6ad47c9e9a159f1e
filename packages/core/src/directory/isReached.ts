import type { PairingReach } from './readReach.ts'
import type { WalletEntry } from './WalletsFeature.ts'

/** Whether one of the app's relays reaches a wallet. An unknown wallet uses the public relay, like most wallets. */
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

import type { WalletListing } from '@latchkey/protocol/api'
import { useModalScope } from '../../modal/ModalScope.tsx'

/** Remembers directory entries that were shown, by the id that they would connect with. */
export function rememberListings(memory: Map<string, unknown>, listings: readonly WalletListing[]): void {
  for (const listing of listings) memory.set(`listing ${connectorIdOf(listing)}`, listing)
}

/** The id that a wallet of the directory connects with in a browser. */
export function connectorIdOf(listing: WalletListing): string {
  return listing.rdns ?? listing.id
}

/** The directory's entry of a wallet, when it was shown before. */
export function useListing(connectorId: string): WalletListing | undefined {
  const { memory } = useModalScope()
  return memory.get(`listing ${connectorId}`) as WalletListing | undefined
}

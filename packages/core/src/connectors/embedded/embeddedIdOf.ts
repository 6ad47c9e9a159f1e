import type { ChainNamespace } from '@latchkey/protocol'
import type { embeddedConnectorId } from './EmbeddedWallet.ts'

// Written here again, so that what loads with the page has nothing more to give away.
const id: typeof embeddedConnectorId = 'latchkey'

/** The id of the embedded wallet's connector in a family: `latchkey`, `latchkey:solana`, `latchkey:bip122`. */
export function embeddedIdOf(namespace: ChainNamespace): string {
  return namespace === 'eip155' ? id : `${id}:${namespace}`
}

/** Tells whether a connector is one of the embedded wallet's. */
export function isEmbeddedId(connectorId: string): boolean {
  return connectorId.split(':')[0] === id
}

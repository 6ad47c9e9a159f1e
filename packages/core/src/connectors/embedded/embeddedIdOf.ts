import type { ChainNamespace } from '@latchkey/protocol'
import type { embeddedConnectorId } from './EmbeddedWallet.ts'

// Repeated here, so that the first chunk of the page exports nothing more.
const id: typeof embeddedConnectorId = 'latchkey'

/** Returns the ID of the embedded wallet's connector in a network family: `latchkey`, `latchkey:solana`, `latchkey:bip122`. */
export function embeddedIdOf(namespace: ChainNamespace): string {
  return namespace === 'eip155' ? id : `${id}:${namespace}`
}

/** Whether a connector belongs to the embedded wallet. */
export function isEmbeddedId(connectorId: string): boolean {
  return connectorId.split(':')[0] === id
}

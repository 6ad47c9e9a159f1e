import type { ChainNamespace } from '@latchkey/protocol'
import { embeddedConnectorId } from './EmbeddedWallet.ts'

/** The id of the embedded wallet's connector in a family: `latchkey`, `latchkey:solana`, `latchkey:bip122`. */
export function embeddedIdOf(namespace: ChainNamespace): string {
  return namespace === 'eip155' ? embeddedConnectorId : `${embeddedConnectorId}:${namespace}`
}

/** Tells whether a connector is one of the embedded wallet's. */
export function isEmbeddedId(connectorId: string): boolean {
  return connectorId === embeddedConnectorId || connectorId.startsWith(`${embeddedConnectorId}:`)
}

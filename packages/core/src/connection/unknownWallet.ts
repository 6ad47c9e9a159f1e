import type { ChainNamespace } from '@latchkey/protocol'
import type { ConnectorInfo } from '../connectors/Connector.ts'

/** Returns the data of a wallet that has not announced itself yet. */
export function unknownWallet(id: string): ConnectorInfo {
  const family = /^(solana|bip122):/.exec(id)?.[1] as ChainNamespace | undefined
  return { id, namespace: family ?? 'eip155', name: id, icon: null, rdns: null, type: 'injected' }
}

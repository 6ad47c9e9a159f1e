import type { ChainNamespace } from '@latchkey/protocol'
import type { AppClient } from '@latchkey/walletconnect'
import type { KeyValueStorage } from '../../environment/Environment.ts'
import type { ConnectorInfo } from '../Connector.ts'
import { cleanText } from '../cleanClaim.ts'
import { pairedConnectorId } from '../PairingClient.ts'
import { readPairedRecord } from './pairedRecord.ts'

/**
 * Describes the paired wallet: as in the directory if the visitor chose it there, else as the wallet announces itself. The wallet's own
 * icon is not shown, because the page would have to load it from a foreign server.
 */
export function describePaired({
  client,
  storage,
  namespace = 'eip155',
}: {
  client: Pick<AppClient, 'sessions'>
  storage: KeyValueStorage
  namespace?: ChainNamespace
}): ConnectorInfo {
  const record = readPairedRecord(storage, namespace)
  const session = record && client.sessions().find(({ topic }) => topic === record.topic)
  const peer = session?.peer
  const name = record?.wallet?.name ?? cleanText(peer?.name)
  return {
    ...{ id: pairedConnectorId(namespace), namespace, type: 'walletConnect', rdns: null },
    name: name || 'WalletConnect',
    icon: record?.wallet?.icon ?? null,
    // Only for EVM: other families have no nonces, and no EIP-1193 provider.
    ...(namespace === 'eip155' && {
      namesRequests: true,
      // Set in the session by wallets that accept a given nonce. Other wallets choose it.
      takesNonce: session?.sessionProperties?.transactionNonce === 'given',
    }),
  }
}

import type { ChainNamespace } from '@latchkey/protocol'
import type { AppClient } from '@latchkey/walletconnect'
import type { KeyValueStorage } from '../../environment/Environment.ts'
import type { ConnectorInfo } from '../Connector.ts'
import { cleanText } from '../cleanClaim.ts'
import { pairedConnectorId } from '../PairingClient.ts'
import { readPairedRecord } from './pairedRecord.ts'

/**
 * What a page shows of the paired wallet: as the visitor chose it, else as it calls itself. Its own picture is not shown: it
 * would have to be asked of somebody else's server.
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
    // Of the EVM family alone: only its transactions have a number, and only its provider is EIP-1193's.
    ...(namespace === 'eip155' && {
      namesRequests: true,
      // Said with the session by wallets that send under the number they are given; others number by themselves.
      takesNonce: session?.sessionProperties?.transactionNonce === 'given',
    }),
  }
}

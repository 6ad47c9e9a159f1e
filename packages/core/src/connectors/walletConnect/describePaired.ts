import type { AppClient } from '@latchkey/walletconnect'
import type { KeyValueStorage } from '../../environment/Environment.ts'
import type { ConnectorInfo } from '../Connector.ts'
import { cleanText } from '../cleanClaim.ts'
import { pairingConnectorId } from '../PairingClient.ts'
import { readPairedRecord } from './pairedRecord.ts'

/**
 * What a page shows of the paired wallet: as the visitor chose it, else as it calls itself. Its own picture is not shown: it
 * would have to be asked of somebody else's server.
 */
export function describePaired({
  client,
  storage,
}: {
  client: Pick<AppClient, 'sessions'>
  storage: KeyValueStorage
}): ConnectorInfo {
  const record = readPairedRecord(storage)
  const session = record && client.sessions().find(({ topic }) => topic === record.topic)
  const peer = session?.peer
  const name = record?.wallet?.name ?? cleanText(peer?.name)
  return {
    ...{ id: pairingConnectorId, namespace: 'eip155', type: 'walletConnect', rdns: null },
    name: name || 'WalletConnect',
    icon: record?.wallet?.icon ?? null,
    namesRequests: true,
    // Said with the session by wallets that send under the number they are given; others number by themselves.
    takesNonce: session?.sessionProperties?.transactionNonce === 'given',
  }
}

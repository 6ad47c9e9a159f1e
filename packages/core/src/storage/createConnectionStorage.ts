import {
  type ChainId,
  type ConnectionRecord,
  emptyConnectionRecord,
  parseChainId,
  readConnectionRecord,
  type StoredConnection,
  storagePrefix,
} from '@latchkey/protocol'
import { pairingConnectorId } from '../connectors/PairingClient.ts'
import type { KeyValueStorage } from '../environment/Environment.ts'

/** Storage key of the connection record. */
export const connectionRecordKey = `${storagePrefix}connection`

/** Limit of stored connections. Without it, each visit would wait for wallets that never return. */
const keptConnections = 20

/** The connection record of this browser. Each write changes one thing of the stored record, because other tabs write too. */
export type ConnectionStorage = {
  /** Returns the record; an empty one if it is unreadable. The next change replaces it. */
  read: () => ConnectionRecord
  /** Stores a selected connection as the first to restore, and as the first of the two recent ones. */
  remember: (connection: StoredConnection) => void
  /** Stores the current network. */
  setChainId: (chainId: ChainId) => void
  /** Sets the wallet of a WalletConnect session, which becomes a recent wallet instead of the connector. */
  setPairedWallet: (walletId: string | undefined) => void
  /** Removes connections, and with the last one the current networks. The recent connectors stay. */
  forget: (options: { connectorIds: readonly string[] }) => void
}

/** Creates the storage of the connection record. If it fails (full, blocked), only the reconnect is lost. */
export function createConnectionStorage({ storage }: { storage: KeyValueStorage }): ConnectionStorage {
  const read = (): ConnectionRecord => {
    try {
      return readConnectionRecord(storage.getItem(connectionRecordKey)) ?? emptyConnectionRecord
    } catch {
      return emptyConnectionRecord
    }
  }
  let pairedWallet: string | undefined
  const write = (record: ConnectionRecord) => {
    try {
      storage.setItem(connectionRecordKey, JSON.stringify(record))
    } catch {
      // The storage is full or blocked. The visitor connects again after a reload.
    }
  }
  return {
    read,
    remember: ({ connectorId, namespace }) => {
      const record = read()
      const others = record.connections.filter((stored) => stored.connectorId !== connectorId)
      const used = connectorId.endsWith(pairingConnectorId) ? pairedWallet : connectorId
      const recent = record.recentConnectorIds.filter((id) => id !== used)
      write({
        ...record,
        connections: [{ connectorId, namespace }, ...others].slice(0, keptConnections),
        recentConnectorIds: (used === undefined ? recent : [used, ...recent]).slice(0, 2),
      })
    },
    setChainId: (chainId) => {
      const record = read()
      const { namespace } = parseChainId(chainId)
      if (record.namespace === namespace && record.chainIds[namespace] === chainId) return
      write({ ...record, namespace, chainIds: { ...record.chainIds, [namespace]: chainId } })
    },
    setPairedWallet: (walletId) => {
      pairedWallet = walletId
    },
    forget: ({ connectorIds }) => {
      const record = read()
      const connections = record.connections.filter(({ connectorId }) => !connectorIds.includes(connectorId))
      if (connections.length > 0) write({ ...record, connections })
      else write({ ...emptyConnectionRecord, recentConnectorIds: record.recentConnectorIds })
    },
  }
}

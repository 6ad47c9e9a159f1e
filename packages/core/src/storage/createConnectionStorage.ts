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

/** Where the connection record lives. */
export const connectionRecordKey = `${storagePrefix}connection`

/** Wallets that are never there again would else be waited for in every visit to come. */
const keptConnections = 20

/** The connection record of this browser. Each write changes one thing of what is stored now: other tabs write too. */
export type ConnectionStorage = {
  /** The record; an unreadable one counts as none and is dropped with the next change. */
  read: () => ConnectionRecord
  /** Notes a connection that is in use: the first to restore, and first among the recent ones (2 are kept). */
  remember: (connection: StoredConnection) => void
  /** Notes the network in use. */
  setChainId: (chainId: ChainId) => void
  /** Says which wallet a WalletConnect session is with: it, and not the session, is the recent one. */
  setPairedWallet: (walletId: string | undefined) => void
  /** Forgets connections; with the last one the networks in use, too. The recent connectors stay. */
  forget: (options: { connectorIds: readonly string[] }) => void
}

/** Reads and writes the connection record. A storage that refuses (full, blocked) costs the reconnect, never the connection. */
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
      // A full or blocked storage: the visitor connects again after a reload.
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

import { type ConnectionRecord, emptyConnectionRecord, readConnectionRecord, storagePrefix } from '@latchkey/protocol'
import type { KeyValueStorage } from '../LatchkeyConfig.ts'

/** Where the connection record lives. */
export const connectionRecordKey = `${storagePrefix}connection`

/** The connection record of this browser. */
export type ConnectionStorage = {
  /** The record; an unreadable one counts as none and is dropped with the next change. */
  read: () => ConnectionRecord
  /** Notes a connection: the connector to restore, first among the recent ones (2 are kept). */
  remember: (options: { connectorId: string }) => void
  /** Notes the network in use. */
  setChainId: (chainId: ConnectionRecord['chainId']) => void
  /** Forgets connector and network; the recent connectors stay. */
  forget: () => void
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
  const write = (record: ConnectionRecord) => {
    try {
      storage.setItem(connectionRecordKey, JSON.stringify(record))
    } catch {
      // A full or blocked storage: the visitor connects again after a reload.
    }
  }
  return {
    read,
    remember: ({ connectorId }) => {
      const record = read()
      const recent = [connectorId, ...record.recentConnectorIds.filter((id) => id !== connectorId)]
      write({ ...record, connectorId, recentConnectorIds: recent.slice(0, 2) })
    },
    setChainId: (chainId) => {
      const { chainId: _, ...record } = read()
      write(chainId === undefined ? record : { ...record, chainId })
    },
    forget: () => write({ version: 1, recentConnectorIds: read().recentConnectorIds }),
  }
}

import { type ChainId, type ChainNamespace, chainNamespaces, isChainId, parseChainId } from '../caip/chainId.ts'

/** Prefix of every key that the kit writes to the browser's storage. */
export const storagePrefix = '@latchkey/'

/** A connection that is restored on the next visit. */
export type StoredConnection = { connectorId: string; namespace: ChainNamespace }

/** Stored connections. Uses hand-written guards instead of zod, because it loads with the button. */
export type ConnectionRecord = {
  version: 2
  /** The connections to restore, the active one first. The first of each family is the one that its family uses. */
  connections: readonly StoredConnection[]
  /** Family of the active network. */
  namespace?: ChainNamespace
  /** The active network of each family. */
  chainIds: { readonly [Namespace in ChainNamespace]?: ChainId }
  /** The most recently used connectors, newest first, 2 at most. */
  recentConnectorIds: readonly string[]
}

/** The record of a browser without connections. */
export const emptyConnectionRecord: ConnectionRecord = {
  version: 2,
  connections: [],
  chainIds: {},
  recentConnectorIds: [],
}

/**
 * Reads a stored connection record; undefined for an unreadable one. Converts a record of the first version, which has at most one
 * connection.
 *
 * @example readConnectionRecord(localStorage.getItem('@latchkey/connection'))
 */
export function readConnectionRecord(text: string | null): ConnectionRecord | undefined {
  if (text === null) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const { recentConnectorIds: recent } = record
  if (!Array.isArray(recent) || !recent.every((id) => typeof id === 'string')) return undefined
  const recentConnectorIds = recent.slice(0, 2)
  if (record.version === 1) {
    const { connectorId, chainId } = record
    return {
      version: 2,
      connections: typeof connectorId === 'string' ? [{ connectorId, namespace: 'eip155' }] : [],
      ...(isChainId(chainId) ? { namespace: 'eip155', chainIds: { eip155: chainId } } : { chainIds: {} }),
      recentConnectorIds,
    }
  }
  const { connections, namespace, chainIds } = record
  if (record.version !== 2 || !Array.isArray(connections) || !connections.every(isStoredConnection)) return undefined
  if (typeof chainIds !== 'object' || chainIds === null || !Object.entries(chainIds).every(isChainOfFamily))
    return undefined
  if (namespace !== undefined && !isNamespace(namespace)) return undefined
  return {
    version: 2,
    connections: connections.map((stored) => ({ connectorId: stored.connectorId, namespace: stored.namespace })),
    ...(namespace === undefined ? {} : { namespace }),
    chainIds: chainIds as ConnectionRecord['chainIds'],
    recentConnectorIds,
  }
}

function isNamespace(value: unknown): value is ChainNamespace {
  return chainNamespaces.some((namespace) => namespace === value)
}

function isStoredConnection(value: unknown): value is StoredConnection {
  if (typeof value !== 'object' || value === null) return false
  const { connectorId, namespace } = value as Record<string, unknown>
  return typeof connectorId === 'string' && isNamespace(namespace)
}

function isChainOfFamily([namespace, chainId]: [string, unknown]): boolean {
  return isChainId(chainId) && parseChainId(chainId).namespace === namespace
}

import { type ChainId, isChainId } from '../caip/chainId.ts'

/** Every key that the kit writes to the browser's storage starts with this. */
export const storagePrefix = '@latchkey/'

/** What is kept between visits about the connection. Written by hand-made guards, not zod: it loads with the button. */
export type ConnectionRecord = {
  version: 1
  /** The connector to reconnect; absent after a disconnect. */
  connectorId?: string
  /** The network that was active. */
  chainId?: ChainId
  /** The most recently used connectors, newest first, 2 at most. */
  recentConnectorIds: string[]
}

/** The record of a browser that never connected. */
export const emptyConnectionRecord: ConnectionRecord = { version: 1, recentConnectorIds: [] }

/**
 * Reads a stored connection record; anything unreadable counts as none.
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
  const { version, connectorId, chainId, recentConnectorIds } = value as Record<string, unknown>
  if (version !== 1) return undefined
  if (connectorId !== undefined && typeof connectorId !== 'string') return undefined
  if (chainId !== undefined && !isChainId(chainId)) return undefined
  if (!Array.isArray(recentConnectorIds) || !recentConnectorIds.every((id) => typeof id === 'string')) return undefined
  return {
    version: 1,
    ...(connectorId === undefined ? {} : { connectorId }),
    ...(chainId === undefined ? {} : { chainId }),
    recentConnectorIds: recentConnectorIds.slice(0, 2),
  }
}

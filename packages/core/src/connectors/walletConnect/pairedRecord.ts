import { type ChainId, type ChainNamespace, isChainId, storagePrefix } from '@latchkey/protocol'
import type { KeyValueStorage } from '../../environment/Environment.ts'
import { type PairedWallet, readPairedWallet } from '../PairedWallet.ts'

/** Storage key. For other families than `eip155`, a colon and the family follow. */
export const pairedRecordKey = `${storagePrefix}walletConnect`

/** Stored data about a session, for each family that uses it. */
export type PairedRecord = {
  topic: string
  /** The current network. */
  chainId?: ChainId | undefined
  wallet?: PairedWallet | undefined
  /** The wallet's answer about its accounts, without validation. */
  told?: readonly unknown[] | undefined
}

function keyOf(namespace: ChainNamespace): string {
  return namespace === 'eip155' ? pairedRecordKey : `${pairedRecordKey}:${namespace}`
}

/** Reads the stored record; undefined if it is unreadable. */
export function readPairedRecord(
  storage: KeyValueStorage,
  namespace: ChainNamespace = 'eip155',
): PairedRecord | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(namespace)) ?? 'null')
    if (typeof value !== 'object' || value === null) return undefined
    const { topic, chainId, wallet, told } = value as Record<string, unknown>
    if (typeof topic !== 'string') return undefined
    return {
      ...{ topic, chainId: isChainId(chainId) ? chainId : undefined, wallet: readPairedWallet(wallet) },
      ...(Array.isArray(told) ? { told } : {}),
    }
  } catch {
    return undefined
  }
}

/** Writes or removes the record. If the storage fails, only the network and the link are lost. */
export function writePairedRecord(
  storage: KeyValueStorage,
  record: PairedRecord | undefined,
  namespace: ChainNamespace = 'eip155',
): void {
  try {
    if (record) storage.setItem(keyOf(namespace), JSON.stringify(record))
    else storage.removeItem(keyOf(namespace))
  } catch {
    // The storage is full or blocked.
  }
}

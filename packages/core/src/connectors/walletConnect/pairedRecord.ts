import { type ChainId, type ChainNamespace, isChainId, storagePrefix } from '@latchkey/protocol'
import type { KeyValueStorage } from '../../environment/Environment.ts'
import { type PairedWallet, readPairedWallet } from '../PairedWallet.ts'

/** Where it is kept; of another family than `eip155` with a colon and the family behind it. */
export const pairedRecordKey = `${storagePrefix}walletConnect`

/** What the kit keeps of a session beside the session itself, for each family that uses it. */
export type PairedRecord = {
  topic: string
  /** The network in use. */
  chainId?: ChainId | undefined
  wallet?: PairedWallet | undefined
  /** What the wallet told of accounts when it was asked; as it came. */
  told?: readonly unknown[] | undefined
}

function keyOf(namespace: ChainNamespace): string {
  return namespace === 'eip155' ? pairedRecordKey : `${pairedRecordKey}:${namespace}`
}

/** Reads what was kept; an unreadable one counts as none. */
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

/** Keeps it, or removes what is kept. A storage that refuses costs the network and the link, never the connection. */
export function writePairedRecord(
  storage: KeyValueStorage,
  record: PairedRecord | undefined,
  namespace: ChainNamespace = 'eip155',
): void {
  try {
    if (record) storage.setItem(keyOf(namespace), JSON.stringify(record))
    else storage.removeItem(keyOf(namespace))
  } catch {
    // A full or blocked storage.
  }
}

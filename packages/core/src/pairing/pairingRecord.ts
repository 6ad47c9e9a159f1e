import { isChainId } from '@latchkey/protocol'
import { type PairedWallet, readPairedWallet } from '../connectors/PairedWallet.ts'
import type { KeyValueStorage } from '../environment/Environment.ts'
import type { OneClickSignIn } from '../siwx/Siwx.ts'

/** A pairing that a reload of the page interrupted. */
export type PairingRecord = {
  uri: string
  /** Unix milliseconds. */
  expiresAt: number
  /** The wallet that received it. */
  walletId?: string | undefined
  wallet?: PairedWallet | undefined
  /** The sign-in of the request. The app's sign-in store validates the result. */
  signIn?: OneClickSignIn | undefined
}

/** Reads the stored pairing. An expired or unreadable one is removed. */
export function readPairingRecord({
  storage,
  key,
  now,
}: {
  storage: KeyValueStorage
  key: string
  now: number
}): PairingRecord | undefined {
  try {
    const text = storage.getItem(key)
    if (text === null) return undefined
    const record = parse(text)
    if (record && record.expiresAt > now) return record
    storage.removeItem(key)
  } catch {
    // A blocked storage has no pairing.
  }
  return undefined
}

/** Stores a pairing for its lifetime, or removes the stored one. Without a working storage, it cannot be resumed. */
export function writePairingRecord({
  storage,
  key,
  record,
}: {
  storage: KeyValueStorage
  key: string
  record: PairingRecord | undefined
}): void {
  try {
    if (record) storage.setItem(key, JSON.stringify(record))
    else storage.removeItem(key)
  } catch {
    // The storage is full or blocked.
  }
}

function parse(text: string): PairingRecord | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { uri, expiresAt, walletId, wallet, signIn } = value as Record<string, unknown>
  if (typeof uri !== 'string' || !uri.startsWith('wc:') || typeof expiresAt !== 'number') return undefined
  if (walletId !== undefined && typeof walletId !== 'string') return undefined
  return { uri, expiresAt, walletId, wallet: readPairedWallet(wallet), signIn: readSignIn(signIn) }
}

function readSignIn(value: unknown): OneClickSignIn | undefined {
  const { chainIds, message } = (value ?? {}) as Partial<OneClickSignIn>
  return Array.isArray(chainIds) && typeof message === 'object' && message !== null
    ? { chainIds: chainIds.filter(isChainId), message }
    : undefined
}

import { isChainId } from '@latchkey/protocol'
import { type PairedWallet, readPairedWallet } from '../connectors/PairedWallet.ts'
import type { KeyValueStorage } from '../environment/Environment.ts'
import type { OneClickSignIn } from '../siwx/Siwx.ts'

/** A pairing that a reload of the page interrupted. */
export type PairingRecord = {
  uri: string
  /** Unix milliseconds. */
  expiresAt: number
  /** The wallet that it was handed to. */
  walletId?: string | undefined
  wallet?: PairedWallet | undefined
  /** The sign-in that was asked for with it; who stores sign-ins judges it. */
  signIn?: OneClickSignIn | undefined
}

/** Reads the pairing that was kept; one that is over, or unreadable, is removed. */
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
    // A blocked storage keeps nothing.
  }
  return undefined
}

/** Keeps a pairing for its lifetime, or removes the one that is kept. A storage that refuses costs the resumption only. */
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
    // A full or blocked storage.
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

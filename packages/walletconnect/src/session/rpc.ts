import type { SessionReason } from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'

/** Request of the peer. */
export type RpcRequest = { id: number; method: string; params: Readonly<Record<string, unknown>> }
/** Answer of the peer. */
export type RpcAnswer = { result: unknown } | { error: SessionReason }

/** Parses the text of an envelope; undefined if it is not JSON-RPC 2.0. */
export function readRpc(text: string): RpcRequest | ({ id: number } & RpcAnswer) | undefined {
  try {
    const { id, method, params, result, error } = JSON.parse(text)
    if (!Number.isInteger(id)) return undefined
    if (typeof method === 'string') return { id, method, params: asRecord(params) }
    if (error !== undefined && error !== null)
      return { id, error: readReason(error) ?? { code: -32_603, message: 'Unknown error' } }
    return result === undefined ? undefined : { id, result }
  } catch {
    return undefined
  }
}

/** Reads a reason or an error; undefined if it is neither. */
export function readReason(value: unknown): SessionReason | undefined {
  const { code, message, data } = asRecord(value)
  if (typeof code !== 'number') return undefined
  return { code, message: typeof message === 'string' ? message : '', ...(data === undefined ? {} : { data }) }
}

/** Reads the key and metadata that a participant claims, and checks the key's form. */
export function readParticipant(value: unknown): { publicKey: string; metadata: PeerMetadata } | undefined {
  const { publicKey, metadata } = asRecord(value)
  return isKey(publicKey) ? { publicKey, metadata: readMetadata(metadata) } : undefined
}

/** Returns a value's fields; none if it is not an object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** 64 hexadecimal digits. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Missing or invalid fields become empty: existing wallets omit some. */
function readMetadata(value: unknown): PeerMetadata {
  const { name, description, url, icons, redirect } = asRecord(value)
  const { native, universal } = asRecord(redirect)
  const text = (entry: unknown) => (typeof entry === 'string' ? entry.slice(0, 1_000) : '')
  const links = {
    ...(text(native) && { native: text(native) }),
    ...(text(universal) && { universal: text(universal) }),
  }
  return {
    name: text(name),
    description: text(description),
    url: text(url),
    icons: Array.isArray(icons) ? icons.map(text).filter(Boolean).slice(0, 5) : [],
    ...(Object.keys(links).length ? { redirect: links } : {}),
  }
}

import type { SessionReason } from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'

/** What the other side asks. */
export type RpcRequest = { id: number; method: string; params: Readonly<Record<string, unknown>> }
/** What the other side answered. */
export type RpcAnswer = { result: unknown } | { error: SessionReason }

/** Reads what was in an envelope; undefined when it is no JSON-RPC 2.0. */
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

/** Reads a reason or an error; undefined when it is none. */
export function readReason(value: unknown): SessionReason | undefined {
  const { code, message, data } = asRecord(value)
  if (typeof code !== 'number') return undefined
  return { code, message: typeof message === 'string' ? message : '', ...(data === undefined ? {} : { data }) }
}

/** Reads who somebody says to be, and that a key is one. */
export function readParticipant(value: unknown): { publicKey: string; metadata: PeerMetadata } | undefined {
  const { publicKey, metadata } = asRecord(value)
  return isKey(publicKey) ? { publicKey, metadata: readMetadata(metadata) } : undefined
}

/** A value's fields; none when it is no object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** 64 hexadecimal digits. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** What is missing or wrong is empty: wallets in the wild leave things out. */
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

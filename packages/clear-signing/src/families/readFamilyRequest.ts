import { type ChainNamespace, isChainId, parseChainId } from '@latchkey/protocol'
import type { FamilyRequest } from '../Description.ts'
import { Malformed } from '../request/Malformed.ts'

/** Characters of JSON text: some hundred thousand bytes of a PSBT with its surroundings. */
const sizeLimit = 1_048_576

/** A request as plain JSON, so that the described request is exactly `raw`. */
export type ReadFamilyRequest = FamilyRequest & { raw: string }

/**
 * Reads a request through its JSON text, so that no getter, prototype or number type can differ between two readers.
 *
 * @throws Malformed
 */
export function readFamilyRequest(request: FamilyRequest, namespace: ChainNamespace): ReadFamilyRequest {
  let raw: string
  try {
    const { method, params, chainId, account, origin } = request
    raw = JSON.stringify({ method, params, chainId, account, origin }, null, 2)
  } catch {
    throw new Malformed('params', 'not JSON')
  }
  if (raw.length > sizeLimit) throw new Malformed('params', 'too long')
  return { ...parseFamilyRequest(raw, namespace), raw }
}

/** Parses a request from its JSON text. @throws Malformed */
export function parseFamilyRequest(raw: string, namespace: ChainNamespace): FamilyRequest {
  const value: unknown = JSON.parse(raw)
  if (typeof value !== 'object' || value === null) throw new Malformed('request', 'not an object')
  const { method, params, chainId, account, origin } = value as Record<string, unknown>
  if (typeof method !== 'string') throw new Malformed('method', 'not a text')
  if (typeof account !== 'string') throw new Malformed('account', 'not an address')
  if (!isChainId(chainId) || parseChainId(chainId).namespace !== namespace)
    throw new Malformed('chainId', `not a network of ${namespace}`)
  if (typeof origin !== 'string') throw new Malformed('origin', 'not a text')
  return { method, params, chainId, account, origin }
}

/**
 * Reads named parameters of a method.
 *
 * @param names the allowed keys: another one could mean something to another reader
 * @throws Malformed
 */
export function readFields(params: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new Malformed('params', 'not an object')
  const strange = Object.keys(params).find((key) => !names.includes(key))
  if (strange !== undefined) throw new Malformed(strange.slice(0, 40), 'not known')
  return params as Record<string, unknown>
}

/** Decodes base64 with padding, in its canonical form only. @throws Malformed */
export function readBase64(value: unknown, field: string): Uint8Array<ArrayBuffer> {
  if (typeof value !== 'string' || value.length === 0) throw new Malformed(field, 'not base64')
  let binary: string
  try {
    binary = atob(value)
  } catch {
    throw new Malformed(field, 'not base64')
  }
  if (btoa(binary) !== value) throw new Malformed(field, 'not base64 in its one form')
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

import { isChainId, parseChainId } from '@latchkey/protocol'
import { readAddress } from '../address/readAddress.ts'
import type { SigningRequest } from '../Description.ts'
import { Malformed } from './Malformed.ts'

/** Characters of JSON text; the wallet's limit for a message is a quarter of it. */
const sizeLimit = 1_048_576

/** A request as plain JSON, so that the described request is exactly {@link Description.raw}. */
export type ReadRequest = SigningRequest & {
  /** EIP-155 chain ID of the network in use. */
  chainNumber: number
  raw: string
}

/**
 * Reads a request through its JSON text, so that no getter, prototype or number type can differ between two readers.
 *
 * @throws Malformed
 */
export function readRequest(request: SigningRequest): ReadRequest {
  const raw = writeRequest(request)
  return { ...parseRequest(raw), raw }
}

/**
 * Parses a request from its JSON text.
 *
 * @throws Malformed
 */
export function parseRequest(raw: string): SigningRequest & { chainNumber: number } {
  const value: unknown = JSON.parse(raw)
  if (typeof value !== 'object' || value === null) throw new Malformed('request', 'not an object')
  const { method, params, chainId, account, origin, asOperation } = value as Record<string, unknown>
  const own = readAddress(account)
  if (typeof method !== 'string') throw new Malformed('method', 'not a text')
  if (!own) throw new Malformed('account', 'not an address')
  if (!isChainId(chainId)) throw new Malformed('chainId', 'not CAIP-2')
  const { namespace, reference } = parseChainId(chainId)
  if (namespace !== 'eip155') throw new Malformed('chainId', 'not an Ethereum-type network')
  if (typeof origin !== 'string') throw new Malformed('origin', 'not a text')
  if (asOperation !== undefined && asOperation !== true) throw new Malformed('asOperation', 'not true')
  const request = { method, params, chainId, account: own, origin, chainNumber: Number(reference) }
  return asOperation ? { ...request, asOperation } : request
}

/** Writes a request as JSON text. @throws Malformed if JSON cannot express it, or it is too long */
export function writeRequest({ method, params, chainId, account, origin, asOperation }: SigningRequest): string {
  let raw: string
  try {
    raw = JSON.stringify({ method, params, chainId, account, origin, asOperation }, null, 2)
  } catch {
    throw new Malformed('params', 'not JSON')
  }
  if (raw.length > sizeLimit) throw new Malformed('params', 'too long')
  return raw
}

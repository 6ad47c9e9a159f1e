import { ServiceError } from '@latchkey/protocol/errors'
import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import type { Grant } from './Grant.ts'
import { grantType } from './grantType.ts'

/** Data that an app sends with every call of a permission: its account, its network and its rules. */
export type SessionContext = {
  account: `0x${string}`
  /** EIP-155 number. */
  chainId: number
  /** ID of the permission on the chain. */
  id: number
  grant: Grant
}

const types = [
  { name: 'account', type: 'address' },
  { name: 'chainId', type: 'uint256' },
  { name: 'id', type: 'uint32' },
  grantType,
] as const

/** Maximum number of characters of a context in the HTTP API. */
export const longestContext = 20_000

/** Encodes a permission's context. Source: ERC-7715, `context`. */
export function encodeContext({ account, chainId, id, grant }: SessionContext): `0x${string}` {
  return encodeAbiParameters(types, [account, BigInt(chainId), id, grant])
}

/**
 * Decodes a permission's context. Accepts only the exact bytes of {@link encodeContext}.
 *
 * @throws LatchkeyError `session_unknown` for anything else
 */
export function decodeContext(context: `0x${string}`): SessionContext {
  try {
    const [account, chainId, id, grant] = decodeAbiParameters(types, context)
    const read = { account, chainId: Number(chainId), id, grant }
    // Refuses all bytes that an encoder would not write, including numbers out of range.
    if (encodeContext(read) === context.toLowerCase()) return read
  } catch {
    // Thrown below.
  }
  throw new ServiceError('session_unknown', { field: 'context', details: 'This is not the context of a permission' })
}

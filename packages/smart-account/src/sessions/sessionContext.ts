import { ServiceError } from '@latchkey/protocol/errors'
import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import type { Grant } from './Grant.ts'
import { grantType } from './grantType.ts'

/** What an app shows with every call of a session: whose it is, where, and its rules. */
export type SessionContext = {
  account: `0x${string}`
  /** EIP-155 number. */
  chainId: number
  /** The session's number on the chain. */
  id: number
  grant: Grant
}

const types = [
  { name: 'account', type: 'address' },
  { name: 'chainId', type: 'uint256' },
  { name: 'id', type: 'uint32' },
  grantType,
] as const

/** Characters that a context has at most: what the HTTP API takes. */
export const longestContext = 20_000

/** Writes a session's context. Source: ERC-7715, `context`. */
export function encodeContext({ account, chainId, id, grant }: SessionContext): `0x${string}` {
  return encodeAbiParameters(types, [account, BigInt(chainId), id, grant])
}

/**
 * Reads a session's context; only what {@link encodeContext} writes, to the byte.
 *
 * @throws LatchkeyError `session_unknown` for anything else
 */
export function decodeContext(context: `0x${string}`): SessionContext {
  try {
    const [account, chainId, id, grant] = decodeAbiParameters(types, context)
    const read = { account, chainId: Number(chainId), id, grant }
    // What an encoder would not write, numbers out of their range among it, is refused here.
    if (encodeContext(read) === context.toLowerCase()) return read
  } catch {
    // Said below.
  }
  throw new ServiceError('session_unknown', { field: 'context', details: 'This is not the context of a session' })
}

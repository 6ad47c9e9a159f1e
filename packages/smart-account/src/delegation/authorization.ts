import { parseSignature } from 'viem'
import { hashAuthorization } from 'viem/utils'
import type { SignedAuthorization } from '../operation/UserOperation.ts'

/** Unsigned authorization with which an account delegates to a contract's code. Source: EIP-7702. */
export type Authorization = Omit<SignedAuthorization, 'r' | 's' | 'yParity'>

/**
 * Returns the digest of an authorization, for a key that only signs digests.
 *
 * @throws Error for chain 0, which means all chains and is never requested
 */
export function authorizationDigest({ address, chainId, nonce }: Authorization): `0x${string}` {
  if (chainId === 0) throw new Error('An authorization is for one chain')
  return hashAuthorization({ contractAddress: address, chainId, nonce })
}

/** Returns an authorization with the signature of its digest, 65 bytes. */
export function signedAuthorization({
  authorization: { address, chainId, nonce },
  signature,
}: {
  authorization: Authorization
  signature: `0x${string}`
}): SignedAuthorization {
  const { r, s, yParity } = parseSignature(signature)
  return { address, chainId, nonce, r, s, yParity }
}

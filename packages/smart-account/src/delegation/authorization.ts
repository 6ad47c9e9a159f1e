import { parseSignature } from 'viem'
import { hashAuthorization } from 'viem/utils'
import type { SignedAuthorization } from '../operation/UserOperation.ts'

/** What an account would sign so that it runs a contract's code. Source: EIP-7702. */
export type Authorization = Omit<SignedAuthorization, 'r' | 's' | 'yParity'>

/**
 * What is signed, for a key that signs digests only.
 *
 * @throws Error for chain 0, which stands for all chains: nobody is asked for that
 */
export function authorizationDigest({ address, chainId, nonce }: Authorization): `0x${string}` {
  if (chainId === 0) throw new Error('An authorization is for one chain')
  return hashAuthorization({ contractAddress: address, chainId, nonce })
}

/** An authorization with the signature of its digest, 65 bytes. */
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

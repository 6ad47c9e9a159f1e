import type { EvmAddress } from '@latchkey/protocol'
import { readSiwxMessage, type SiwxMessageData } from '@latchkey/protocol/siwx'
import { getAddress, type Hex, hashMessage, recoverMessageAddress } from 'viem'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { type ExpectedSignIn, judgeSignInMessage, type MessageFlaw } from './judgeSignInMessage.ts'

/** Reason why a sign-in is invalid. `notRegistered`: the signing key does not belong to the account. */
export type SignInFlaw = MessageFlaw | 'signature' | 'notRegistered'

/** Signing key: that of the account's owner, or a sign-in address that the owner registered. */
export type SignInMethod = 'custody' | 'authAddress'

/**
 * Verifies a sign-in with Farcaster: the message, its signer, and the signer's right to act for the account.
 *
 * @returns the id of the account, decimal, or the first flaw
 * @throws LatchkeyError `social_provider_failed` if the chain does not answer
 * @see FIP-11
 * @example
 * const verdict = await verifySignIn({ text, signature, expected: { origin, uri, nonce, now }, registry })
 * if ('flaw' in verdict) throw new ServiceError('social_refused', { details: verdict.flaw })
 */
export async function verifySignIn({
  text,
  signature,
  expected,
  registry,
}: {
  text: string
  signature: Hex
  expected: ExpectedSignIn
  registry: FarcasterRegistry
}): Promise<{ fid: string; method: SignInMethod } | { flaw: SignInFlaw }> {
  const { data: message } = readSiwxMessage(text)
  const address = message && readAddress(message)
  if (!address) return { flaw: 'malformed' }
  const judged = judgeSignInMessage({ message, expected })
  if ('flaw' in judged) return judged
  if (!(await isSignedBy({ text, signature, address, registry }))) return { flaw: 'signature' }

  const fid = BigInt(judged.fid)
  const [owned, isAuthAddress] = await Promise.all([registry.fidOf(address), registry.isAuthAddress({ fid, address })])
  if (owned === fid) return { fid: judged.fid, method: 'custody' }
  return isAuthAddress ? { fid: judged.fid, method: 'authAddress' } : { flaw: 'notRegistered' }
}

/** Returns an EVM address with a valid checksum (EIP-55), or undefined. */
function readAddress({ accountAddress, chainId }: SiwxMessageData): EvmAddress | undefined {
  if (!chainId.startsWith('eip155:')) return undefined
  const address = getAddress(accountAddress)
  return address === accountAddress ? address : undefined
}

/** Checks the signature by the key of the address, or by the contract at the address. */
async function isSignedBy({
  text,
  signature,
  address,
  registry,
}: {
  text: string
  signature: Hex
  address: EvmAddress
  registry: FarcasterRegistry
}): Promise<boolean> {
  // Contracts have their own signature formats, which may not be valid curve points.
  const signer = await recoverMessageAddress({ message: text, signature }).catch(() => undefined)
  if (signer === address) return true
  return registry.isContractSignature({ address, hash: hashMessage(text), signature })
}

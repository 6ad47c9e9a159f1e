import type { EvmAddress } from '@latchkey/protocol'
import { readSiwxMessage, type SiwxMessageData } from '@latchkey/protocol/siwx'
import { getAddress, type Hex, hashMessage, recoverMessageAddress } from 'viem'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { type ExpectedSignIn, judgeSignInMessage, type MessageFlaw } from './judgeSignInMessage.ts'

/** Why a sign-in does not hold. `notRegistered`: the key signed, but it is not one of the account's. */
export type SignInFlaw = MessageFlaw | 'signature' | 'notRegistered'

/** Whose key signed: the one that owns the account, or one that its owner registered for signing in. */
export type SignInMethod = 'custody' | 'authAddress'

/**
 * Verifies a sign-in with Farcaster: what the message says, who signed it, and whether they may speak for the account.
 *
 * @returns the number of the account, decimal, or the first thing that is wrong
 * @throws LatchkeyError `social_provider_failed` when the chain does not answer
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

/** An EVM address whose letters are its checksum (EIP-55); undefined for any other one. */
function readAddress({ accountAddress, chainId }: SiwxMessageData): EvmAddress | undefined {
  if (!chainId.startsWith('eip155:')) return undefined
  const address = getAddress(accountAddress)
  return address === accountAddress ? address : undefined
}

/** By the key of the address, or, where the address is a contract, by whatever that takes for a signature. */
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
  // Contracts sign in forms of their own, some of which are no point of the curve.
  const signer = await recoverMessageAddress({ message: text, signature }).catch(() => undefined)
  if (signer === address) return true
  return registry.isContractSignature({ address, hash: hashMessage(text), signature })
}

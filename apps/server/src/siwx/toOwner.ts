import { type AccountId, parseAccountId, parseChainId } from '@latchkey/protocol'
import { toAddressKey } from '../platform/toAddressKey.ts'
import type { SignatureProof } from '../signatures/SignatureProof.ts'

/**
 * Whose things are kept under an account: whoever has the key of an address has it on every network of the family, so the network counts only
 * where a contract had to answer for the account, which on another network may be somebody else's.
 *
 * @example
 * toOwner({ account: 'eip155:8453:0xAb…', proof: 'key' }) // 'eip155:0xab…'
 * toOwner({ account: 'eip155:8453:0xAb…', proof: 'contract' }) // 'eip155:8453:0xab…'
 */
export function toOwner({ account, proof }: { account: AccountId; proof: SignatureProof }): string {
  const { chainId, address } = parseAccountId(account)
  const { namespace } = parseChainId(chainId)
  const same = toAddressKey(address)
  // Networks of Bitcoin have addresses of their own, but for its test networks, which share them.
  return proof === 'key' && namespace !== 'bip122' ? `${namespace}:${same}` : `${chainId}:${same}`
}

import { type AccountId, parseAccountId, parseChainId } from '@latchkey/protocol'
import { toAddressKey } from '../platform/toAddressKey.ts'
import type { SignatureProof } from '../signatures/SignatureProof.ts'

/**
 * Returns the owner under which data of an account is stored. The holder of an address's key has it on every network of the family, so the
 * network is omitted. It counts only for a contract's account, whose address can belong to another account on another network.
 *
 * @example
 * toOwner({ account: 'eip155:8453:0xAb…', proof: 'key' }) // 'eip155:0xab…'
 * toOwner({ account: 'eip155:8453:0xAb…', proof: 'contract' }) // 'eip155:8453:0xab…'
 */
export function toOwner({ account, proof }: { account: AccountId; proof: SignatureProof }): string {
  const { chainId, address } = parseAccountId(account)
  const { namespace } = parseChainId(chainId)
  const same = toAddressKey(address)
  // Bitcoin networks have separate addresses, except the test networks, which share them.
  return proof === 'key' && namespace !== 'bip122' ? `${namespace}:${same}` : `${chainId}:${same}`
}

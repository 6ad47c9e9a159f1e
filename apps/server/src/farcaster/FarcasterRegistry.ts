import type { EvmAddress } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** What the chain of Farcaster says about accounts and keys. Each rejects with `social_provider_failed` when its node does not answer. */
export type FarcasterRegistry = {
  /** The account that an address owns; 0 where it owns none. */
  fidOf: (address: EvmAddress) => Promise<bigint>
  /** Whether the owner of an account registered an address for signing in, and did not take it back. */
  isAuthAddress: (options: { fid: bigint; address: EvmAddress }) => Promise<boolean>
  /** Whether the contract at an address takes a signature for its own (ERC-1271); false where there is no contract. */
  isContractSignature: (options: { address: EvmAddress; hash: Hex; signature: Hex }) => Promise<boolean>
}

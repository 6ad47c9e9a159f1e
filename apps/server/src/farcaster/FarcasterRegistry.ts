import type { EvmAddress } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** Reads accounts and keys from Farcaster's chain. Each call rejects with `social_provider_failed` if the node does not answer. */
export type FarcasterRegistry = {
  /** Returns the account of an address; 0 if it owns none. */
  fidOf: (address: EvmAddress) => Promise<bigint>
  /** Returns whether the owner of an account registered an address for sign-in, and has not removed it. */
  isAuthAddress: (options: { fid: bigint; address: EvmAddress }) => Promise<boolean>
  /** Returns whether the contract at an address accepts a signature (ERC-1271). False if there is no contract. */
  isContractSignature: (options: { address: EvmAddress; hash: Hex; signature: Hex }) => Promise<boolean>
}

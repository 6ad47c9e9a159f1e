import { zeroHash } from 'viem'

/** Account and network of a signature. */
export type SigningAccount = {
  address: `0x${string}`
  /** EIP-155. */
  chainId: number
}

/** Returns the EIP-712 domain of a smart account, in which its signatures are nested. Source: ERC-7739, ERC-5267. */
export function accountDomain({ address, chainId }: SigningAccount) {
  return { name: 'LatchkeyAccount', version: '1', chainId, verifyingContract: address, salt: zeroHash } as const
}

import { zeroHash } from 'viem'

/** Which account signs, and where. */
export type SigningAccount = {
  address: `0x${string}`
  /** EIP-155. */
  chainId: number
}

/** The EIP-712 domain of a smart account, which its signatures are nested in. Source: ERC-7739, ERC-5267. */
export function accountDomain({ address, chainId }: SigningAccount) {
  return { name: 'LatchkeyAccount', version: '1', chainId, verifyingContract: address, salt: zeroHash } as const
}

import { type AccountId, isAccountId } from './accountId.ts'

const nativeBitcoin = /^bip122:[-_a-zA-Z0-9]{1,32}:native$/

/**
 * Tells whether a value names a token by CAIP-10: a contract or a mint, or a native coin, which is `nativeEvmAddress` on Ethereum's family,
 * `nativeSolanaAddress` on Solana and the word `native` on Bitcoin, whose coin has no address: `bip122:<reference>:native`.
 *
 * @example isFungibleId('bip122:000000000019d6689c085ae165831e93:native') // true
 */
export function isFungibleId(value: unknown): value is AccountId {
  return isAccountId(value) || (typeof value === 'string' && nativeBitcoin.test(value))
}

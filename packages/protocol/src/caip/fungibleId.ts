import { type AccountId, isAccountId } from './accountId.ts'

const nativeBitcoin = /^bip122:[-_a-zA-Z0-9]{1,32}:native$/

/**
 * Whether a value names a token by CAIP-10: a contract, a mint, or a native token. The native token is `nativeEvmAddress` on EVM networks,
 * `nativeSolanaAddress` on Solana, and on Bitcoin, whose native token has no address, the word `native`: `bip122:<reference>:native`.
 *
 * @example isFungibleId('bip122:000000000019d6689c085ae165831e93:native') // true
 */
export function isFungibleId(value: unknown): value is AccountId {
  return isAccountId(value) || (typeof value === 'string' && nativeBitcoin.test(value))
}

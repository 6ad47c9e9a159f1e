import { type ChainId, isChainId, parseChainId } from './chainId.ts'

/**
 * An account, or a token contract, on one network: `namespace:reference:address`,
 * for example `eip155:1:0xd8dA…6045`. Source: CAIP-10.
 */
export type AccountId = `${ChainId}:${string}`

const addressPatterns = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bip122: /^[a-zA-Z0-9]{26,90}$/,
} as const

/** Whether a value has the shape of a CAIP-10 account of a known family. */
export function isAccountId(value: unknown): value is AccountId {
  if (typeof value !== 'string') return false
  const split = value.lastIndexOf(':')
  const chainId = value.slice(0, split)
  if (!isChainId(chainId)) return false
  return addressPatterns[parseChainId(chainId).namespace].test(value.slice(split + 1))
}

/**
 * Builds a CAIP-10 account.
 *
 * @example toAccountId({ chainId: 'eip155:1', address: '0xd8dA…6045' })
 */
export function toAccountId({ chainId, address }: { chainId: ChainId; address: string }): AccountId {
  return `${chainId}:${address}`
}

/**
 * Splits a CAIP-10 account.
 *
 * @example parseAccountId('eip155:1:0xd8dA…6045') // { chainId: 'eip155:1', address: '0xd8dA…6045' }
 */
export function parseAccountId(accountId: AccountId): { chainId: ChainId; address: string } {
  const split = accountId.lastIndexOf(':')
  return { chainId: accountId.slice(0, split) as ChainId, address: accountId.slice(split + 1) }
}

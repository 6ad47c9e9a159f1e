/** Network families that Latchkey supports. Source: CAIP-2 namespaces. */
export const chainNamespaces = ['eip155', 'solana', 'bip122'] as const

/** A network family: `eip155` (Ethereum-type), `solana` or `bip122` (Bitcoin). */
export type ChainNamespace = (typeof chainNamespaces)[number]

/**
 * A network identifier: `namespace:reference`, for example `eip155:1`.
 * Source: CAIP-2.
 */
export type ChainId = `${ChainNamespace}:${string}`

/** The shape of a {@link ChainId}: a known namespace, and for `eip155` a decimal integer without leading zeros. */
export const chainIdPattern = /^(eip155:(0|[1-9][0-9]{0,15})|(solana|bip122):[-_a-zA-Z0-9]{1,32})$/

/**
 * Whether a value is a CAIP-2 network identifier of a known family.
 *
 * @example isChainId('eip155:1') // true
 */
export function isChainId(value: unknown): value is ChainId {
  return typeof value === 'string' && chainIdPattern.test(value)
}

/**
 * Builds the CAIP-2 identifier of an EVM network from its chain ID (EIP-155).
 *
 * @example toEip155ChainId(8453) // 'eip155:8453'
 */
export function toEip155ChainId(reference: number | bigint): ChainId {
  return `eip155:${BigInt(reference)}`
}

/**
 * Splits a CAIP-2 identifier.
 *
 * @example parseChainId('eip155:1') // { namespace: 'eip155', reference: '1' }
 */
export function parseChainId(chainId: ChainId): { namespace: ChainNamespace; reference: string } {
  const colon = chainId.indexOf(':')
  return {
    namespace: chainId.slice(0, colon) as ChainNamespace,
    reference: chainId.slice(colon + 1),
  }
}

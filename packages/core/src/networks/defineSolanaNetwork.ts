import type { Network } from '../chains/Network.ts'

/** A network of a family with CAIP-2 references and one native token. */
export type FamilyNetworkDescription = Omit<Network, 'id' | 'caipNetworkId' | 'chainNamespace' | 'nativeCurrency'> & {
  /** CAIP-2 reference: the first 32 characters of the genesis hash, in base58 for Solana, in hexadecimal for Bitcoin. */
  reference: string
}

/**
 * Creates a Solana network of the app, such as a private cluster.
 *
 * @example
 * defineSolanaNetwork({
 *   reference: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
 *   name: 'Solana Devnet',
 *   rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
 * })
 */
export function defineSolanaNetwork({ reference, ...network }: FamilyNetworkDescription): Network {
  const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  return { ...network, id: reference, caipNetworkId: `solana:${reference}`, chainNamespace: 'solana', nativeCurrency }
}

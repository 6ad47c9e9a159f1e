import type { ChainId } from './chainId.ts'

/**
 * Solana's networks: the first 32 characters of the genesis hash in base58. `localnet` is the network of `npm start`, `localnetTwo` a
 * second one for tests. Source: CAIP-2 (namespace `solana`).
 */
export const solanaNetworks = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: 'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
  localnet: 'solana:9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPX',
  localnetTwo: 'solana:4Do1Go6jEV7qjX26mjPQbpAzoKdJtwgs',
} as const satisfies Record<string, ChainId>

/** Bitcoin's networks: the first 32 digits of the genesis block's hash. Source: CAIP-2 (namespace `bip122`). */
export const bitcoinNetworks = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const satisfies Record<string, ChainId>

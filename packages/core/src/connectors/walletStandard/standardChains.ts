import { type ChainId, isChainId } from '@latchkey/protocol'

/** Networks by their names in the Wallet Standard. Source: CAIP-2 (solana, bip122), genesis hashes. */
const chains: Readonly<Record<string, ChainId>> = {
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
  'solana:localnet': 'solana:9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPX',
  'bitcoin:mainnet': 'bip122:000000000019d6689c085ae165831e93',
  'bitcoin:testnet': 'bip122:000000000933ea01ad0ee984209779ba',
  'bitcoin:testnet4': 'bip122:00000000da84f2bafbbc53dee25a72ae',
  'bitcoin:signet': 'bip122:00000008819873e925422c1ff0f99f7c',
  'bitcoin:regtest': 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}

/** Returns a network by its name in the standard or its CAIP-2 ID; undefined for any other. */
export function fromStandardChain(name: unknown): ChainId | undefined {
  if (typeof name !== 'string') return undefined
  return Object.hasOwn(chains, name) ? chains[name] : isChainId(name) && !name.startsWith('eip155:') ? name : undefined
}

/** Returns the name of a network in the standard, else its CAIP-2 ID. */
export function toStandardChain(chainId: ChainId): string {
  return Object.keys(chains).find((key) => chains[key] === chainId) ?? chainId
}

/** Returns the name of a network in the standard without the family, such as `mainnet`; undefined if it has none. */
export function toStandardName(chainId: ChainId | undefined): string | undefined {
  const name = Object.keys(chains).find((key) => chains[key] === chainId)
  return name?.slice(name.indexOf(':') + 1)
}

import type { PairedNetwork } from '@latchkey/testkit'

const families: Readonly<Record<string, string>> = {
  eip155: 'Ethereum-type',
  solana: 'Solana',
  bip122: 'Bitcoin',
  cosmos: 'Cosmos',
  polkadot: 'Polkadot',
  tron: 'Tron',
}

/**
 * Returns the wallet's name of a network by its CAIP-2 ID, or of a whole family; otherwise the family's name and the ID.
 *
 * @example nameChain({ chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', networks }) // 'Solana (5eykt4…)'
 */
export function nameChain({ chain, networks }: { chain: string; networks: readonly PairedNetwork[] }): string {
  const own = networks.find((network) => network.chain === chain)
  if (own) return own.name
  const [family = '', reference] = chain.split(':')
  if (reference === undefined) return families[family] ?? family
  if (family === 'eip155') return `Chain ${reference}`
  const short = reference.length > 8 ? `${reference.slice(0, 6)}…` : reference
  return families[family] ? `${families[family]} (${short})` : `${family}:${short}`
}

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
 * The name of a network by its CAIP-2 id (or of a whole family), as the wallet has it; else the family's name and the id.
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

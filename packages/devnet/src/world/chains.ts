/** A local chain that the devnet knows. */
export type ChainDefinition = { id: number; name: string }

/**
 * The local chains. Their numbers are never those of a public chain: a visitor may have a real wallet installed, and a
 * transaction meant for a local chain must not be valid anywhere else.
 */
export const chainDefinitions = [
  { id: 31337, name: 'Local One' },
  { id: 31338, name: 'Local Two' },
] as const satisfies readonly ChainDefinition[]

/** The chain that has the names, as Ethereum has those of all chains, and the accounts of Farcaster, as OP Mainnet. */
export const namesChainId = 31337

/** The native coin of every local chain. */
export const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

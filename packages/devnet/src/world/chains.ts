/** A local chain that the devnet knows. */
export type ChainDefinition = { id: number; name: string }

/**
 * The local chains. Their IDs must differ from those of public chains. A visitor may have a real wallet, and a transaction for a
 * local chain must not be valid elsewhere.
 */
export const chainDefinitions = [
  { id: 31337, name: 'Local One' },
  { id: 31338, name: 'Local Two' },
] as const satisfies readonly ChainDefinition[]

/** Chain of the names (on public networks Ethereum) and of Farcaster's accounts (OP Mainnet). */
export const namesChainId = 31337

/** The native token of every local chain. */
export const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

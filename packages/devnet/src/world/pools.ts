/** A market that is seeded. */
export type PoolDefinition = {
  kind: 'v2' | 'v3'
  /** The token whose price the market makes. */
  base: string
  /** The token that pays for it. */
  quote: 'USDL' | 'WETH'
  /** Hundredths of a basis point, as Uniswap counts them: 3000 is 0.3 percent. Always 3000 on v2. */
  fee: 500 | 3000
  /** Usd on both sides together when it opens. */
  depth: number
}

/** The markets of the local chains, every pair with more than one way to trade it so that routing has a choice. */
export const poolDefinitions = [
  { kind: 'v3', base: 'WETH', quote: 'USDL', fee: 500, depth: 6_000_000 },
  { kind: 'v3', base: 'WETH', quote: 'USDL', fee: 3000, depth: 3_000_000 },
  { kind: 'v2', base: 'WETH', quote: 'USDL', fee: 3000, depth: 2_400_000 },
  { kind: 'v3', base: 'LATCH', quote: 'USDL', fee: 3000, depth: 1_800_000 },
  { kind: 'v2', base: 'LATCH', quote: 'USDL', fee: 3000, depth: 600_000 },
  { kind: 'v3', base: 'LATCH', quote: 'WETH', fee: 3000, depth: 1_200_000 },
  { kind: 'v2', base: 'LATCH', quote: 'WETH', fee: 3000, depth: 800_000 },
  { kind: 'v3', base: 'AUR', quote: 'WETH', fee: 3000, depth: 700_000 },
  { kind: 'v2', base: 'AUR', quote: 'WETH', fee: 3000, depth: 360_000 },
  { kind: 'v3', base: 'LBTC', quote: 'USDL', fee: 3000, depth: 3_200_000 },
  { kind: 'v2', base: 'LBTC', quote: 'USDL', fee: 3000, depth: 900_000 },
  // A v3 pool checks what it received, so a token that takes a fee can only trade on v2.
  { kind: 'v2', base: 'TOLL', quote: 'WETH', fee: 3000, depth: 240_000 },
  { kind: 'v2', base: 'MUTE', quote: 'USDL', fee: 3000, depth: 400_000 },
  { kind: 'v3', base: 'LSOL', quote: 'USDL', fee: 3000, depth: 2_000_000 },
] as const satisfies readonly PoolDefinition[]

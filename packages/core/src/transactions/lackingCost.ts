import { formatUnits } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'

/** A network cost that an account cannot pay. Amounts are exact decimal texts of the network's native token. */
export type Shortfall = {
  /** Symbol of the native token. */
  symbol: string
  /** The network cost, with the rent of a created account (Solana). */
  costText: string
  /** The native token that is left for it: the balance, without the amount if the native token itself is sent. Below the cost. */
  leftText: string
  /** The transaction sends the native token itself, so that a smaller amount would leave more. */
  isNative: boolean
}

/**
 * Creates the parts of an issue about a network cost that the account cannot pay: code, shortfall, and a sentence with both amounts.
 *
 * @param options.cost the network cost, in base units of the native token
 * @param options.left the balance that is left for it; at least 0
 * @example
 * lackingCost({ cost: 21_000_000_000_000n, left: 0n, isNative: false, network }).message
 * // 'Not enough ETH for the network cost: you need about 0.000021 ETH, you have 0'
 */
export function lackingCost({
  cost,
  left,
  isNative,
  network: {
    nativeCurrency: { symbol, decimals },
  },
}: {
  cost: bigint
  left: bigint
  isNative: boolean
  network: Pick<Network, 'nativeCurrency'>
}): { code: 'insufficient_gas'; message: string; shortfall: Shortfall } {
  const costText = formatUnits(cost, decimals)
  const leftText = formatUnits(left > 0n ? left : 0n, decimals)
  const lead = `Not enough ${symbol} for the network cost: you need about ${costText} ${symbol}`
  return {
    code: 'insufficient_gas',
    message: isNative ? `${lead}, and this amount leaves ${leftText}` : `${lead}, you have ${leftText}`,
    shortfall: { symbol, costText, leftText, isNative },
  }
}

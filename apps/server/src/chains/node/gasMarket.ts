import type { ChainHead, ChainNode } from './createChainNode.ts'

/** Current gas prices in wei: the base fee of the next block, and a tip with which a transaction is included. */
export type GasMarket = { baseFee: bigint; tip: bigint; isLegacy: boolean }

/** Fees of a transaction per unit of gas, wei. Both are equal on a chain with a single gas price. */
export type GasOffer = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Reads the current gas prices. On a chain without base fees, the single price counts as the base fee. */
export async function readGasMarket(node: ChainNode, head: ChainHead): Promise<GasMarket> {
  if (head.baseFee === undefined) {
    return { baseFee: BigInt(await node.request<string>('eth_gasPrice')), tip: 0n, isLegacy: true }
  }
  return { baseFee: head.baseFee, tip: await node.tip(), isLegacy: false }
}

/** Returns recommended fees. The maximum is twice the base fee, so that a transaction stays valid for several full blocks. */
export function offerFees({ baseFee, tip, isLegacy }: GasMarket): Record<'slow' | 'standard' | 'fast', GasOffer> {
  const offer = (percent: bigint): GasOffer => {
    if (isLegacy) {
      const price = (baseFee * (100n + percent)) / 100n
      return { maxFeePerGas: price, maxPriorityFeePerGas: price }
    }
    const maxPriorityFeePerGas = (tip * percent) / 100n > 0n ? (tip * percent) / 100n : 1n
    return { maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
  }
  return isLegacy
    ? { slow: offer(5n), standard: offer(10n), fast: offer(25n) }
    : { slow: offer(100n), standard: offer(110n), fast: offer(150n) }
}

/** Returns the lowest price with which a transaction is included. */
export function leastPrice({ baseFee, tip }: GasMarket): bigint {
  // Half of the suggested tip: nodes suggest a fast price, not the lowest one.
  return baseFee + tip / 2n
}

/** Returns the fees of a replacement: one eighth more, as nodes require, and at least the price of the next block. */
export function offerMore(offered: GasOffer, { baseFee, tip, isLegacy }: GasMarket): GasOffer {
  const more = (fee: bigint) => (fee * 1125n) / 1000n + 1n
  const highest = (one: bigint, other: bigint) => (one > other ? one : other)
  const maxPriorityFeePerGas = highest(more(offered.maxPriorityFeePerGas), tip)
  const maxFeePerGas = highest(more(offered.maxFeePerGas), baseFee + maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: isLegacy ? maxFeePerGas : maxPriorityFeePerGas }
}

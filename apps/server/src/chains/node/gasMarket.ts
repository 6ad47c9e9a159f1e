import type { ChainHead, ChainNode } from './createChainNode.ts'

/** What gas costs now, wei: of the next block, and what makes a transaction worth a block's while. */
export type GasMarket = { baseFee: bigint; tip: bigint; isLegacy: boolean }

/** What a transaction offers for a unit of gas, wei; both the same where the chain has one price alone. */
export type GasOffer = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Reads what gas costs; a chain without base fees has one price, which counts as its base fee. */
export async function readGasMarket(node: ChainNode, head: ChainHead): Promise<GasMarket> {
  if (head.baseFee === undefined) {
    return { baseFee: BigInt(await node.request<string>('eth_gasPrice')), tip: 0n, isLegacy: true }
  }
  return { baseFee: head.baseFee, tip: await node.tip(), isLegacy: false }
}

/** What transactions should offer: twice the base fee, so that several full blocks in a row do not leave them behind. */
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

/** The least that makes a transaction worth a block's while. */
export function leastPrice({ baseFee, tip }: GasMarket): bigint {
  // Half of the usual tip: nodes suggest what is quick, not what is taken.
  return baseFee + tip / 2n
}

/** What takes the place of a transaction that does not move: an eighth more, as nodes want it, and what the next block costs at least. */
export function offerMore(offered: GasOffer, { baseFee, tip, isLegacy }: GasMarket): GasOffer {
  const more = (fee: bigint) => (fee * 1125n) / 1000n + 1n
  const highest = (one: bigint, other: bigint) => (one > other ? one : other)
  const maxPriorityFeePerGas = highest(more(offered.maxPriorityFeePerGas), tip)
  const maxFeePerGas = highest(more(offered.maxFeePerGas), baseFee + maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: isLegacy ? maxFeePerGas : maxPriorityFeePerGas }
}

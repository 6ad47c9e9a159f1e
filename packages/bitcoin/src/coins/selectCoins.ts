import { dustLimit, estimateVsize, inputWeights, outputSize } from '../transaction/size.ts'
import type { Coin } from './Coin.ts'
import { feeOf } from './fee.ts'
import { findExact } from './findExact.ts'

/** Coins of a payment, and its change. */
export type Selection = {
  coins: readonly Coin[]
  /** Satoshi that return to the sender; 0 if that is not worth an output. */
  change: bigint
  /** Satoshi. */
  fee: bigint
  /** Virtual bytes of the signed transaction. */
  vsize: number
}

/**
 * Chooses the coins of a payment deterministically: confirmed coins, and own unconfirmed change only if those do not suffice. It never
 * spends foreign unconfirmed coins, nor coins that cost more than their value. It first searches a set without change (branch and
 * bound). Otherwise it adds the largest coins until the change is zero or above the dust limit.
 *
 * @param target satoshi of all outputs together
 * @param outputs the output scripts of the payment
 * @param changeScript script of the change
 * @param feeRate satoshi for 1,000 virtual bytes
 * @param required coins that must be included at any cost (a replacement)
 * @returns undefined if the coins do not suffice
 */
export function selectCoins({
  coins,
  target,
  outputs,
  changeScript,
  feeRate,
  required = [],
}: {
  coins: readonly Coin[]
  target: bigint
  outputs: readonly Uint8Array[]
  changeScript: Uint8Array
  feeRate: bigint
  required?: readonly Coin[]
}): Selection | undefined {
  const measure = (chosen: readonly Coin[], hasChange: boolean) => {
    const inputs = chosen.map(({ type }) => type)
    const vsize = estimateVsize({ inputs, outputs: hasChange ? [...outputs, changeScript] : outputs })
    return { vsize, fee: feeOf({ feeRate, vsize }) }
  }
  /** Completes a set: with change if that is worth it, without change if the rest is small, undefined if it does not suffice. */
  const complete = (chosen: readonly Coin[]): Selection | undefined => {
    const sum = sumOf(chosen)
    const withChange = measure(chosen, true)
    const change = sum - target - withChange.fee
    if (change >= dustLimit(changeScript)) return { coins: chosen, change, ...withChange }
    // A transaction must have an output.
    if (outputs.length === 0) return undefined
    const { vsize, fee } = measure(chosen, false)
    // A rest too small for an output becomes fee.
    return sum - target >= fee ? { coins: chosen, change: 0n, vsize, fee: sum - target } : undefined
  }

  const taken = new Set(required.map(nameOf))
  const free = spendable({ coins, feeRate }).filter((coin) => !taken.has(nameOf(coin)))
  const tiers = [free.filter(({ height }) => height !== null), free]
  for (const tier of tiers) {
    if (required.length === 0) {
      const costOfChange = feeOf({ feeRate, vsize: outputSize(changeScript) + 68 })
      const exact = findExact({
        values: tier.map((coin) => coin.value - feeOfInput(coin, feeRate)),
        target: target + measure([], false).fee,
        tolerance: costOfChange,
      })
      const selection = exact && complete(exact.map((index) => tier[index] as Coin))
      if (selection?.change === 0n) return selection
    }
    const chosen = [...required]
    let selection = chosen.length > 0 ? complete(chosen) : undefined
    for (const coin of tier) {
      if (selection) break
      chosen.push(coin)
      selection = complete(chosen)
    }
    if (selection) return selection
  }
  return undefined
}

/**
 * Returns all coins that a payment may spend and that are worth more than they cost, the largest first.
 * @param feeRate satoshi for 1,000 virtual bytes
 */
export function spendable({ coins, feeRate }: { coins: readonly Coin[]; feeRate: bigint }): readonly Coin[] {
  return coins
    .filter((coin) => (coin.height !== null || coin.isOwnChange === true) && coin.value > feeOfInput(coin, feeRate))
    .sort((one, other) =>
      one.value === other.value ? (nameOf(one) < nameOf(other) ? -1 : 1) : one.value > other.value ? -1 : 1,
    )
}

/** Returns the sum of coins in satoshi. */
export function sumOf(coins: readonly { value: bigint }[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n)
}

/** Returns the outpoint, which identifies a coin. */
export function nameOf({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`
}

/** Returns the cost of spending a coin, rounded up. */
function feeOfInput({ type }: Coin, feeRate: bigint): bigint {
  return (feeRate * BigInt(inputWeights[type].weight) + 3999n) / 4000n
}

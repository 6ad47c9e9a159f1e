import { dustLimit, estimateVsize, inputWeights, outputSize } from '../transaction/size.ts'
import type { Coin } from './Coin.ts'
import { feeOf } from './fee.ts'
import { findExact } from './findExact.ts'

/** Which coins pay, and what comes back. */
export type Selection = {
  coins: readonly Coin[]
  /** Satoshi that come back to the sender; 0 where it is not worth an output. */
  change: bigint
  /** Satoshi. */
  fee: bigint
  /** Virtual bytes of the signed transaction. */
  vsize: number
}

/**
 * Chooses the coins of a payment, the same ones every time: confirmed coins, and one's own change that waits for a block only where those
 * do not suffice. Coins of others that wait are never spent, nor those that cost more than they bring. A set that needs no change is
 * looked for first (branch and bound); else the largest coins come first, until change is either none or above the dust limit.
 *
 * @param target satoshi that the outputs take together
 * @param outputs the scripts that are paid
 * @param changeScript where the rest goes
 * @param feeRate satoshi for 1,000 virtual bytes
 * @param required coins that have to be among them, whatever they cost (a replacement)
 * @returns undefined when the coins do not suffice
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
  /** What becomes of a set: with change where that is worth it, without where the rest is small, or undefined: too little. */
  const complete = (chosen: readonly Coin[]): Selection | undefined => {
    const sum = sumOf(chosen)
    const withChange = measure(chosen, true)
    const change = sum - target - withChange.fee
    if (change >= dustLimit(changeScript)) return { coins: chosen, change, ...withChange }
    // A transaction has an output.
    if (outputs.length === 0) return undefined
    const { vsize, fee } = measure(chosen, false)
    // What is too small for an output goes to whoever mines the block.
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
 * All coins that a payment may spend and that bring more than they cost, the largest first.
 * @param feeRate satoshi for 1,000 virtual bytes
 */
export function spendable({ coins, feeRate }: { coins: readonly Coin[]; feeRate: bigint }): readonly Coin[] {
  return coins
    .filter((coin) => (coin.height !== null || coin.isOwnChange === true) && coin.value > feeOfInput(coin, feeRate))
    .sort((one, other) =>
      one.value === other.value ? (nameOf(one) < nameOf(other) ? -1 : 1) : one.value > other.value ? -1 : 1,
    )
}

/** Satoshi of coins together. */
export function sumOf(coins: readonly { value: bigint }[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n)
}

/** What a coin is called everywhere: its outpoint. */
export function nameOf({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`
}

/** What spending a coin costs, rounded up. */
function feeOfInput({ type }: Coin, feeRate: bigint): bigint {
  return (feeRate * BigInt(inputWeights[type].weight) + 3999n) / 4000n
}

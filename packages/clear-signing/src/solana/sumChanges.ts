import type { BalanceChange } from '../Description.ts'
import { textOf } from './readAssets.ts'

/** Sums up the changes of several transactions: one line for each token. */
export function sumChanges(changes: readonly BalanceChange[]): readonly BalanceChange[] {
  const sums = new Map<string | null, { change: BalanceChange; sum: bigint }>()
  for (const change of changes) {
    const { asset, direction, amount } = change
    const before = sums.get(asset.address)?.sum ?? 0n
    sums.set(asset.address, { change, sum: before + (direction === 'in' ? amount : -amount) })
  }
  return [...sums.values()].flatMap(({ change, sum }): BalanceChange[] => {
    const amount = sum < 0n ? -sum : sum
    const direction = sum < 0n ? 'out' : 'in'
    return sum === 0n ? [] : [{ ...change, direction, amount, amountText: textOf(amount, change.asset) }]
  })
}

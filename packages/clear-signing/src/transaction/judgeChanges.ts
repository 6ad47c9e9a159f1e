import type { BalanceChange, Finding, Intent } from '../Description.ts'

/** What gives nothing back, and is not meant to. Approvals are none of them: with them nothing should leave at all. */
const oneWay: readonly Intent[] = ['send', 'sendNft', 'deploy']

/** Warns of value that leaves while nothing comes back, where something ought to. */
export function judgeChanges({
  intent,
  changes,
  isListed,
}: {
  intent: Intent
  changes: readonly BalanceChange[] | null
  /** The called contract is one that a descriptor names: paying into it is its purpose. */
  isListed: boolean
}): readonly Finding[] {
  if (!changes || oneWay.includes(intent) || (isListed && intent === 'deposit')) return []
  if (changes.some(({ direction }) => direction === 'in')) return []
  return changes.slice(0, 3).map(({ amountText, asset }) => ({
    level: 'warn',
    code: 'lossWithoutReturn',
    values: { amount: amountText, symbol: asset.symbol },
  }))
}

import { type AssetKnowledge, coversLoss } from '../assets/coversLoss.ts'
import type { BalanceChange, Finding, Intent } from '../Description.ts'

/** What gives nothing back, and is not meant to. Approvals are none of them: with them nothing should leave at all. */
const oneWay: readonly Intent[] = ['send', 'sendNft', 'deploy']

/** Warns of value that leaves while nothing of known value comes back, where something ought to. */
export function judgeChanges({
  intent,
  changes,
  isListed,
  known,
}: {
  intent: Intent
  changes: readonly BalanceChange[] | null
  /** The called contract is one that a descriptor names: paying into it is its purpose. */
  isListed: boolean
  known: AssetKnowledge
}): readonly Finding[] {
  if (!changes || oneWay.includes(intent) || (isListed && intent === 'deposit')) return []
  return judgeLoss({ changes, known })
}

/** The warning for changes that ought to bring something back and do not, whatever the network. */
export function judgeLoss({
  changes,
  known,
}: {
  changes: readonly BalanceChange[]
  known: AssetKnowledge
}): readonly Finding[] {
  const given = changes.filter(({ direction }) => direction === 'out')
  const received = changes.filter(({ direction }) => direction === 'in')
  if (given.length === 0 || coversLoss({ given, received, known })) return []
  return given.slice(0, 3).map(({ amountText, asset }) => ({
    level: 'warn',
    code: 'lossWithoutReturn',
    values: { amount: amountText, symbol: asset.symbol },
  }))
}

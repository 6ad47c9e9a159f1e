import { type AssetKnowledge, coversLoss } from '../assets/coversLoss.ts'
import type { BalanceChange, Finding, Intent } from '../Description.ts'

/** Intents that expect no return. Approvals are not among them: nothing should leave with them at all. */
const oneWay: readonly Intent[] = ['send', 'sendNft', 'deploy']

/** Warns of an outgoing value without a return of known value, if one is expected. */
export function judgeChanges({
  intent,
  changes,
  isListed,
  known,
}: {
  intent: Intent
  changes: readonly BalanceChange[] | null
  /** Whether a descriptor names the called contract: paying into it is its purpose. */
  isListed: boolean
  known: AssetKnowledge
}): readonly Finding[] {
  if (!changes || oneWay.includes(intent) || (isListed && intent === 'deposit')) return []
  return judgeLoss({ changes, known })
}

/** Creates the warning for changes without the expected return, for any network. */
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

import type { BalanceChange } from '@latchkey/clear-signing'
import { useScope } from '../../ui/Scope.ts'
import { amountText } from './amountText.ts'
import { cutAmount } from './cutAmount.ts'

export type BalanceChangesProps = {
  changes: readonly BalanceChange[] | null
  /** Show every digit of incoming amounts as well. */
  exact?: boolean
}

/** Shows outgoing amounts exactly and incoming ones with the digits that matter; each with sign, word and color. */
export function BalanceChanges({ changes, exact = false }: BalanceChangesProps) {
  const scope = useScope()
  const { t } = scope
  const write = (change: BalanceChange) => (exact ? change.amountText : shownAmount(change))
  return (
    <div class="group">
      <h2 class="label">{t('approve.changes')}</h2>
      {changes === null || changes.length === 0 ? (
        <p class="changes">
          <span class="change change-word">
            {changes === null ? t('approve.changes.unknown') : t('approve.changes.none')}
          </span>
        </p>
      ) : (
        <ul class="changes">
          {[...changes].sort(outFirst).map((change, index) => (
            <li key={index} class="change" data-direction={change.direction}>
              <span class="change-word">{change.direction === 'out' ? t('approve.out') : t('approve.in')}</span>
              <span class="change-amount">
                <bdi translate={false}>
                  {change.direction === 'out' ? '−' : '+'}
                  {amountText({ scope, asset: change.asset, text: write(change), tokenId: change.tokenId })}
                </bdi>
                {change.asset.name !== change.asset.symbol && (
                  <small translate={false}>
                    <bdi>{change.asset.name}</bdi>
                  </small>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns whether {@link BalanceChanges} cuts digits. */
export function hasCutAmounts(changes: readonly BalanceChange[] | null): boolean {
  return (changes ?? []).some((change) => shownAmount(change) !== change.amountText)
}

/** Outgoing amounts are never cut. */
function shownAmount({ direction, amountText: text }: BalanceChange): string {
  return direction === 'out' ? text : cutAmount(text)
}

function outFirst(a: BalanceChange, b: BalanceChange): number {
  return a.direction === b.direction ? 0 : a.direction === 'out' ? -1 : 1
}

import type { BalanceChange } from '@latchkey/clear-signing'
import { useScope } from '../../ui/Scope.ts'
import { amountText } from './amountText.ts'
import { cutAmount } from './cutAmount.ts'

/** What {@link BalanceChanges} takes. */
export type BalanceChangesProps = {
  changes: readonly BalanceChange[] | null
  /** Every digit of what comes in too. */
  exact?: boolean
}

/** What leaves the account, exact, and what comes in, as long as it is worth a look; with sign, word and colour. */
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

/** Whether {@link BalanceChanges} leaves digits out. */
export function hasCutAmounts(changes: readonly BalanceChange[] | null): boolean {
  return (changes ?? []).some((change) => shownAmount(change) !== change.amountText)
}

/** Of what is given away no digit is left out. */
function shownAmount({ direction, amountText: text }: BalanceChange): string {
  return direction === 'out' ? text : cutAmount(text)
}

function outFirst(a: BalanceChange, b: BalanceChange): number {
  return a.direction === b.direction ? 0 : a.direction === 'out' ? -1 : 1
}

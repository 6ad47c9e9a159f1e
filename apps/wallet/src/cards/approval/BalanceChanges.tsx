import type { BalanceChange } from '@latchkey/clear-signing'
import { useScope } from '../../ui/Scope.ts'
import { amountText } from './amountText.ts'

/** What leaves the account and what comes in, exact, with sign, word and colour. */
export function BalanceChanges({ changes }: { changes: readonly BalanceChange[] | null }) {
  const scope = useScope()
  const { t } = scope
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
                  {amountText({ scope, asset: change.asset, text: change.amountText, tokenId: change.tokenId })}
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

function outFirst(a: BalanceChange, b: BalanceChange): number {
  return a.direction === b.direction ? 0 : a.direction === 'out' ? -1 : 1
}

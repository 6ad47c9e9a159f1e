import type { BalanceChange } from '@latchkey/clear-signing'
import { Group } from '../ui/Group.tsx'
import styles from './approval.module.css'
import { writeAmount } from './writeAmount.ts'

/** The outgoing and incoming balance changes, from the network's simulation. */
export function Changes({ changes }: { changes: readonly BalanceChange[] | null }) {
  const sorted = changes?.toSorted((a, b) => b.direction.localeCompare(a.direction))
  return (
    <Group title="Balance changes">
      {sorted === undefined || sorted.length === 0 ? (
        <p className={styles.unchanged}>{sorted === undefined ? 'Unknown' : 'Your balances stay the same.'}</p>
      ) : (
        sorted.map(({ direction, asset, amountText: text, tokenId, counterparty }) => (
          <p
            key={[direction, asset.address, tokenId, counterparty, text].join()}
            className={styles.change}
            data-direction={direction}
          >
            <span>{direction === 'out' ? 'You send' : 'You receive'}</span>
            <b translate="no">
              {direction === 'out' ? '−' : '+'}
              {writeAmount({ asset, text, tokenId })}
            </b>
          </p>
        ))
      )}
    </Group>
  )
}

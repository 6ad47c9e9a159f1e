import { useScope } from './Scope.ts'

/** What {@link AskerLine} takes. */
export type AskerLineProps = { asker: { origin: string; claimedName: string | null } }

/** Characters of a claimed name that are shown: a longer one could look like a sentence of ours. */
const nameLength = 32

/**
 * Who asks. The origin was verified and is written whole: its end tells whose it is, so nothing is cut off. The name is what the site
 * says of itself: it stands in quotation marks, in the paler colour.
 */
export function AskerLine({ asker: { origin, claimedName } }: AskerLineProps) {
  const { t } = useScope()
  const name = [...(claimedName ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()]
  return (
    <p class="asker">
      {name.length > 0 && (
        <bdi translate={false}>
          “{name.slice(0, nameLength).join('')}
          {name.length > nameLength ? '…' : ''}”{' '}
        </bdi>
      )}
      {t('asker.on')}{' '}
      <b translate={false} dir="ltr">
        {origin}
      </b>
    </p>
  )
}

import { useScope } from './Scope.ts'

export type AskerLineProps = { asker: { origin: string; claimedName: string | null } }

/** Shown characters of a claimed name: a longer one could look like one of our sentences. */
const nameLength = 32

/**
 * The asking site. The verified origin is shown in full, because its end identifies its owner. The name is the site's claim, so it is
 * in quotation marks and a paler color.
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

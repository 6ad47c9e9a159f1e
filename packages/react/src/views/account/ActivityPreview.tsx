import { useModalScope } from '../../context/ModalScope.tsx'
import { useActivity } from '../../hooks/useActivity.ts'
import { Button } from '../../ui/Button.tsx'
import { Freshness } from '../../ui/Freshness.tsx'
import { List } from '../../ui/List.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useContactNames } from '../../ui/useContactNames.ts'
import { ActivityEmpty } from './ActivityEmpty.tsx'
import { ActivityRow } from './ActivityRow.tsx'

const shown = 4

/** The newest activity, with a link to the full list. */
export function ActivityPreview() {
  const { latchkey, t } = useModalScope()
  const activity = useActivity()
  const nameOf = useContactNames()
  const { data } = activity
  return (
    <>
      <Freshness resource={activity} onRetry={() => void activity.refresh()} />
      {data === undefined ? (
        activity.error === undefined && <SkeletonRows count={3} ends />
      ) : data.length === 0 ? (
        <ActivityEmpty />
      ) : (
        <>
          <List label={t('account.activity')}>
            {data.slice(0, shown).map((item) => (
              <ActivityRow key={item.id} item={item} nameOf={nameOf} />
            ))}
          </List>
          {(data.length > shown || activity.hasMore) && (
            <Button kind="secondary" onClick={() => latchkey.modal.push('Activity')}>
              {t('account.allActivity')}
            </Button>
          )}
        </>
      )}
    </>
  )
}

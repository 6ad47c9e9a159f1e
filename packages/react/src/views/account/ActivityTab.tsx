import { useEffect } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Note } from '../../ui/Note.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'

/** The newest activity. Its code is in the transactions group, so that opening the account does not wait for it. */
export function ActivityTab() {
  const { loader } = useLatchkeyContext()
  const { t } = useModalScope()
  const { groups, failedGroup } = useReadable(loader)
  const load = () => loader.loadGroup('transactions')
  useEffect(() => loader.loadGroup('transactions'), [loader])
  const { ActivityPreview } = groups.transactions ?? {}
  if (ActivityPreview !== undefined) return <ActivityPreview />
  if (failedGroup !== 'transactions') return <SkeletonRows count={3} ends />
  return (
    <Note tone="warn" action={{ label: t('retry'), onClick: load }}>
      <strong>{t('load.failed.title')}</strong>
    </Note>
  )
}

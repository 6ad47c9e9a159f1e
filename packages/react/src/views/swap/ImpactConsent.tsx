import { useModalScope } from '../../context/ModalScope.tsx'
import { Note } from '../../ui/Note.tsx'
import { TickBox } from '../../ui/TickBox.tsx'
import { usePercent } from './usePercent.ts'

/** What {@link ImpactConsent} takes. */
export type ImpactConsentProps = {
  /** A fraction; null when nobody can tell. */
  impact: number | null
  isTicked: boolean
  reminders: number
  onChange: (ticked: boolean) => void
}

/** A swap that moves the price a lot, or nobody knows how much, goes on only after the visitor has said so. */
export function ImpactConsent({ impact, isTicked, reminders, onChange }: ImpactConsentProps) {
  const { t } = useModalScope()
  const percent = usePercent()
  return (
    <>
      <Note tone="loss">
        {impact === null ? t('swap.impactUnknown') : t('swap.impactWarn', { percent: percent(impact) })}
      </Note>
      <TickBox isTicked={isTicked} reminders={reminders} missing={t('swap.impactMissing')} onChange={onChange}>
        {impact === null ? t('swap.impactAcceptUnknown') : t('swap.impactAccept', { percent: percent(impact) })}
      </TickBox>
    </>
  )
}

import { useModalScope } from '../../context/ModalScope.tsx'
import { Note } from '../../ui/Note.tsx'
import { TickBox } from '../../ui/TickBox.tsx'
import { usePercent } from './usePercent.ts'

export type ImpactConsentProps = {
  /** A fraction; null if unknown. */
  impact: number | null
  isTicked: boolean
  reminders: number
  onChange: (ticked: boolean) => void
}

/** Requires the visitor's consent to a swap with a large or unknown price impact. */
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

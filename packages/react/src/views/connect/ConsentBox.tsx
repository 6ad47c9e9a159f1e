import { useModalScope } from '../../context/ModalScope.tsx'
import { TickBox } from '../../ui/TickBox.tsx'
import { LegalSentence } from './LegalLinks.tsx'
import type { Consent } from './useConsent.ts'

/** The box that a visitor ticks before choosing a wallet. Reminds a visitor who skips it. */
export function ConsentBox({ consent: { isGiven, give, reminders } }: { consent: Consent }) {
  const { t } = useModalScope()
  return (
    <TickBox isTicked={isGiven} onChange={give} reminders={reminders} missing={t('consent.missing')}>
      <LegalSentence kind="consent" />
    </TickBox>
  )
}

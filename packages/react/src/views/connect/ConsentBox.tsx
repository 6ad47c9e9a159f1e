import { useEffect, useId, useRef } from 'react'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LegalSentence } from './LegalLinks.tsx'
import type { Consent } from './useConsent.ts'

/** The box that is ticked before a wallet can be chosen; says so when it was passed over. */
export function ConsentBox({ consent: { isGiven, give, reminders } }: { consent: Consent }) {
  const { t } = useModalScope()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const isMissing = reminders > 0 && !isGiven
  useEffect(() => {
    if (reminders > 0) box.current?.focus()
  }, [reminders])
  return (
    <div className="consent" data-missing={isMissing ? '' : undefined}>
      <div className="consent-line">
        <span className="consent-box">
          <input
            ref={box}
            type="checkbox"
            id={id}
            data-key="consent"
            checked={isGiven}
            aria-describedby={isMissing ? `${id}hint` : undefined}
            aria-invalid={isMissing || undefined}
            onChange={(event) => give(event.target.checked)}
          />
          <Icon name="check" />
        </span>
        <label htmlFor={id}>
          <LegalSentence kind="consent" />
        </label>
      </div>
      {isMissing && (
        <p role="alert" id={`${id}hint`} className="consent-hint" key={reminders}>
          {t('consent.missing')}
        </p>
      )}
    </div>
  )
}

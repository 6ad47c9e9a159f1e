import { useCallback, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'

/** The visitor's consent to the operator's terms, if the operator requires it. */
export type Consent = {
  /** Whether to show the box. */
  isRequired: boolean
  isGiven: boolean
  give: (given: boolean) => void
  /** Number of attempts without consent. Each one makes the box show a reminder. */
  reminders: number
  /** Returns true if the visitor may continue. Otherwise shows a reminder. */
  ask: () => boolean
}

/** Keeps the visitor's consent while the modal is open. Requires none if the operator has no terms. */
export function useConsent(): Consent {
  const { config } = useModalScope().latchkey
  const [isGiven, give] = useRemembered('Connect.consent', false)
  const [reminders, setReminders] = useState(0)
  const isRequired = config.legalConsent === true && (config.termsUrl !== undefined || config.privacyUrl !== undefined)
  const ask = useCallback(() => {
    if (!isRequired || isGiven) return true
    setReminders((count) => count + 1)
    return false
  }, [isRequired, isGiven])
  return { isRequired, isGiven, give, reminders, ask }
}

import { useCallback, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'

/** Whether the visitor agreed to the operator's terms, where the operator asks for that first. */
export type Consent = {
  /** The box is to be shown. */
  isRequired: boolean
  isGiven: boolean
  give: (given: boolean) => void
  /** How often something was tried without it; the box then says what is missing. */
  reminders: number
  /** Whether to go on; reminds the visitor of the box otherwise. */
  ask: () => boolean
}

/** The visitor's consent, kept while the modal is open. Nothing is asked where there is nothing to agree to. */
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

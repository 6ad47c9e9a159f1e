import { useModalScope } from '../context/ModalScope.tsx'
import { useEmailLogin } from '../hooks/useEmailLogin.ts'
import { Note } from './Note.tsx'

/** Warns that an embedded wallet is lost with this device or this page, and offers to protect it. Empty for a protected wallet. */
export function RiskNote() {
  const { t } = useModalScope()
  const { state, ensureProtected } = useEmailLogin()
  if (state.isProtected !== false) return null
  return (
    <Note
      tone="warn"
      // The visitor closed the card without an answer, so the warning stays.
      action={{ label: t('protect.short'), onClick: () => void ensureProtected().catch(() => undefined) }}
    >
      <strong>{t(`security.${state.isKept === false ? 'unkept' : 'unprotected'}.title`)}</strong>
      {state.isKept !== false && <span>{t('security.unprotected.text')}</span>}
    </Note>
  )
}

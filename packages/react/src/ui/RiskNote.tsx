import { useModalScope } from '../context/ModalScope.tsx'
import { useEmailLogin } from '../hooks/useEmailLogin.ts'
import { Note } from './Note.tsx'

/** Says that an embedded wallet is lost with this device, or with this page, and offers to protect it. Nothing for one that is protected. */
export function RiskNote() {
  const { t } = useModalScope()
  const { state, ensureProtected } = useEmailLogin()
  if (state.isProtected !== false) return null
  return (
    <Note
      tone="warn"
      // Closed without an answer: the remark stays.
      action={{ label: t('protect.short'), onClick: () => void ensureProtected().catch(() => undefined) }}
    >
      <strong>{t(`security.${state.isKept === false ? 'unkept' : 'unprotected'}.title`)}</strong>
      {state.isKept !== false && <span>{t('security.unprotected.text')}</span>}
    </Note>
  )
}

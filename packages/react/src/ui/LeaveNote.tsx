import { useModalScope } from '../context/ModalScope.tsx'
import { useEmailLogin } from '../hooks/useEmailLogin.ts'
import { Note } from './Note.tsx'

/** Warns a visitor who disconnects an embedded wallet without protection. */
export function LeaveNote() {
  const { t } = useModalScope()
  const { state, ensureProtected } = useEmailLogin()
  return (
    <Note
      tone="warn"
      alert
      action={{ label: t('protect.short'), onClick: () => void ensureProtected().catch(() => undefined) }}
    >
      {t(state.isKept === false ? 'leave.unkept' : 'leave.unprotected')}
    </Note>
  )
}

import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'

/** Shows whether the wallet can be recovered, and opens the wallet's security card. */
export function Security() {
  const { latchkey, t } = useModalScope()
  const { state, openSecurity } = useEmailLogin()
  const [isOpen, setOpen] = useState(false)
  const risk = state.isKept === false ? 'unkept' : 'unprotected'
  const kind = state.isProtected === undefined ? 'unknown' : state.isProtected ? 'protected' : risk

  async function open(): Promise<void> {
    setOpen(true)
    try {
      await openSecurity()
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      if (error.code !== 'request_aborted' && error.code !== 'user_rejected')
        latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setOpen(false)
    }
  }

  return (
    <div className="view">
      <Hero
        icon={kind === risk ? 'alert' : 'shield'}
        tone={kind === 'protected' ? 'gain' : 'accent'}
        title={t(`security.${kind}.title`)}
        text={t(`security.${kind}.text`)}
      />
      <Button autoFocusInView busy={isOpen} onClick={() => void open()}>
        {t('security.open')}
      </Button>
      {isOpen && (
        <p className="aside" role="status">
          {t('security.waiting')}
        </p>
      )}
    </div>
  )
}

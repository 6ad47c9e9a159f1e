import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { Button } from '../../ui/Button.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletStep } from '../../ui/WalletStep.tsx'

export type UpdateStepProps = { step: 'primary' | 'secondary' }

/** A step of the email change: the wallet asks for the code, then the next view opens. */
export function UpdateStep({ step }: UpdateStepProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, email: feature } = latchkey
  const { update } = useEmailLogin().state
  const { status, failure } = update
  const isSlow = useLongWait(status === step)
  const name = step === 'primary' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp'

  useEffect(() => {
    if (modal.getState().history.at(-1)?.name !== name) return
    // The view shows a refusal from the state.
    if (status === 'primary') {
      if (step === 'primary') feature.updateEmailPrimaryOtp().catch(() => undefined)
      else modal.replace('UpdateEmailPrimaryOtp')
    } else if (status === 'secondary') {
      if (step === 'secondary') feature.updateEmailSecondaryOtp().catch(() => undefined)
      else modal.replace('UpdateEmailSecondaryOtp')
    } else if (status === 'done') {
      modal.toast({ kind: 'success', message: t('updateEmail.done') })
      modal.reset('Account')
      modal.push('AccountSettings')
    } else if (status === 'idle') modal.goBack()
  }, [status, step, name, feature, modal, t])

  if (status === 'failed') {
    return (
      <WalletStep
        icon="mail"
        state="failed"
        title={t('updateEmail.failed')}
        text={failure === undefined ? '' : sentence(failure)}
      >
        <Button autoFocusInView onClick={() => modal.goBack()}>
          {t('tryAgain')}
        </Button>
      </WalletStep>
    )
  }
  return (
    <WalletStep
      icon="mail"
      state="waiting"
      title={t('email.code.title')}
      text={
        isSlow
          ? t('updateEmail.slow')
          : step === 'primary'
            ? t('updateEmail.primary.text')
            : t('updateEmail.secondary.text', { email: update.email ?? '' })
      }
    >
      <Button kind="secondary" onClick={() => modal.goBack()}>
        {t('cancel')}
      </Button>
    </WalletStep>
  )
}

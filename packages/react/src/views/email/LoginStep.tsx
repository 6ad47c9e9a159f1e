import { LatchkeyError } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { Button } from '../../ui/Button.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { leaveLogin } from '../../ui/leaveLogin.ts'
import { Note } from '../../ui/Note.tsx'
import { useCooldown } from '../../ui/useCooldown.ts'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletStep } from '../../ui/WalletStep.tsx'

export type LoginStepProps = { step: 'device' | 'code'; icon: IconName }

/** A step of the email login: asks the wallet for it, shows its state, and opens the next view. */
export function LoginStep({ step, icon }: LoginStepProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, email: feature } = latchkey
  const { state, start } = useEmailLogin()
  const { status, failure } = state
  const email = state.email ?? ''
  const isSlow = useLongWait(status === step)
  const [refusal, setRefusal] = useState<string>()
  const cooldown = useCooldown()
  const name = step === 'device' ? 'EmailVerifyDevice' : 'EmailVerifyOtp'
  const wasActive = useRef(status !== 'idle')

  useEffect(() => {
    if (modal.getState().history.at(-1)?.name !== name) return
    if (status !== 'idle') wasActive.current = true
    // The view shows a refusal from the login's state.
    if (status === 'device') {
      if (step === 'device') feature.waitForDevice().catch(() => undefined)
      else modal.replace('EmailVerifyDevice')
    } else if (status === 'code') {
      if (step === 'code') feature.enterCode().catch(() => undefined)
      else modal.replace('EmailVerifyOtp')
    }
    // The visitor gave up on the wallet's card, or opened the view without an open login.
    else if (status === 'idle' && latchkey.connection.getState().status !== 'connected') leaveLogin(modal)
  }, [status, step, name, feature, modal, latchkey])

  async function again(): Promise<void> {
    setRefusal(undefined)
    try {
      await start({ email })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      if (!cooldown.take(error)) setRefusal(sentence(error))
    }
  }

  if (status === 'sending') {
    return (
      <WalletStep
        icon={icon}
        state="waiting"
        title={t('email.sending.title')}
        text={t('email.sending.text', { email })}
      />
    )
  }
  if (status === 'failed') {
    return (
      <WalletStep
        icon={icon}
        state="failed"
        title={t('email.failed.title')}
        text={refusal ?? (failure === undefined ? '' : sentence(failure))}
      >
        {cooldown.text !== undefined && (
          <Note>
            <span className="sr">{cooldown.spoken}</span>
            <span aria-hidden="true">{cooldown.text}</span>
          </Note>
        )}
        <Button autoFocusInView onClick={() => void again()}>
          {t('email.newCode')}
        </Button>
        <Button kind="secondary" onClick={() => leaveLogin(modal)}>
          {t('email.other')}
        </Button>
      </WalletStep>
    )
  }
  if (status === 'connecting' || status === 'idle') {
    return (
      <WalletStep
        icon="key"
        state="waiting"
        title={t('email.connecting.title')}
        text={t('email.connecting.text', { email })}
      />
    )
  }
  return (
    <WalletStep
      icon={icon}
      state="waiting"
      title={t(`email.${step}.title`)}
      text={t(isSlow ? `email.${step}.slow` : `email.${step}.text`, { email })}
    >
      <Button kind="secondary" onClick={() => modal.goBack()}>
        {t('cancel')}
      </Button>
    </WalletStep>
  )
}

import { LatchkeyError } from '@latchkey/protocol'
import { type FormEvent, useEffect, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { EmailInput } from '../../ui/EmailInput.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useCooldown } from '../../ui/useCooldown.ts'
import { useNow } from '../../ui/useNow.ts'

export type EmailLoginProps = { /** Whether to go on. */ onBefore: () => boolean }

/** The field for an email address: sends the mail, or continues an open login, and opens the view for the wallet's next step. */
export function EmailLogin({ onBefore }: EmailLoginProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { modal } = latchkey
  const { state, start } = useEmailLogin()
  const [typed, setText] = useRemembered('Connect.email', state.email)
  const [issue, setIssue] = useState<string>()
  const cooldown = useCooldown()
  const { left, status } = state
  const text = typed ?? left?.email ?? ''
  const now = useNow(left && 10_000)
  const isSending = status === 'sending'
  const goesOn = left !== undefined && now < left.until && text.trim().toLowerCase() === left.email.toLowerCase()

  useEffect(() => latchkey.email.recall(), [latchkey])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending || !onBefore()) return
    setIssue(undefined)
    try {
      const action = await start({ email: text })
      if (modal.getState().history.at(-1)?.name !== 'Connect') return
      if (action === 'VERIFY_DEVICE') modal.push('EmailVerifyDevice')
      else if (action === 'VERIFY_OTP') modal.push('EmailVerifyOtp')
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      if (cooldown.take(error)) return
      if (error.code === 'email_missing') setIssue(t('email.invalid'))
      else if (error.code !== 'request_aborted') setIssue(sentence(error))
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <EmailInput
        value={text}
        label={t('email.label')}
        placeholder={t('email.placeholder')}
        issue={issue ?? cooldown.text}
        spoken={issue === undefined ? cooldown.spoken : undefined}
        onChange={(value) => {
          setText(value)
          setIssue(undefined)
          cooldown.clear()
        }}
        // Focus on the field means that the visitor will need the embedded wallet.
        onFocus={() => latchkey.email.prepare()}
      />
      <SubmitButton busy={isSending}>{t(goesOn ? 'email.resume' : 'email.continue')}</SubmitButton>
    </form>
  )
}

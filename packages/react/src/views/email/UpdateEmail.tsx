import { LatchkeyError } from '@latchkey/protocol'
import { type FormEvent, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { EmailInput } from '../../ui/EmailInput.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'

/** Asks for the new email address. */
export function UpdateEmail() {
  const { latchkey, t, sentence } = useModalScope()
  const { modal } = latchkey
  const { state, updateEmail } = useEmailLogin()
  const [text, setText] = useRemembered('UpdateEmail.email', '')
  const [issue, setIssue] = useState<string>()
  const isSending = state.update.status === 'sending'
  const current = state.user?.email

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setIssue(undefined)
    try {
      const action = await updateEmail({ email: text })
      if (modal.getState().history.at(-1)?.name !== 'UpdateEmail') return
      modal.push(action === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp')
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      if (error.code === 'email_missing') setIssue(t('email.invalid'))
      else if (error.code !== 'request_aborted') setIssue(sentence(error))
    }
  }

  return (
    <div className="view">
      <p className="lead">
        {state.user?.socialProvider
          ? t('updateEmail.first')
          : `${current ? `${t('updateEmail.now', { email: current })} ` : ''}${t('updateEmail.lead')}`}
      </p>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <EmailInput
          value={text}
          label={t('updateEmail.label')}
          placeholder={t('email.placeholder')}
          issue={issue}
          autoFocusInView
          onChange={(value) => {
            setText(value)
            setIssue(undefined)
          }}
        />
        <SubmitButton busy={isSending}>{t('updateEmail.continue')}</SubmitButton>
      </form>
    </div>
  )
}

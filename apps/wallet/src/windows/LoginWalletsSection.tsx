import { useState } from 'preact/hooks'
import { AddressText } from '../ui/AddressText.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { ConfirmNote } from './ConfirmNote.tsx'
import { Failure } from './Failure.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { SecurityState, WindowCalls } from './WindowCalls.ts'

export type LoginWalletsSectionProps = {
  calls: WindowCalls
  login: SecurityState['login']
  withStepUp: WithStepUp
  onChanged: () => void
}

/** The login's other wallets, which only their own devices can unlock, and the way to return the login to them. */
export function LoginWalletsSection({ calls, login, withStepUp, onChanged }: LoginWalletsSectionProps) {
  const { t, format } = useScope()
  const [isAsked, setAsked] = useState(false)
  const [isDone, setDone] = useState(false)
  const { leadsHere, wallets, takeBack } = login
  const back = useCall(async () => {
    if (takeBack === null) return
    await withStepUp(() => calls.takeLoginBack({ moveId: takeBack.moveId }))
    setAsked(false)
    setDone(true)
    onChanged()
  })
  if (leadsHere && wallets.length === 0 && takeBack === null && !isDone) return null
  return (
    <section class="section">
      <h2 class="section-title">{t('wallets.title')}</h2>
      {isDone && <Note tone="gain">{t('link.return.done.text')}</Note>}
      {!leadsHere && <Note tone="warn">{t('wallets.moved')}</Note>}
      {wallets.length > 0 && (
        <ul class="list">
          {wallets.map(({ address, leftAt }) => (
            <li key={address} class="row">
              <span class="row-text">
                <AddressText address={address} />
                <span class="row-subtitle">
                  {leadsHere ? t('wallets.locked', { date: format.day(leftAt) }) : t('wallets.elsewhere')}
                </span>
              </span>
              <CopyButton text={address} label={t('security.copyAddress')} />
            </li>
          ))}
        </ul>
      )}
      <Failure failure={back.failure} />
      {takeBack !== null &&
        (isAsked ? (
          <ConfirmNote
            label={back.busy ? t('link.return.busy') : t('link.return.confirm')}
            busy={back.busy}
            onKeep={() => setAsked(false)}
            onConfirm={() => back.run()}
          >
            {t('link.return.text')}
          </ConfirmNote>
        ) : (
          <>
            {takeBack.until !== null && (
              <p class="section-text">{t('wallets.until', { until: format.dateTime(takeBack.until) })}</p>
            )}
            <Button kind="secondary" onClick={() => setAsked(true)}>
              {t(leadsHere ? 'wallets.return' : 'wallets.takeBack')}
            </Button>
          </>
        ))}
    </section>
  )
}

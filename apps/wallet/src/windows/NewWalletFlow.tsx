import { useState } from 'preact/hooks'
import { AddressText } from '../ui/AddressText.tsx'
import { Button } from '../ui/Button.tsx'
import { FeatureList } from '../ui/FeatureList.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import { HoldButton } from './HoldButton.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type NewWalletFlowProps = {
  calls: WindowCalls
  withStepUp: WithStepUp
  /** Address of the old wallet. */
  address: string | null
  onDone: () => void
  onStop: () => void
}

/** Starts a new wallet: explains the consequence for the old one, must be held, and asks for the mailed code. */
export function NewWalletFlow({ calls, withStepUp, address, onDone, onStop }: NewWalletFlowProps) {
  const { t } = useScope()
  const [isAsked, setAsked] = useState(false)
  const [otp, setOtp] = useState('')
  const start = useCall(async (code: string | null) => {
    await withStepUp(() => calls.startNewWallet({ otp: code }))
    onDone()
  })
  const ask = useCall(async () => {
    const { needsCode } = await withStepUp(() => calls.askNewWallet())
    setOtp('')
    if (needsCode) setAsked(true)
    else start.run(null)
  })
  const isOver = start.failure?.code === 'code_expired' || start.failure?.code === 'attempt_unknown'
  return (
    <>
      {isAsked ? (
        <>
          <Failure failure={ask.failure ?? start.failure} />
          <CallForm
            call={{ ...start, run: () => start.run(otp) }}
            ready={otp.length === 6}
            label={t('newWallet.confirm')}
          >
            <TextField
              kind="digits"
              label={t('code.field')}
              hint={t('stepUpWindow.sent')}
              value={otp}
              wrong={start.failure !== null}
              onInput={setOtp}
            />
          </CallForm>
          {isOver && (
            <Button kind="secondary" busy={ask.busy} onClick={() => ask.run()}>
              {t('newWallet.again')}
            </Button>
          )}
        </>
      ) : (
        <>
          <p class="sheet-text">{t('newWallet.text')}</p>
          <FeatureList
            points={[
              { icon: 'lock', title: t('newWallet.locked.title'), text: t('newWallet.locked.text') },
              { icon: 'paper', title: t('newWallet.empty.title'), text: t('newWallet.empty.text') },
              { icon: 'clock', title: t('newWallet.undo.title'), text: t('newWallet.undo.text') },
            ]}
          />
          {address !== null && <AddressText address={address} />}
          <Failure failure={ask.failure ?? start.failure} />
          <HoldButton
            icon="lock"
            label={t('newWallet.hold')}
            hint={t('newWallet.hold.hint')}
            busy={ask.busy || start.busy}
            onHeld={() => ask.run()}
          />
        </>
      )}
      <Button kind="quiet" disabled={ask.busy || start.busy} onClick={onStop}>
        {t('window.back')}
      </Button>
    </>
  )
}

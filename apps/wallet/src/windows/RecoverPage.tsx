import { useId, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import { NewWalletFlow } from './NewWalletFlow.tsx'
import { Outcome } from './Outcome.tsx'
import { RecoverPassword } from './RecoverPassword.tsx'
import { SecretForm } from './SecretForm.tsx'
import { useStepUp, type WithStepUp } from './StepUp.tsx'
import { Tabs } from './Tabs.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

type Typed = 'backupCode' | 'password' | 'oldDevice'

/** `/w/recover`: secrets that unlock a wallet on a new device are entered here. */
export function RecoverPage({ calls, state }: { calls: WindowCalls; state: WindowState }) {
  const { t } = useScope()
  const methods = state.methods.filter((method): method is Typed => method !== 'passkey')
  const [chosen, setChosen] = useState<Typed | undefined>(methods[0])
  const [isOpen, setOpen] = useState(false)
  const [isAnew, setAnew] = useState(false)
  const panel = useId()
  // A visitor with a recovery factor must use it: the server starts no new wallet for them.
  const isLastWay = methods.every((method) => method === 'oldDevice') && state.methods.length === methods.length
  const { origin } = state.app
  const { withStepUp, page } = useStepUp({ calls, origin, provider: state.provider, reason: 'unlock' })
  if (isOpen && isAnew)
    return <Outcome title={t('newWallet.done.title')} text={t('newWallet.done.text')} origin={origin} />
  if (isOpen) return <Outcome title={t('unlock.done.title')} text={t('unlock.done.text')} origin={origin} />
  if (chosen === undefined) {
    return <Outcome title={t('unlock.none.title')} text={t('unlock.none.text')} tone="loss" origin={origin} />
  }
  const onOpen = () => setOpen(true)
  return (
    <>
      {page}
      <div hidden={page !== null}>
        <WindowLayout
          title={t(isAnew ? 'newWallet.title' : 'unlock.title')}
          text={isAnew ? undefined : t('unlock.text')}
          origin={origin}
        >
          {isAnew && (
            <NewWalletFlow
              calls={calls}
              withStepUp={withStepUp}
              address={state.address}
              onDone={onOpen}
              onStop={() => setAnew(false)}
            />
          )}
          {methods.length > 1 && (
            <Tabs
              label={t('unlock.method')}
              panel={panel}
              tabs={methods.map((id) => ({ id, text: t(`unlock.${id}`) }))}
              selected={chosen}
              onSelect={setChosen}
            />
          )}
          <div
            class="stack"
            id={panel}
            hidden={isAnew}
            {...(methods.length > 1 ? { role: 'tabpanel', 'aria-labelledby': `${panel}-${chosen}` } : {})}
          >
            {chosen === 'oldDevice' ? (
              <OldDevice calls={calls} withStepUp={withStepUp} onOpen={onOpen} />
            ) : chosen === 'password' ? (
              <RecoverPassword calls={calls} withStepUp={withStepUp} onOpen={onOpen} />
            ) : (
              <SecretForm
                key={chosen}
                kind={chosen}
                label={t('unlock.open')}
                open={async (text) => {
                  await withStepUp(() => calls.recoverWithBackupCode({ code: text }))
                  onOpen()
                }}
              />
            )}
            {isLastWay && (
              <Button kind="quiet" onClick={() => setAnew(true)}>
                {t('newWallet.link')}
              </Button>
            )}
          </div>
        </WindowLayout>
      </div>
    </>
  )
}

function OldDevice({ calls, withStepUp, onOpen }: { calls: WindowCalls; withStepUp: WithStepUp; onOpen: () => void }) {
  const { t } = useScope()
  const [code, setCode] = useState('')
  const [matchNumber, setMatchNumber] = useState<string | null>(null)
  const ask = useCall(async () => {
    const answer = await withStepUp(() => calls.recoverWithOldDevice({ code }))
    setMatchNumber(answer.matchNumber)
    try {
      await answer.done
      onOpen()
    } finally {
      setMatchNumber(null)
    }
  })
  if (matchNumber !== null) {
    return (
      <>
        <h2 class="section-title">{t('unlock.compare')}</h2>
        <p class="sheet-text">{t('unlock.compare.text')}</p>
        <p class="big-number" translate={false} dir="ltr">
          {matchNumber}
        </p>
        <p class="status-line" role="status">
          {t('unlock.waiting')}
        </p>
      </>
    )
  }
  return (
    <CallForm call={ask} ready={code !== ''} label={t('window.continue')}>
      <Failure failure={ask.failure} />
      <TextField
        label={t('unlock.oldDevice.code')}
        hint={t('unlock.oldDevice.hint')}
        kind="code"
        value={code}
        wrong={ask.failure !== null}
        disabled={ask.busy}
        onInput={(next) => {
          ask.clear()
          setCode(next)
        }}
      />
    </CallForm>
  )
}

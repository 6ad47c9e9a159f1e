import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import type { PasswordMeter } from './createPasswordMeter.ts'
import { Failure } from './Failure.tsx'
import { HoldButton } from './HoldButton.tsx'
import { ImportForm } from './ImportForm.tsx'
import { KeystoreForm } from './KeystoreForm.tsx'
import { useOffline } from './OfflinePage.tsx'
import { useStepUp, type WithStepUp } from './StepUp.tsx'
import { Tabs } from './Tabs.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

const kinds = ['mnemonic', 'privateKey', 'keystore', 'import'] as const
const namespaces = ['eip155', 'solana', 'bip122'] as const

/** Milliseconds after which a visible secret is hidden again. */
const hideAfter = 60_000

export type ExportPageProps = { calls: WindowCalls; state: WindowState; loadMeter: () => Promise<PasswordMeter> }

/** `/w/export`: exports the secret of the wallet after a step-up and a held button; also imports another one. */
export function ExportPage({ calls, state, loadMeter }: ExportPageProps) {
  const { t } = useScope()
  const [kind, setKind] = useState<(typeof kinds)[number]>('mnemonic')
  const { origin } = state.app
  const reason = state.locked ? 'unlock' : 'change'
  const stepUp = useStepUp({ calls, origin, provider: state.provider, reason })
  const offline = useOffline({ calls, origin })
  const withStepUp: WithStepUp = (action) => offline.withoutServer(() => stepUp.withStepUp(action))
  const page = offline.page ?? stepUp.page
  // Load it while the server is reachable.
  useEffect(() => void loadMeter().catch(() => {}), [loadMeter])
  const panel = useId()
  return (
    <>
      {page}
      <div hidden={page !== null}>
        <WindowLayout title={t('export.title')} text={t('export.text')} origin={origin}>
          <Tabs
            label={t('export.kind')}
            panel={panel}
            tabs={kinds.map((id) => ({ id, text: t(`export.${id}`) }))}
            selected={kind}
            onSelect={setKind}
          />
          <div class="stack" id={panel} role="tabpanel" aria-labelledby={`${panel}-${kind}`}>
            {kind === 'mnemonic' && <Mnemonic calls={calls} withStepUp={withStepUp} />}
            {kind === 'privateKey' && <PrivateKey calls={calls} withStepUp={withStepUp} />}
            {kind === 'keystore' && <KeystoreForm calls={calls} withStepUp={withStepUp} loadMeter={loadMeter} />}
            {kind === 'import' && <ImportForm calls={calls} withStepUp={stepUp.withStepUp} />}
          </div>
        </WindowLayout>
      </div>
    </>
  )
}

type SecretProps = { calls: WindowCalls; withStepUp: WithStepUp }

function Mnemonic({ calls, withStepUp }: SecretProps) {
  const { t } = useScope()
  const { secret, call, hide } = useSecret(async () => (await withStepUp(() => calls.exportMnemonic())).mnemonic)
  return (
    <>
      <p class="sheet-text">{t('export.mnemonic.text')}</p>
      <Failure failure={call.failure} />
      {secret === null ? (
        <Reveal call={call} />
      ) : (
        <>
          <ol class="words" translate={false} dir="ltr">
            {secret.split(' ').map((word, index) => (
              <li key={`${index}-${word}`} class="word">
                <span aria-hidden="true">{index + 1}</span>
                {word}
              </li>
            ))}
          </ol>
          <Shown secret={secret} onHide={hide} />
        </>
      )}
    </>
  )
}

function PrivateKey({ calls, withStepUp }: SecretProps) {
  const { t } = useScope()
  const [namespace, setNamespace] = useState<(typeof namespaces)[number]>('eip155')
  const { secret, call, hide } = useSecret(
    async () => (await withStepUp(() => calls.exportPrivateKey({ namespace }))).privateKey,
  )
  const panel = useId()
  return (
    <>
      <p class="sheet-text">{t('export.privateKey.text')}</p>
      <Tabs
        label={t('export.account')}
        panel={panel}
        tabs={namespaces.map((id) => ({ id, text: t(`export.${id}`) }))}
        selected={namespace}
        onSelect={(next) => {
          hide()
          setNamespace(next)
        }}
      />
      <div class="stack" id={panel} role="tabpanel" aria-labelledby={`${panel}-${namespace}`}>
        <Failure failure={call.failure} />
        {secret === null ? (
          <Reveal call={call} />
        ) : (
          <>
            <p class="secret" translate={false} dir="ltr">
              {secret}
            </p>
            <Shown secret={secret} onHide={hide} />
          </>
        )}
      </div>
    </>
  )
}

/** A secret while it is visible: hidden after a minute, when the window loses the front, and with the page. */
function useSecret(read: () => Promise<string>) {
  const [secret, setSecret] = useState<string | null>(null)
  const call = useCall(async () => setSecret(await read()))
  const hide = () => setSecret(null)
  useEffect(() => {
    if (secret === null) return
    const onHidden = () => {
      if (document.visibilityState === 'hidden') hide()
    }
    const timer = window.setTimeout(hide, hideAfter)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [secret])
  return { secret, call, hide }
}

function Reveal({ call }: { call: { busy: boolean; run: () => void } }) {
  const { t } = useScope()
  const [isAlone, setAlone] = useState(false)
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={isAlone} onInput={(event) => setAlone(event.currentTarget.checked)} />
        <span>{t('export.alone')}</span>
      </label>
      <HoldButton
        label={call.busy ? t('export.reading') : t('export.hold')}
        hint={t('export.holdKeyboard')}
        busy={call.busy || !isAlone}
        onHeld={call.run}
      />
    </>
  )
}

function Shown({ secret, onHide }: { secret: string; onHide: () => void }) {
  const { t } = useScope()
  return (
    <>
      <p class="aside">{t('export.hidden')}</p>
      <Button onClick={onHide}>{t('export.hide')}</Button>
      <CopyButton kind="secondary" text={secret} label={t('export.copy')} />
      <Note tone="warn">{t('export.copyWarning')}</Note>
    </>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { BackupCodeFlow } from './BackupCodeFlow.tsx'
import type { PasswordMeter } from './createPasswordMeter.ts'
import { DeviceSection } from './DeviceSection.tsx'
import { DeviceTransferFlow } from './DeviceTransferFlow.tsx'
import { EarlierSection } from './EarlierSection.tsx'
import { FactorSection } from './FactorSection.tsx'
import { Failure } from './Failure.tsx'
import { LoginMethodSection } from './LoginMethodSection.tsx'
import { LoginWalletsSection } from './LoginWalletsSection.tsx'
import { LogSection } from './LogSection.tsx'
import { LostDeviceFlow } from './LostDeviceFlow.tsx'
import { PasswordFlow } from './PasswordFlow.tsx'
import { PermissionSection } from './PermissionSection.tsx'
import { ReleaseSection } from './ReleaseSection.tsx'
import { useStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { SecurityState, WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** Current step of the page. */
export type SecurityStep = 'home' | 'backupCode' | 'password' | 'handover' | 'lost'

const titles = {
  home: 'security.title',
  backupCode: 'backup.title',
  password: 'password.title',
  handover: 'handover.title',
  lost: 'lost.title',
} as const

const outcomes = {
  backupCode: 'backup.done.text',
  handover: 'handover.done.text',
  lost: 'lost.done.text',
} as const

export type SecurityPageProps = {
  calls: WindowCalls
  state: WindowState
  loadMeter: () => Promise<PasswordMeter>
  onExport: () => void
}

/** `/w/security`: recovery factors, devices, audit log, and all changes to them. */
export function SecurityPage({ calls, state, loadMeter, onExport }: SecurityPageProps) {
  const { t } = useScope()
  const [step, setStep] = useState<SecurityStep>('home')
  const [done, setDone] = useState<keyof typeof outcomes | null>(null)
  const [security, setSecurity] = useState<SecurityState | null>(null)
  const { origin } = state.app
  const { withStepUp, page } = useStepUp({
    ...{ calls, origin, provider: state.provider },
    reason: state.locked ? 'unlock' : 'change',
  })
  const read = useCall(async () => setSecurity(await withStepUp(() => calls.security())))
  const { run: refresh } = read
  useEffect(() => refresh(), [calls])
  const goHome = (outcome: keyof typeof outcomes | null = null) => {
    setStep('home')
    setDone(outcome)
    refresh()
  }
  return (
    <>
      {page}
      <div hidden={page !== null}>
        <WindowLayout
          title={t(titles[step])}
          text={step === 'home' ? t('security.window.text') : undefined}
          origin={origin}
        >
          {step === 'home' && (
            <>
              {done !== null && <Note tone="gain">{t(outcomes[done])}</Note>}
              <Failure failure={read.failure} />
              {security === null ? (
                read.failure === null ? (
                  <Reading />
                ) : (
                  <>
                    <Button onClick={() => refresh()}>{t('retry')}</Button>
                    <ExportLink onExport={onExport} />
                  </>
                )
              ) : (
                <Home
                  calls={calls}
                  security={security}
                  onExport={onExport}
                  withStepUp={withStepUp}
                  onStep={(next) => {
                    setDone(null)
                    setStep(next)
                  }}
                  onChanged={() => refresh()}
                />
              )}
            </>
          )}
          {step === 'backupCode' && (
            <>
              <BackupCodeFlow calls={calls} withStepUp={withStepUp} onDone={() => goHome('backupCode')} />
              <Button kind="quiet" onClick={() => goHome()}>
                {t('window.back')}
              </Button>
            </>
          )}
          {step === 'password' && (
            <PasswordFlow
              calls={calls}
              withStepUp={withStepUp}
              loadMeter={loadMeter}
              hasPassword={security?.factors.some(({ kind }) => kind === 'password') ?? false}
              onDone={() => goHome()}
            />
          )}
          {step === 'handover' && (
            <DeviceTransferFlow
              calls={calls}
              withStepUp={withStepUp}
              onDone={() => goHome('handover')}
              onStop={() => goHome()}
            />
          )}
          {step === 'lost' && (
            <LostDeviceFlow
              calls={calls}
              withStepUp={withStepUp}
              onDone={() => goHome('lost')}
              onStop={() => goHome()}
            />
          )}
        </WindowLayout>
      </div>
    </>
  )
}

function Reading() {
  const { t } = useScope()
  return (
    <>
      <p class="status-line" role="status">
        {t('security.reading')}
      </p>
      <span class="skeleton" data-shape="box" />
      <span class="skeleton" data-shape="box" />
      <span class="skeleton" data-shape="box" />
    </>
  )
}

type HomeProps = {
  calls: WindowCalls
  security: SecurityState
  onExport: () => void
  withStepUp: ReturnType<typeof useStepUp>['withStepUp']
  onStep: (step: SecurityStep) => void
  onChanged: () => void
}

function Home({ calls, security, onExport, withStepUp, onStep, onChanged }: HomeProps) {
  const { t, format } = useScope()
  const [lastExport] = security.offlineExports
  return (
    <>
      {security.frozenUntil !== null && (
        <Note tone="warn" icon="clock">
          {t('security.frozen', { time: format.dateTime(security.frozenUntil) })}
        </Note>
      )}
      {lastExport !== undefined && (
        <Note tone="warn">{t('security.offlineExport', { time: format.dateTime(lastExport.at) })}</Note>
      )}
      {security.memoryOnly && <Note tone="warn">{t('security.memoryOnly')}</Note>}
      <Note tone={security.custody === 'self' ? 'gain' : 'warn'} icon="shield">
        <strong>{t('security.who.title')}</strong>
        {t(`security.who.${security.custody}`)}
      </Note>
      <LoginWalletsSection calls={calls} login={security.login} withStepUp={withStepUp} onChanged={onChanged} />
      <EarlierSection calls={calls} earlier={security.earlier} withStepUp={withStepUp} />
      <FactorSection
        calls={calls}
        factors={security.factors}
        withStepUp={withStepUp}
        onStep={onStep}
        onChanged={onChanged}
      />
      <LoginMethodSection
        calls={calls}
        identities={security.identities}
        available={security.available}
        withStepUp={withStepUp}
        onChanged={onChanged}
      />
      <DeviceSection
        calls={calls}
        devices={security.devices}
        withStepUp={withStepUp}
        onStep={onStep}
        onChanged={onChanged}
      />
      <PermissionSection calls={calls} />
      <LogSection log={security.log} />
      {security.release !== null && <ReleaseSection release={security.release} />}
      <div class="section">
        <ExportLink onExport={onExport} />
      </div>
    </>
  )
}

function ExportLink({ onExport }: { onExport: () => void }) {
  const { t } = useScope()
  return (
    <a
      class="btn"
      data-kind="secondary"
      href="/w/export"
      onClick={(event) => {
        event.preventDefault()
        onExport()
      }}
    >
      <span>{t('security.export')}</span>
    </a>
  )
}

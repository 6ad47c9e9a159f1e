import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { ConfirmNote } from './ConfirmNote.tsx'
import { Failure } from './Failure.tsx'
import type { SecurityStep } from './SecurityPage.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { SecurityFactor, WindowCalls } from './WindowCalls.ts'

export type FactorSectionProps = {
  calls: WindowCalls
  factors: readonly SecurityFactor[]
  withStepUp: WithStepUp
  onStep: (step: SecurityStep) => void
  onChanged: () => void
}

const icons = { passkey: 'finger', backupCode: 'paper', password: 'key' } as const

/** The recovery factors: lists, adds, and removes them after a second question. */
export function FactorSection({ calls, factors, withStepUp, onStep, onChanged }: FactorSectionProps) {
  const { t, format } = useScope()
  const [asked, setAsked] = useState<string | null>(null)
  const add = useCall(async () => {
    await withStepUp(() => calls.addPasskey({ label: t('security.passkey') }))
    onChanged()
  })
  const remove = useCall(async (factorId: string) => {
    await withStepUp(() => calls.removeFactor({ factorId }))
    setAsked(null)
    onChanged()
  })
  return (
    <section class="section">
      <h2 class="section-title">{t('security.factors.title')}</h2>
      <Failure failure={add.failure ?? remove.failure} />
      {factors.length === 0 && <Note tone="warn">{t('security.factors.none')}</Note>}
      <ul>
        {factors.map(({ id, kind, label, createdAt, isOutdated }) => {
          const name = label ?? t(`security.${kind}`)
          return (
            <li key={id}>
              <div class="entry">
                <span class="row-mark">
                  <Icon name={icons[kind]} />
                </span>
                <span class="row-text">
                  <span class="row-title">{label === null ? name : <bdi translate={false}>{name}</bdi>}</span>
                  <span class="row-subtitle">{t('security.since', { date: format.day(createdAt) })}</span>
                </span>
                {asked !== id && (
                  <Button kind="quiet" onClick={() => setAsked(id)}>
                    {t('security.remove')}
                  </Button>
                )}
              </div>
              {isOutdated && (
                <Note tone="warn">
                  {t('security.password.outdated')}
                  <Button kind="secondary" onClick={() => onStep('password')}>
                    {t('security.password.again')}
                  </Button>
                </Note>
              )}
              {asked === id && (
                <ConfirmNote
                  label={t('security.remove')}
                  busy={remove.busy}
                  onKeep={() => setAsked(null)}
                  onConfirm={() => remove.run(id)}
                >
                  {t('security.removeAsk', { name })} {factors.length === 1 && t('security.removeLast')}
                </ConfirmNote>
              )}
            </li>
          )
        })}
      </ul>
      <Button icon="finger" kind="secondary" busy={add.busy} onClick={() => add.run()}>
        {t('security.addPasskey')}
      </Button>
      <div class="pair">
        <Button kind="secondary" onClick={() => onStep('backupCode')}>
          {t('security.addBackupCode')}
        </Button>
        <Button kind="secondary" onClick={() => onStep('password')}>
          {t(factors.some(({ kind }) => kind === 'password') ? 'security.changePassword' : 'security.addPassword')}
        </Button>
      </div>
    </section>
  )
}

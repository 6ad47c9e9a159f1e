import type { Device } from '@latchkey/protocol/wallet'
import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useScope } from '../ui/Scope.ts'
import { ConfirmNote } from './ConfirmNote.tsx'
import { Failure } from './Failure.tsx'
import type { SecurityStep } from './SecurityPage.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type DeviceSectionProps = {
  calls: WindowCalls
  devices: readonly Device[]
  withStepUp: WithStepUp
  onStep: (step: SecurityStep) => void
  onChanged: () => void
}

/** The logged-in devices, this one first; every other one can be removed. */
export function DeviceSection({ calls, devices, withStepUp, onStep, onChanged }: DeviceSectionProps) {
  const { t, format } = useScope()
  const [asked, setAsked] = useState<string | null>(null)
  const revoke = useCall(async (deviceId: string) => {
    await withStepUp(() => calls.revokeDevice({ deviceId }))
    setAsked(null)
    onChanged()
  })
  const sorted = [...devices].sort((a, b) => Number(b.current) - Number(a.current))
  return (
    <section class="section">
      <h2 class="section-title">{t('security.devices.title')}</h2>
      <Failure failure={revoke.failure} />
      <ul>
        {sorted.map(({ id, name, hostOrigin, lastSeenAt, current, enrolled }) => (
          <li key={id}>
            <div class="entry">
              <span class="row-mark">
                <Icon name="device" />
              </span>
              <span class="row-text">
                <bdi class="row-title" translate={false}>
                  {name}
                </bdi>
                <span class="row-subtitle">
                  {t('security.device.seen', {
                    time: format.dateTime(lastSeenAt),
                    site: hostOrigin.replace(/^https?:\/\//, ''),
                  })}
                </span>
                {!enrolled && <span class="row-subtitle">{t('security.device.signedIn')}</span>}
              </span>
              {current ? (
                <span class="tag" data-tone="gain">
                  {t('security.device.current')}
                </span>
              ) : (
                asked !== id && (
                  <Button kind="quiet" onClick={() => setAsked(id)}>
                    {t('security.signOut')}
                  </Button>
                )
              )}
            </div>
            {asked === id && (
              <ConfirmNote
                label={t('security.signOut')}
                busy={revoke.busy}
                onKeep={() => setAsked(null)}
                onConfirm={() => revoke.run(id)}
              >
                {t('security.signOutAsk', { name })}
              </ConfirmNote>
            )}
          </li>
        ))}
      </ul>
      <div class="pair">
        <Button kind="secondary" onClick={() => onStep('handover')}>
          {t('security.handover')}
        </Button>
        <Button kind="secondary" onClick={() => onStep('lost')}>
          {t('security.lost')}
        </Button>
      </div>
    </section>
  )
}

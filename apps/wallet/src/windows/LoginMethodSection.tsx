import { providerNames, type SocialProvider } from '@latchkey/protocol'
import type { LoginMethod, SocialAttempt } from '@latchkey/protocol/wallet'
import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { ProviderMark } from '../ui/ProviderMark.tsx'
import { useScope } from '../ui/Scope.ts'
import { ConfirmNote } from './ConfirmNote.tsx'
import { Failure } from './Failure.tsx'
import { ProviderFlow } from './ProviderFlow.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type LoginMethodSectionProps = {
  calls: WindowCalls
  identities: readonly LoginMethod[]
  /** Providers that can be added. */
  available: readonly SocialProvider[]
  withStepUp: WithStepUp
  onChanged: () => void
}

/** The login methods: lists, adds, and removes them after a second question. */
export function LoginMethodSection({ calls, identities, available, withStepUp, onChanged }: LoginMethodSectionProps) {
  const { t, format } = useScope()
  const [asked, setAsked] = useState<string | null>(null)
  const [adding, setAdding] = useState<{ provider: SocialProvider; attempt: SocialAttempt } | null>(null)
  const [added, setAdded] = useState<SocialProvider | null>(null)
  const begin = (provider: SocialProvider) => withStepUp(() => calls.startSocialLink({ provider }))
  const add = useCall(async (provider: SocialProvider) => {
    setAdded(null)
    setAdding({ provider, attempt: await begin(provider) })
  })
  const remove = useCall(async (identityId: string) => {
    await withStepUp(() => calls.removeIdentity({ identityId }))
    setAsked(null)
    onChanged()
  })
  const isOnly = identities.length === 1
  return (
    <section class="section">
      <h2 class="section-title">{t('identities.title')}</h2>
      <p class="section-text">{t('identities.text')}</p>
      <Failure failure={add.failure ?? remove.failure} />
      {added !== null && <Note tone="gain">{t('identities.added', { provider: providerNames[added] })}</Note>}
      <ul>
        {identities.map(({ id, kind, label, addedAt }) => {
          const kindName = kind === 'email' ? t('security.email') : providerNames[kind]
          return (
            <li key={id}>
              <div class="entry">
                <span class="row-mark">
                  {kind === 'email' ? <Icon name="mail" /> : <ProviderMark provider={kind} />}
                </span>
                <span class="row-text">
                  <span class="row-title" translate={kind === 'email'}>
                    {kindName}
                  </span>
                  {label !== null && (
                    <bdi class="row-subtitle" translate={false}>
                      {label}
                    </bdi>
                  )}
                  <span class="row-subtitle">{t('security.since', { date: format.day(addedAt) })}</span>
                </span>
                {asked !== id && !isOnly && (
                  <Button kind="quiet" onClick={() => setAsked(id)}>
                    {t('security.remove')}
                  </Button>
                )}
              </div>
              {asked === id && (
                <ConfirmNote
                  label={t('security.remove')}
                  busy={remove.busy}
                  onKeep={() => setAsked(null)}
                  onConfirm={() => remove.run(id)}
                >
                  {t('identities.removeAsk', { name: kindName })}
                </ConfirmNote>
              )}
            </li>
          )
        })}
      </ul>
      {isOnly && <p class="section-text">{t('identities.only')}</p>}
      {adding === null ? (
        <div class="choices">
          {available.map((provider) => (
            <Button key={provider} kind="secondary" disabled={add.busy} onClick={() => add.run(provider)}>
              <span class="choice">
                <ProviderMark provider={provider} />
                {t('identities.add', { provider: providerNames[provider] })}
              </span>
            </Button>
          ))}
        </div>
      ) : (
        <ProviderFlow
          {...adding}
          begin={() => begin(adding.provider)}
          finish={(options) => withStepUp(() => calls.finishSocial(options))}
          onDone={() => {
            setAdded(adding.provider)
            setAdding(null)
            onChanged()
          }}
          onStop={() => setAdding(null)}
        />
      )}
    </section>
  )
}

import { providerNames } from '@latchkey/protocol'
import { AddressText } from '../ui/AddressText.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

const icons = { passkey: 'finger', backupCode: 'paper', password: 'key' } as const

/** Shows how the wallet is protected, and opens the window to change it. */
export function SecurityCard({ card, actions }: { card: Extract<Card, { kind: 'security' }>; actions: CardActions }) {
  const { t, format, failureText } = useScope()
  // A window's page comes from the server: without it the window would be empty.
  const isAway = card.failure?.code === 'network_request_failed'
  return (
    <CardFrame
      title={t('security.title')}
      foot={
        isAway ? (
          <Button onClick={actions.readAgain}>{t('retry')}</Button>
        ) : (
          <Button icon="external" onClick={() => actions.openWindow('security')}>
            {t('security.open')}
          </Button>
        )
      }
    >
      {isAway ? (
        <Note tone="warn" alert>
          <strong>{t('security.away.title')}</strong>
          {t('security.away.text')}
        </Note>
      ) : (
        card.failure !== null && (
          <Note tone="loss" alert>
            {failureText(card.failure)}
          </Note>
        )
      )}
      {card.factors.length === 0 ? (
        <Note tone="warn">
          <strong>{t(card.memoryOnly ? 'security.memoryOnly' : 'security.none.title')}</strong>
          {t(card.memoryOnly ? 'protect.without.memory' : 'security.none.text')}
        </Note>
      ) : (
        <Note tone="gain">{t('security.only')}</Note>
      )}
      {card.factors.some(({ isOutdated }) => isOutdated) && (
        <Note tone="warn" icon="key">
          {t('security.password.outdated')}
        </Note>
      )}
      {card.offlineExportAt !== null && (
        <Note tone="warn">{t('security.offlineExport', { time: format.dateTime(card.offlineExportAt) })}</Note>
      )}
      {card.memoryOnly && card.factors.length > 0 && <Note tone="warn">{t('security.memoryOnly')}</Note>}
      <Details>
        <Detail name={t('security.address')} stacked>
          <AddressText address={card.address} />
          <CopyButton text={card.address} label={t('security.copyAddress')} />
        </Detail>
        {card.email !== null && (
          <Detail name={t('security.email')}>
            <span translate={false} dir="ltr">
              {card.email}
            </span>
          </Detail>
        )}
        {card.provider !== null && (
          <Detail name={t('security.login')}>
            <span translate={false}>{providerNames[card.provider]}</span>
            {card.userName !== null && (
              <small>
                <bdi translate={false}>{card.userName}</bdi>
              </small>
            )}
          </Detail>
        )}
        {card.locked.map((address) => (
          <Detail key={address} name={t('security.locked')} stacked>
            <AddressText address={address} />
            <CopyButton text={address} label={t('security.copyAddress')} />
          </Detail>
        ))}
        {card.devices !== null && <Detail name={t('security.devices')}>{format.count(card.devices)}</Detail>}
      </Details>
      {card.factors.length > 0 && (
        <div class="group">
          <h2 class="label">{t('security.factors')}</h2>
          <ul class="list">
            {card.factors.map(({ kind, label, createdAt }) => (
              <li key={kind + createdAt} class="row">
                <span class="row-mark">
                  <Icon name={icons[kind]} />
                </span>
                <span class="row-text">
                  <span class="row-title">
                    {label === null ? t(`security.${kind}`) : <span translate={false}>{label}</span>}
                  </span>
                  <span class="row-subtitle">{t('security.since', { date: format.day(createdAt) })}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </CardFrame>
  )
}

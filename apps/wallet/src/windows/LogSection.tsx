import { useState } from 'preact/hooks'
import type { MessageKey } from '../messages/Messages.ts'
import { useScope } from '../ui/Scope.ts'
import type { SecurityState } from './WindowCalls.ts'

const texts: Readonly<Record<string, Extract<MessageKey, `log.${string}`>>> = {
  'otp.sent': 'log.codeSent',
  'otp.bad': 'log.codeWrong',
  'otp.ok': 'log.codeRight',
  'device.enrolled': 'log.deviceEnrolled',
  'device.verified': 'log.deviceVerified',
  'device.revoked': 'log.deviceRevoked',
  'session.issued': 'log.sessionIssued',
  'session.ended': 'log.sessionEnded',
  'session.reuse': 'log.sessionReused',
  'share.released': 'log.shareReleased',
  'recovery.added': 'log.recoveryAdded',
  'recovery.removed': 'log.recoveryRemoved',
  'recovery.used': 'log.recoveryUsed',
  'password.tried': 'log.passwordTried',
  'passkey.added': 'log.passkeyAdded',
  'wallet.created': 'log.walletCreated',
  'wallet.exported': 'log.walletExported',
  'wallet.exported.offline': 'log.walletExportedOffline',
  'wallet.imported': 'log.walletImported',
  'wallet.rotated': 'log.walletRotated',
  'wallet.restored': 'log.walletRestored',
  'wallet.controlled': 'log.walletControlled',
  'login.moved': 'log.loginMoved',
  'login.returned': 'log.loginReturned',
  'email.changed': 'log.emailChanged',
  'email.undone': 'log.emailUndone',
  'handover.used': 'log.handoverUsed',
  'oauth.ok': 'log.providerOk',
  'oauth.refused': 'log.providerRefused',
  'identity.added': 'log.identityAdded',
  'identity.removed': 'log.identityRemoved',
}

/** Visible entries before the visitor expands the list. */
const shortLength = 5

/** The audit log of the account, newest first. */
export function LogSection({ log }: { log: SecurityState['log'] }) {
  const { t, format } = useScope()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? log : log.slice(0, shortLength)
  return (
    <section class="section">
      <h2 class="section-title">{t('security.log.title')}</h2>
      {log.length === 0 && <p class="section-text">{t('security.log.none')}</p>}
      <ul>
        {shown.map(({ seq, at, event, device }) => {
          const key = Object.hasOwn(texts, event) ? texts[event] : undefined
          return (
            <li key={seq} class="entry">
              <span class="row-text">
                <span class="row-title">{key === undefined ? <bdi translate={false}>{event}</bdi> : t(key)}</span>
                {device !== null && (
                  <bdi class="row-subtitle" translate={false}>
                    {device}
                  </bdi>
                )}
              </span>
              <time class="entry-time" dateTime={at}>
                {format.dateTime(at)}
              </time>
            </li>
          )
        })}
      </ul>
      {log.length > shortLength && !isWhole && (
        <p class="aside">
          <button type="button" class="text-button" onClick={() => setWhole(true)}>
            {t('security.log.more')}
          </button>
        </p>
      )}
    </section>
  )
}

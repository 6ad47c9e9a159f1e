import type { WalletEntry } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { PairingFailure } from './PairingFailure.tsx'
import type { PairingAttempt } from './usePairingAttempt.ts'

export type PairingCodeProps = {
  attempt: PairingAttempt
  /** The wallet whose app scans the code; any wallet by default. */
  wallet: WalletEntry | undefined
}

/** A pairing as a code to scan with another device. Every state has the same size. */
export function PairingCode({ attempt, wallet }: PairingCodeProps) {
  const { t } = useModalScope()
  const { status } = attempt
  const isSlow = useLongWait(status === 'waiting')
  const name = wallet?.name
  if (attempt.status === 'failed') return <PairingFailure attempt={attempt} wallet={name} code />
  return (
    <div className="pairing">
      {attempt.status === 'waiting' ? (
        <QrCode text={attempt.uri} label={t('pairing.code')} key={attempt.uri}>
          <span className="qr-logo">
            {wallet ? (
              <WalletPicture name={wallet.name} icon={wallet.icon} />
            ) : (
              <span className="picture tile" data-shape="square">
                <Icon name="wallet" />
              </span>
            )}
          </span>
        </QrCode>
      ) : (
        <div className={status === 'connecting' ? 'qr-blank' : 'qr-blank skeleton'}>
          {status === 'connecting' && <Spinner />}
        </div>
      )}
      <p className="pairing-text" role="status">
        {status === 'connecting'
          ? t('pairing.connecting')
          : attempt.status === 'preparing'
            ? t(attempt.isDialling ? 'pairing.dialling' : 'pairing.preparing')
            : attempt.status === 'waiting' && attempt.isInterrupted
              ? t('pairing.reconnecting')
              : isSlow
                ? t('pairing.slow')
                : name === undefined
                  ? t('pairing.scanAny')
                  : t('pairing.scan', { wallet: name })}
      </p>
      {attempt.signsIn && <p className="pairing-note">{t('pairing.oneClick')}</p>}
      <div className="pairing-time">
        {attempt.status === 'waiting' ? (
          <>
            <Countdown until={attempt.expiresAt} />
            <span className="sr" role="status">
              {attempt.isFresh ? t('pairing.fresh') : ''}
            </span>
          </>
        ) : (
          <span className="skeleton skeleton-line" data-small="" data-width="1" />
        )}
      </div>
      {attempt.status === 'waiting' ? (
        <CopyButton text={attempt.uri} label={t('pairing.copy')} kind="secondary" />
      ) : (
        <div className="btn btn-blank" data-kind="secondary" aria-hidden="true" />
      )}
    </div>
  )
}

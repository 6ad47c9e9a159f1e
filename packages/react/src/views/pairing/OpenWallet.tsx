import type { WalletEntry } from '@latchkey/core'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { PairingFailure } from './PairingFailure.tsx'
import type { PairingAttempt } from './usePairingAttempt.ts'

export type OpenWalletProps = {
  attempt: PairingAttempt
  wallet: WalletEntry
  choice: 'mobile' | 'desktop' | 'web'
}

/** Sends the pairing to the wallet's app, program or page, through a link that was made before the tap. */
export function OpenWallet({ attempt, wallet, choice }: OpenWalletProps) {
  const { latchkey, t } = useModalScope()
  const [isOpened, setOpened] = useState(false)
  const isSlow = useLongWait(isOpened && attempt.status === 'waiting')
  const { name } = wallet
  if (attempt.status === 'failed') return <PairingFailure attempt={attempt} wallet={name} />
  const link = attempt.status === 'waiting' ? latchkey.pairing.linkFor({ wallet, choice }) : undefined
  const isConnecting = attempt.status === 'connecting'
  const isBroken = attempt.status === 'waiting' && attempt.isInterrupted
  return (
    <div className="pairing">
      <div className="hero">
        <ProgressRing state={isOpened || isConnecting ? 'waiting' : 'idle'}>
          <WalletPicture name={name} icon={wallet.icon} size="huge" />
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">
            {isConnecting
              ? t('pairing.connecting')
              : t(isOpened ? 'connecting.waiting.title' : `pairing.${choice}.title`, { wallet: name })}
          </h3>
          <p className="hero-text">
            {isBroken
              ? t('pairing.reconnecting')
              : isSlow
                ? t('pairing.openSlow', { wallet: name })
                : t(`pairing.${choice}.text`)}
          </p>
          {attempt.signsIn && <p className="pairing-note">{t('pairing.oneClick')}</p>}
        </div>
      </div>
      {link ? (
        <a
          className="btn"
          data-kind="primary"
          data-autofocus=""
          data-key="open"
          href={link.href}
          target={link.target}
          rel="noopener noreferrer"
          onClick={() => {
            latchkey.pairing.noteOpened({ choice })
            setOpened(true)
          }}
        >
          <span>{t(isOpened ? 'pairing.openAgain' : 'pairing.open', { wallet: name })}</span>
        </a>
      ) : (
        <button type="button" className="btn" data-kind="primary" aria-busy="true" aria-disabled="true">
          <Spinner />
          <span>{t('pairing.open', { wallet: name })}</span>
        </button>
      )}
      {attempt.status === 'waiting' ? (
        <CopyButton text={attempt.uri} label={t('pairing.copy')} kind="secondary" />
      ) : (
        <div className="btn btn-blank" data-kind="secondary" aria-hidden="true" />
      )}
    </div>
  )
}

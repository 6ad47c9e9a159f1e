import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import type { PairingAttempt } from './usePairingAttempt.ts'

export type PairingFailureProps = {
  attempt: Extract<PairingAttempt, { status: 'failed' }>
  wallet: string | undefined
  /** Replaces a code and takes its size, so that the layout stays when the next code appears. */
  code?: boolean
}

/** Explains why the pairing connected no wallet, and offers another attempt. */
export function PairingFailure({ attempt: { failure, retry }, wallet, code = false }: PairingFailureProps) {
  const { latchkey, t, sentence } = useModalScope()
  const kind =
    failure.code === 'user_rejected'
      ? 'declined'
      : failure.code === 'relay_refused'
        ? 'refused'
        : failure.code === 'relay_unavailable' || failure.code === 'network_request_failed'
          ? 'relay'
          : failure.code === 'wallet_timeout'
            ? 'expired'
            : 'failed'
  const again = useRef(retry)
  again.current = retry
  // The usual cause is an offline device. Once it is online again, request the code without a click.
  useEffect(() => {
    if (kind !== 'relay') return
    const tryAgain = () => again.current()
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [kind])
  return (
    <div className="pairing" role="alert" data-code={code || undefined}>
      <Hero
        icon={kind === 'declined' ? 'close' : kind === 'expired' ? 'clock' : 'alert'}
        tone="loss"
        title={t(`pairing.${kind}.title`)}
        text={
          kind === 'failed'
            ? sentence(failure)
            : kind === 'declined' && wallet !== undefined
              ? t('connecting.declined.text', { wallet })
              : t(`pairing.${kind}.text`)
        }
      />
      {kind === 'refused' ? (
        <Button autoFocusInView onClick={() => latchkey.modal.replace('AllWallets')}>
          {t('connecting.choose')}
        </Button>
      ) : (
        <Button icon="retry" autoFocusInView onClick={retry}>
          {t(kind === 'declined' || kind === 'failed' ? 'tryAgain' : 'pairing.again')}
        </Button>
      )}
    </div>
  )
}

import { useReadable } from '../../hooks/useReadable.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import type { View } from '../ViewGroup.ts'
import { installLinkOf } from './installLinkOf.ts'
import { useConnectAttempt } from './useConnectAttempt.ts'
import { useListing } from './useListing.ts'

/** Waits for a wallet of this browser, and says what became of the request. */
export const ConnectingExternal: View<'ConnectingExternal'> = ({ data: { connectorId } }) => {
  const { latchkey, t } = useModalScope()
  const { installed } = useReadable(latchkey.wallets)
  const listing = useListing(connectorId)
  const { state, message, retry } = useConnectAttempt(connectorId)
  const isSlow = useLongWait(state === 'waiting')
  const info = installed.flatMap(({ connectors }) => connectors).find(({ id }) => id === connectorId)
  const wallet = info?.name ?? listing?.name ?? t('connecting.unknown')
  const link = listing === undefined ? undefined : installLinkOf(listing)
  const failed = state !== 'waiting' && state !== 'done'

  return (
    <div className="view">
      <div className="hero">
        <ProgressRing
          state={state === 'waiting' ? 'waiting' : state === 'done' ? 'done' : state === 'notFound' ? 'idle' : 'failed'}
          badge={failed && state !== 'notFound' ? 'close' : state === 'done' ? 'check' : undefined}
        >
          <WalletPicture name={wallet} icon={info?.icon ?? listing?.image_url ?? null} size="huge" />
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{t(`connecting.${state}.title`, { wallet })}</h3>
          <p className="hero-text">
            {state === 'waiting' && isSlow
              ? t('connecting.slow', { wallet })
              : state === 'failed' && message !== undefined
                ? message
                : t(`connecting.${state}.text`, { wallet })}
          </p>
        </div>
      </div>
      {state === 'notFound' && link !== undefined && (
        <LinkButton href={link} kind="primary" icon="download">
          {t('connecting.install', { wallet })}
        </LinkButton>
      )}
      {state === 'notFound' && link === undefined && (
        <Button onClick={() => latchkey.modal.push('AllWallets')}>{t('connecting.choose')}</Button>
      )}
      {failed && (
        <Button kind={state === 'notFound' ? 'secondary' : 'primary'} icon="retry" autoFocusInView onClick={retry}>
          {t(state === 'notFound' ? 'connect.lookAgain' : 'tryAgain')}
        </Button>
      )}
      {state === 'waiting' && isSlow && (
        <Button kind="secondary" icon="retry" onClick={retry}>
          {t('connecting.askAgain')}
        </Button>
      )}
    </div>
  )
}

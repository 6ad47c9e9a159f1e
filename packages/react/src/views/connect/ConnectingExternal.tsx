import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import type { View } from '../ViewGroup.ts'
import { findWallet } from './findWallet.ts'
import { useConnectAttempt } from './useConnectAttempt.ts'

/** Waits for a wallet of this browser, and shows the outcome of the request. */
export const ConnectingExternal: View<'ConnectingExternal'> = ({ data }) => {
  const { latchkey, t } = useModalScope()
  const { wallets, modal } = latchkey
  useReadable(wallets)
  const found = findWallet({ wallets, connectorId: data.connectorId })
  // The view was opened with the wallet's own ID because the wallet was missing. Once it is installed, its connector has another ID.
  const isConnector = found?.connectors.some(({ id }) => id === data.connectorId)
  const connectorId = (isConnector ? undefined : found?.connectors[0]?.id) ?? data.connectorId
  const { state, message, retry } = useConnectAttempt(connectorId)
  const isSlow = useLongWait(state === 'waiting')
  const info = found?.connectors.find(({ id }) => id === connectorId)
  const wallet = info?.name ?? found?.name ?? t('connecting.unknown')
  const choices = found ? wallets.choicesOf({ wallet: found }) : []
  const install = choices.find((choice) => choice.type === 'install')
  const failed = state !== 'waiting' && state !== 'done'
  const hasOtherWays = choices.some(({ type }) => type !== 'install' && type !== 'browser')
  // There is nothing to install, so another search cannot find it: the site has no way to reach this wallet.
  const said = state === 'notFound' && found && install === undefined && !hasOtherWays ? 'noWay' : state
  const text = said === 'notFound' && wallets.isMobile() ? 'connecting.notHere.text' : `connecting.${said}.text`

  return (
    <div className="view">
      <div className="hero">
        <ProgressRing
          state={state === 'waiting' ? 'waiting' : state === 'done' ? 'done' : state === 'notFound' ? 'idle' : 'failed'}
          badge={failed && state !== 'notFound' ? 'close' : state === 'done' ? 'check' : undefined}
        >
          <WalletPicture name={wallet} icon={info?.icon ?? found?.icon ?? null} size="huge" />
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{t(`connecting.${said}.title`, { wallet })}</h3>
          <p className="hero-text">
            {state === 'waiting' && isSlow
              ? t('connecting.slow', { wallet })
              : state === 'failed' && message !== undefined
                ? message
                : t(text as 'connecting.waiting.text', { wallet })}
          </p>
        </div>
      </div>
      {state === 'notFound' && install !== undefined && (
        <LinkButton href={install.url} kind="primary" icon="download">
          {t('connecting.install', { wallet })}
        </LinkButton>
      )}
      {state === 'notFound' && install === undefined && (
        <Button onClick={() => modal.push('AllWallets')}>{t('connecting.choose')}</Button>
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
      {found && hasOtherWays && state !== 'done' && (
        <Button kind="quiet" onClick={() => modal.push('ConnectingWalletConnect', { walletId: found.id })}>
          {t('connecting.otherWays')}
        </Button>
      )}
    </div>
  )
}

import { LatchkeyError, shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useSignIn } from '../../hooks/useSignIn.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Note } from '../../ui/Note.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { usePairedRequest } from '../../ui/usePairedRequest.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'

/** Asks for a signature that proves control of the account, and follows it until the app accepts it. */
export function SignMessage() {
  const { latchkey, t, sentence } = useModalScope()
  const { account } = useAccount()
  const { active: network } = useNetwork()
  const { status, required, failure, signIn, cancel, signOut } = useSignIn()
  const { name = shortenAddress(account?.address ?? ''), image } = useIdentity(account?.address)
  const isWaiting = status === 'checking' || status === 'signing' || status === 'storing'
  const isSlow = useLongWait(isWaiting)
  const paired = usePairedRequest({ account, isSlow })
  const { name: app, icons } = latchkey.config.metadata
  const wallet = account?.connector.name ?? t('connecting.unknown')
  // No wallet is connected, or it is on a network that the app does not list. The kit opens another view.
  if (status === 'off' || status === 'idle' || account === undefined) return null

  // This view shows the outcome from the state.
  const ignore = () => undefined
  const tell = (cause: unknown) => {
    const { message, code } = cause instanceof LatchkeyError ? cause : new LatchkeyError('siwx_failed', { cause })
    latchkey.modal.toast({ kind: 'error', message, code })
  }
  return (
    <div className="view">
      <div className="hero">
        <div className="sign-pair" data-state={status} aria-hidden="true">
          <Picture src={icons?.[0]} name={app} shape="square" size="huge" />
          <span className="sign-link" />
          <WalletPicture name={wallet} icon={account.connector.icon} size="huge" />
        </div>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{t(`signIn.${status}.title`, { app, wallet })}</h3>
          <p className="hero-text">
            {isSlow && (status === 'checking' || status === 'storing' || (status === 'signing' && !paired))
              ? t(`signIn.${status}.slow`, { wallet, app })
              : t(`signIn.${status}.text`, { app, site: location.host })}
          </p>
        </div>
      </div>
      {/* The wallet shows the same facts, so that the visitor can compare both before signing. */}
      <Details>
        <Detail name={t('signIn.site')}>
          <bdi translate="no">{location.host}</bdi>
        </Detail>
        <Detail name={t('signIn.account')}>
          <span className="sign-account">
            <Avatar address={account.address} image={image} className="sign-avatar" />
            <bdi translate="no" title={account.address}>
              {name}
            </bdi>
          </span>
        </Detail>
        {network !== undefined && (
          <Detail name={t('signIn.network')}>
            <bdi translate="no">{network.name}</bdi>
          </Detail>
        )}
      </Details>
      {status === 'signing' && paired && <p className="aside">{paired.text}</p>}
      {failure !== undefined && (
        <Note tone="loss">
          <strong>{failure.code === 'network_request_failed' ? t('signIn.away', { app }) : sentence(failure)}</strong>
        </Note>
      )}
      {status === 'signedIn' ? (
        <>
          <Button autoFocusInView onClick={() => latchkey.modal.close()}>
            {t('signIn.done')}
          </Button>
          <Button kind="quiet" onClick={() => void signOut().catch(tell)}>
            {t('signIn.signOut')}
          </Button>
        </>
      ) : (
        <>
          {(status === 'signing' && paired?.open) || (
            <Button
              autoFocusInView
              busy={isWaiting}
              icon={failure === undefined ? undefined : 'retry'}
              onClick={() => void signIn().catch(ignore)}
            >
              {t(failure === undefined ? 'signIn.sign' : 'tryAgain')}
            </Button>
          )}
          <Button
            kind={required ? 'danger' : 'secondary'}
            icon={required ? 'power' : undefined}
            onClick={() => void cancel().catch(ignore)}
          >
            {t(required ? 'account.disconnect' : 'signIn.later')}
          </Button>
        </>
      )}
    </div>
  )
}

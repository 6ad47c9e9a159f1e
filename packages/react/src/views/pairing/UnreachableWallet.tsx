import type { WalletChoice, WalletEntry } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { connectInClick } from '../connect/useChooseWallet.ts'
import { workingWays } from '../connect/workingWays.ts'

/** What {@link UnreachableWallet} takes. */
export type UnreachableWalletProps = { wallet: WalletEntry; choices: readonly WalletChoice[] }

/** A wallet whose app listens on a relay that this site has not: says so, and offers the ways that do work. */
export function UnreachableWallet({ wallet, choices }: UnreachableWalletProps) {
  const { latchkey, t } = useModalScope()
  const { name, icon, listing } = wallet
  const ways = workingWays({ latchkey, wallet, choices })
  return (
    <div className="view">
      <div className="pairing">
        <Hero
          picture={
            <span className="hero-wallet" data-away="">
              <WalletPicture name={name} icon={icon} size="huge" />
            </span>
          }
          title={t('unreachable.title', { wallet: name })}
          text={t(listing?.relay === 'own' ? 'unreachable.own' : 'unreachable.public')}
        />
        {ways.map((way, at) => (
          <WorkingWay key={way.type} wallet={wallet} way={way} isFirst={at === 0} />
        ))}
        <Button
          kind={ways.length > 0 ? 'secondary' : 'primary'}
          autoFocusInView={ways.length === 0}
          onClick={() => latchkey.modal.push('AllWallets')}
        >
          {t('connecting.choose')}
        </Button>
      </div>
    </div>
  )
}

function WorkingWay({ wallet, way, isFirst }: { wallet: WalletEntry; way: WalletChoice; isFirst: boolean }) {
  const { latchkey, t } = useModalScope()
  const { name } = wallet
  const kind = isFirst ? 'primary' : 'secondary'
  switch (way.type) {
    case 'browser': {
      const [connector, ...others] = way.connectors
      return (
        <Button
          kind={kind}
          onClick={() => {
            if (others.length > 0) latchkey.modal.push('ConnectingMultiChain', { walletId: wallet.id })
            else if (connector) connectInClick({ latchkey, connector })
          }}
        >
          {t('way.browser.connect')}
        </Button>
      )
    }
    case 'browse':
      return (
        <a className="btn" data-kind={kind} href={way.href} target={way.target} rel="noopener noreferrer">
          <span>{t('unreachable.browse', { wallet: name })}</span>
        </a>
      )
    case 'install':
      return (
        <LinkButton kind={kind} href={way.url}>
          {t(way.store === 'ios' || way.store === 'android' ? 'way.install.title' : 'unreachable.extension', {
            wallet: name,
          })}
        </LinkButton>
      )
    default:
      return null
  }
}

import type { WalletChoice, WalletEntry } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { connectInClick } from '../connect/useChooseWallet.ts'
import { workingWays } from '../connect/workingWays.ts'

export type UnreachableWalletProps = { wallet: WalletEntry; choices: readonly WalletChoice[] }

/** A wallet whose app cannot answer a code of this site: leads to the way that works, or explains why there is none. */
export function UnreachableWallet({ wallet, choices }: UnreachableWalletProps) {
  const { latchkey, t } = useModalScope()
  const { name, icon, listing } = wallet
  const ways = workingWays({ latchkey, wallet, choices })
  const [first] = ways
  const words = first === undefined ? undefined : wordsOf(first)
  return (
    <div className="view">
      <div className="pairing">
        <Hero
          picture={
            <span className="hero-wallet" data-away={first === undefined ? '' : undefined}>
              <WalletPicture name={name} icon={icon} size="huge" />
            </span>
          }
          title={t(words?.title ?? 'unreachable.title', { wallet: name })}
          text={t(words?.text ?? (listing?.relay === 'own' ? 'unreachable.own' : 'unreachable.public'))}
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

/** Returns the heading for the first way. */
function wordsOf(way: WalletChoice) {
  switch (way.type) {
    case 'browser':
      return { title: 'way.browser.title', text: 'way.browser.text' } as const
    case 'browse':
      return { title: 'way.browse.title', text: 'way.browse.text' } as const
    case 'install':
      return { title: 'way.install.title', text: `way.install.${way.store}` } as const
    default:
      return undefined
  }
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

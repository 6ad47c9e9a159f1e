import type { WalletChoice, WalletEntry } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { connectInClick } from '../connect/useChooseWallet.ts'

type Way<Type extends WalletChoice['type']> = { wallet: WalletEntry; choice: Extract<WalletChoice, { type: Type }> }

/** The wallet in this browser. */
export function BrowserWay({ wallet, choice }: Way<'browser'>) {
  const { latchkey, t } = useModalScope()
  const [connector, ...others] = choice.connectors
  function connect(): void {
    if (others.length > 0) latchkey.modal.push('ConnectingMultiChain', { walletId: wallet.id })
    else if (connector) connectInClick({ latchkey, connector })
  }
  return (
    <Panel wallet={wallet} title={t('way.browser.title', { wallet: wallet.name })} text={t('way.browser.text')}>
      <Button autoFocusInView onClick={connect}>
        {t('way.browser.connect')}
      </Button>
    </Panel>
  )
}

/** Opens this page in the browser of the wallet's app. */
export function BrowseWay({ wallet, choice: { href, target } }: Way<'browse'>) {
  const { t } = useModalScope()
  return (
    <Panel wallet={wallet} title={t('way.browse.title', { wallet: wallet.name })} text={t('way.browse.text')}>
      <a className="btn" data-kind="primary" data-autofocus="" href={href} target={target} rel="noopener noreferrer">
        <span>{t('pairing.open', { wallet: wallet.name })}</span>
      </a>
    </Panel>
  )
}

/** Links to the installation of the wallet. */
export function InstallWay({ wallet, choice: { url, store } }: Way<'install'>) {
  const { t } = useModalScope()
  return (
    <Panel wallet={wallet} title={t('way.install.title', { wallet: wallet.name })} text={t(`way.install.${store}`)}>
      <LinkButton href={url} kind="primary">
        {t(`getWallet.store.${store}`)}
      </LinkButton>
    </Panel>
  )
}

function Panel({
  wallet: { name, icon },
  title,
  text,
  children,
}: {
  wallet: WalletEntry
  title: string
  text: string
  children: React.ReactNode
}) {
  return (
    <div className="pairing">
      <Hero
        picture={
          <span className="hero-wallet">
            <WalletPicture name={name} icon={icon} size="huge" />
          </span>
        }
        title={title}
        text={text}
      />
      {children}
    </div>
  )
}

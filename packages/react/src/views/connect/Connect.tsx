import { useEffect } from 'react'
import { useReadable } from '../../hooks/useReadable.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { EmailLogin } from './EmailLogin.tsx'
import { InstalledWalletRow } from './InstalledWalletRow.tsx'
import { LegalLinks } from './LegalLinks.tsx'
import { useWalletCount } from './useWalletCount.ts'

/** Where a connection begins: the wallets of this browser, and the way to all others. */
export function Connect() {
  const { latchkey, t, format } = useModalScope()
  const { modal, wallets, email } = latchkey
  const { installed } = useReadable(wallets)
  const count = useWalletCount()
  useEffect(() => {
    wallets.discover()
    wallets.prepare()
  }, [wallets])
  const ordered = [...installed.filter(({ recent }) => recent), ...installed.filter(({ recent }) => !recent)]

  return (
    <div className="view">
      {email.isAvailable && (
        <>
          <EmailLogin />
          <div className="divider" aria-hidden="true">
            {t('email.or')}
          </div>
        </>
      )}
      {ordered.length === 0 && !email.isAvailable ? (
        <>
          <Hero icon="wallet" tone="accent" title={t('connect.empty.title')} text={t('connect.empty.text')} />
          <Button autoFocusInView onClick={() => modal.push('GetWallet')}>
            {t('connect.getWallet')}
          </Button>
          <div className="pair">
            <Button kind="secondary" icon="retry" onClick={() => wallets.discover()}>
              {t('connect.lookAgain')}
            </Button>
            <Button kind="secondary" onClick={() => modal.push('AllWallets')}>
              {t('connect.all')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <List label={t('title.Connect')}>
            {ordered.map((wallet) => (
              <InstalledWalletRow key={wallet.id} wallet={wallet} />
            ))}
            <li className="item">
              <button type="button" className="row" data-key="all" onClick={() => modal.push('AllWallets')}>
                <span className="picture tile" data-shape="square">
                  <Icon name="grid" />
                </span>
                <span className="row-text">
                  <span className="row-title">{t('connect.all')}</span>
                </span>
                <span className="row-end">
                  {count !== undefined && <span className="tag">{format.count(count)}</span>}
                </span>
              </button>
            </li>
          </List>
          <p className="aside">
            {t('connect.newcomer')}{' '}
            <button type="button" className="text-button" onClick={() => modal.push('GetWallet')}>
              {t('connect.getWallet')}
            </button>
          </p>
        </>
      )}
      <LegalLinks />
    </div>
  )
}

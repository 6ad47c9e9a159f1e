import type { WalletEntry } from '@latchkey/core'
import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { SkeletonItems } from '../../ui/SkeletonRows.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import type { View } from '../ViewGroup.ts'
import { ConsentBox } from './ConsentBox.tsx'
import { EmailLogin } from './EmailLogin.tsx'
import { LegalLinks } from './LegalLinks.tsx'
import { PairingRow } from './PairingRow.tsx'
import { SocialLogins } from './SocialLogins.tsx'
import { useChooseWallet } from './useChooseWallet.ts'
import { useConsent } from './useConsent.ts'
import { WalletRow } from './WalletRow.tsx'
import { WayRow } from './WayRow.tsx'

/** Number of wallets to show above "All wallets", if the browser has none. */
const offered = 4

/** First view of a connection: the wallets of this browser, the recommended ones, and the link to all others. */
export const Connect: View<'Connect'> = ({ data }) => {
  const { latchkey, t, format } = useModalScope()
  const { modal, wallets, pairing, config } = latchkey
  const namespace = data?.namespace
  const { installed, recent, featured, custom, recommended, ownRelay, count, directory } = useReadable(wallets)
  const consent = useConsent()
  const choose = useChooseWallet({ consent, namespace })
  const isMobile = wallets.isMobile()
  useEffect(() => {
    wallets.discover()
    wallets.prepare()
    // Prepared before the tap, because a tap can open an app only synchronously.
    if (isMobile) pairing.prepare()
  }, [wallets, pairing, isMobile])

  const rows = [...recent, ...installed, ...featured, ...custom, ...recommended]
    .filter((wallet) => isOfFamily(wallet, namespace))
    .sort((a, b) => Number(b.recent) - Number(a.recent))
  const isReading = directory === 'idle' || directory === 'loading'
  const hasEmail = latchkey.email.isAvailable
  // Hide the code if no wallet can answer it. Show it while that is unknown.
  const hasPairing =
    pairing.isAvailable &&
    !isMobile &&
    (!namespace || pairing.families.includes(namespace)) &&
    (pairing.reach.public || directory !== 'ready' || ownRelay.length > 0)
  const hasAll = config.allWallets !== 'hide' && (config.allWallets !== 'only-mobile' || isMobile)
  const isEmpty = rows.length === 0 && !isReading && !hasEmail && !hasPairing
  const openAll = () => {
    if (consent.ask()) modal.push('AllWallets', namespace ? { namespace } : undefined)
  }

  return (
    <div className="view">
      {hasEmail && (
        <>
          <EmailLogin onBefore={consent.ask} />
          {latchkey.social.isAvailable && <SocialLogins onBefore={consent.ask} />}
          <div className="divider" aria-hidden="true">
            {t('email.or')}
          </div>
        </>
      )}
      {isEmpty ? (
        <>
          <Hero icon="wallet" tone="accent" title={t('connect.empty.title')} text={t('connect.empty.text')} />
          <Button autoFocusInView onClick={() => modal.push('GetWallet')}>
            {t('connect.getWallet')}
          </Button>
          <div className="pair">
            <Button kind="secondary" icon="retry" onClick={() => wallets.discover()}>
              {t('connect.lookAgain')}
            </Button>
            {hasAll && (
              <Button kind="secondary" onClick={openAll}>
                {t('connect.all')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <List label={t('title.Connect')}>
            {hasPairing && (
              <PairingRow
                onClick={() => {
                  if (consent.ask()) modal.push('ConnectingWalletConnectBasic')
                }}
              />
            )}
            {rows.map((wallet) => (
              <WalletRow key={wallet.id} wallet={wallet} onChoose={choose} />
            ))}
            {isReading && <SkeletonItems square count={Math.max(0, offered - rows.length)} />}
            {hasAll && (
              <WayRow
                id="all"
                icon="grid"
                title={t('connect.all')}
                end={namespace !== undefined || count === undefined || count === 0 ? undefined : format.count(count)}
                onClick={openAll}
              />
            )}
          </List>
          <p className="aside">
            {t('connect.newcomer')}{' '}
            <button type="button" className="text-button" onClick={() => modal.push('GetWallet')}>
              {t('connect.getWallet')}
            </button>
          </p>
        </>
      )}
      {consent.isRequired ? (
        <ViewFooter>
          <ConsentBox consent={consent} />
        </ViewFooter>
      ) : (
        <LegalLinks />
      )}
    </div>
  )
}

/** Whether a wallet is known to support a network family. */
export function isOfFamily({ connectors, listing }: WalletEntry, namespace: string | undefined): boolean {
  if (!namespace || connectors.some((connector) => connector.namespace === namespace)) return true
  if (!listing) return false
  return listing.chains.length === 0 || listing.chains.some((chain) => chain.startsWith(`${namespace}:`))
}

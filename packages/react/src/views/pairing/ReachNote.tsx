import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { WalletPicture } from '../../ui/WalletPicture.tsx'

/** Number of wallets to name. The directory lists the most important ones first. */
const shownWallets = 6

/** Names the wallets that can answer a code for any wallet. Empty with the public relay, which nearly all wallets reach. */
export function ReachNote() {
  const { latchkey, t } = useModalScope()
  const { modal, wallets } = latchkey
  const { own, public: isPublic } = latchkey.pairing.reach
  const { ownRelay, directory } = useReadable(wallets)
  const isOwnAlone = own && !isPublic
  useEffect(() => {
    // This view can be the first that a visitor sees.
    if (isOwnAlone) wallets.prepare()
  }, [wallets, isOwnAlone])
  if (!isOwnAlone) return null
  return (
    <section className="reach" aria-label={t('reach.title')}>
      <h3 className="reach-title">{t('reach.title')}</h3>
      {ownRelay.length === 0 && (directory === 'idle' || directory === 'loading') && (
        <span className="skeleton reach-blank" />
      )}
      {ownRelay.length > 0 && (
        <ul className="reach-list">
          {ownRelay.slice(0, shownWallets).map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                className="reach-wallet"
                data-key={`reach ${wallet.id}`}
                onClick={() => modal.push('ConnectingWalletConnect', { walletId: wallet.id })}
              >
                <WalletPicture name={wallet.name} icon={wallet.icon} size="small" />
                <span className="reach-name" translate="no">
                  {wallet.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="reach-others">{t('reach.others')}</p>
    </section>
  )
}

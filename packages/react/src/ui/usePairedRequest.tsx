import type { ConnectedAccount } from '@latchkey/core'
import type { ReactNode } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'

/** A request that waits in a wallet on another device or in another app. */
export type ShownRequest = {
  /** Where the request waits, or why it has not arrived. */
  text: string
  /** Link to the wallet's app, program or page, made before the tap; undefined for a wallet on another device. */
  open: ReactNode | undefined
}

/**
 * Returns the text for such a request; undefined for the wallets of this browser, and without a pending request.
 *
 * @param options.isSlow the wait is already long
 */
export function usePairedRequest({
  account,
  isSlow,
}: {
  account: ConnectedAccount | undefined
  isSlow: boolean
}): ShownRequest | undefined {
  const { latchkey, t } = useModalScope()
  const [request] = useReadable(latchkey.pairing.requests)
  const relay = useReadable(latchkey.pairing.relay)
  if (account?.connector.type !== 'walletConnect' || request === undefined) return undefined
  const { link } = request
  const wallet = request.wallet.name
  const isHere = link !== undefined || latchkey.wallets.isMobile()
  return {
    text:
      relay === 'down'
        ? t('paired.down', { wallet })
        : isSlow
          ? t('paired.slow', { wallet })
          : t(isHere ? 'paired.elsewhere' : 'paired.phone', { wallet }),
    open: link && (
      <a
        className="btn"
        data-kind="primary"
        data-key="open"
        href={link.href}
        target={link.target}
        rel="noopener noreferrer"
      >
        <span>{t('pairing.open', { wallet })}</span>
      </a>
    ),
  }
}

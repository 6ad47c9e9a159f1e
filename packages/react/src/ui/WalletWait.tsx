import type { ConnectedAccount } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Button } from './Button.tsx'
import { useLongWait } from './useLongWait.ts'
import { usePairedRequest } from './usePairedRequest.tsx'

/** What {@link WalletWait} takes. */
export type WalletWaitProps = { account: ConnectedAccount | undefined }

/** Stands in for a view's buttons while the wallet is asked: the way to it, or that it is waited for, and where to look. */
export function WalletWait({ account }: WalletWaitProps) {
  const { t } = useModalScope()
  const isSlow = useLongWait(true)
  const paired = usePairedRequest({ account, isSlow })
  const wallet = account?.connector.name ?? ''
  // Its approval comes on a card of its own over this page, not in another window.
  const isEmbedded = account?.connector.type === 'embedded'
  return (
    <>
      <div className="waiting" role="status">
        {paired?.open ?? (
          <Button busy onClick={() => undefined}>
            {isEmbedded ? t('send.continue') : t('send.confirmIn', { wallet })}
          </Button>
        )}
      </div>
      <p className="aside">
        {paired && `${paired.text} `}
        {isEmbedded
          ? t(isSlow ? 'send.cardSlow' : 'send.card')
          : t(isSlow && !paired ? 'send.signingSlow' : 'send.signing', { wallet })}
      </p>
    </>
  )
}

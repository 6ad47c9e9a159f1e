import type { ConnectedAccount } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Button } from './Button.tsx'
import { useLongWait } from './useLongWait.ts'
import { usePairedRequest } from './usePairedRequest.tsx'

export type WalletWaitProps = { account: ConnectedAccount | undefined }

/** Replaces a view's buttons during a request to the wallet: a link to the wallet, or where to look for the request. */
export function WalletWait({ account }: WalletWaitProps) {
  const { t } = useModalScope()
  const isSlow = useLongWait(true)
  const paired = usePairedRequest({ account, isSlow })
  const wallet = account?.connector.name ?? ''
  // The embedded wallet shows its approval on a card over this page, not in another window.
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

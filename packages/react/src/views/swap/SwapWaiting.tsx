import type { ConnectedAccount, SwapState } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Foot } from '../../ui/Foot.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { usePairedRequest } from '../../ui/usePairedRequest.tsx'

/** What {@link SwapWaiting} takes. */
export type SwapWaitingProps = {
  account: ConnectedAccount | undefined
  state: Extract<SwapState, { status: 'working' }>
}

/** What is being waited for: the wallet, or the block of an approval. */
export function SwapWaiting({ account, state: { waitsFor, step } }: SwapWaitingProps) {
  const { t } = useModalScope()
  const isAsking = waitsFor === 'wallet'
  const isSlow = useLongWait(isAsking)
  const paired = usePairedRequest({ account, isSlow })
  const wallet = account?.connector.name ?? ''
  // Its approval comes on a card of its own over this page, not in another window.
  const isEmbedded = account?.connector.type === 'embedded'
  return (
    <Foot>
      <div className="waiting" role="status">
        {(isAsking && paired?.open) || (
          <Button busy onClick={() => undefined}>
            {!isAsking ? t('swap.inBlock') : isEmbedded ? t('send.continue') : t('send.confirmIn', { wallet })}
          </Button>
        )}
      </div>
      <p className="aside">
        {!isAsking ? (
          t(step === 'batch' ? 'sent.pending.text' : 'swap.inBlockText')
        ) : (
          <>
            {paired && `${paired.text} `}
            {isEmbedded
              ? t(isSlow ? 'send.cardSlow' : 'send.card')
              : t(isSlow && !paired ? 'send.signingSlow' : 'send.signing', { wallet })}
          </>
        )}
      </p>
    </Foot>
  )
}

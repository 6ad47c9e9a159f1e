import type { ConnectedAccount, SwapState } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { WalletWait } from '../../ui/WalletWait.tsx'

export type SwapWaitingProps = {
  account: ConnectedAccount | undefined
  state: Extract<SwapState, { status: 'working' }>
}

/** The current wait: for the wallet, or for the block of an approval. */
export function SwapWaiting({ account, state: { waitsFor, step } }: SwapWaitingProps) {
  const { t } = useModalScope()
  return (
    <ViewFooter>
      {waitsFor === 'wallet' ? (
        // Each step starts a new wait.
        <WalletWait key={step} account={account} />
      ) : (
        <>
          <div className="waiting" role="status">
            <Button busy onClick={() => undefined}>
              {t('swap.inBlock')}
            </Button>
          </div>
          <p className="aside">{t(step === 'batch' || step === 'swap' ? 'sent.pending.text' : 'swap.inBlockText')}</p>
        </>
      )}
    </ViewFooter>
  )
}

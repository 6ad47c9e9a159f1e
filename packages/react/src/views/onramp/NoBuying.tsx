import type { ErrorCode } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { MissingService } from '../../ui/MissingService.tsx'

export type NoBuyingProps = { error: { code: ErrorCode; message: string }; onRetry: () => void }

/** Explains why buying is not available, and offers alternatives. */
export function NoBuying({ error, onRetry }: NoBuyingProps) {
  const { latchkey, t, headline } = useModalScope()
  const { modal } = latchkey
  const { isConnected } = useAccount()
  const receive = isConnected && <Button onClick={() => modal.push('Receive')}>{t('later.receive')}</Button>
  if (error.code === 'onramp_unavailable') {
    return (
      <MissingService icon="coins" title={t('later.buy')} instead={receive}>
        <Button kind="quiet" onClick={() => modal.push('WhatIsABuy')}>
          {t('title.WhatIsABuy')}
        </Button>
      </MissingService>
    )
  }
  if (error.code === 'onramp_country_blocked') {
    return (
      <div className="view">
        <Hero icon="globe" title={headline(error)} text={t('buy.country')} />
        {receive}
      </div>
    )
  }
  return (
    <div className="view">
      <Hero icon="alert" title={headline(error)} text={t('buy.failed')} />
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </div>
  )
}

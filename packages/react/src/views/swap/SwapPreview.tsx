import type { SwapPreview as Preview } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useSwap } from '../../hooks/useSwap.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Note } from '../../ui/Note.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { ConfirmFoot } from './ConfirmFoot.tsx'
import { ImpactConsent } from './ImpactConsent.tsx'
import { SwapFacts } from './SwapFacts.tsx'
import { SwapFailureNote } from './SwapFailureNote.tsx'
import { SwapLegs } from './SwapLegs.tsx'
import { SwapOutcome } from './SwapOutcome.tsx'
import { SwapSteps } from './SwapSteps.tsx'
import { SwapWaiting } from './SwapWaiting.tsx'
import { usePercent } from './usePercent.ts'

/** The whole swap for review, then the requests to the wallet, then the outcome. */
export function SwapPreview() {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, swap } = latchkey
  const percent = usePercent()
  const { account } = useAccount()
  const { state, confirm, prepare } = useSwap({ watch: false })
  const { status, issues } = state
  const [isRenewing, setRenewing] = useState(false)
  const [accepted, setAccepted] = useState<Preview>()
  const [reminders, setReminders] = useState(0)
  const current = 'preview' in state ? state.preview : undefined
  const last = useRef(current)
  if (current !== undefined) last.current = current
  const preview = current ?? last.current
  const had = preview !== undefined

  useEffect(() => {
    if (modal.getState().history.at(-1)?.name !== 'SwapPreview') return
    // The network or the account changed, so this preview is obsolete. The form explains it.
    if (had && status === 'editing' && !isRenewing) modal.goBack()
  }, [had, status, isRenewing, modal])

  async function renew(): Promise<void> {
    setRenewing(true)
    try {
      await prepare()
    } finally {
      setRenewing(false)
    }
  }

  if (preview === undefined) {
    if (status === 'preparing') {
      return (
        <div className="view">
          <SkeletonRows count={4} ends />
        </div>
      )
    }
    return (
      <div className="view">
        <Hero icon="self" title={t('swap.noneTitle')} text={t('swap.noneText')} />
        <Button autoFocusInView onClick={() => modal.replace('Swap')}>
          {t('title.Swap')}
        </Button>
      </div>
    )
  }
  const isHandedOver =
    status === 'pending' ||
    status === 'confirmed' ||
    (status === 'failed' && (state.hash !== undefined || isUnknown(state)))
  if (isHandedOver) return <SwapOutcome state={state} preview={preview} />

  const issue = issues.find(({ field }) => field === 'transaction')
  const asksConsent = preview.impact === 'confirm' || preview.impact === 'unknown'
  // Consent holds for this preview, not for a newer quote.
  const isAccepted = accepted === preview
  const isBusy = status === 'preparing' || isRenewing

  function next(): void {
    const now = swap.getState()
    if (now.status !== 'preview') return
    if (asksConsent && !isAccepted) {
      setReminders((count) => count + 1)
      return
    }
    void confirm(asksConsent ? { acceptImpact: true } : {})
  }

  return (
    <div className="view">
      <SwapLegs preview={preview} />
      {preview.impact === 'warn' && (
        <Note tone="warn">{t('swap.impactWarn', { percent: percent(preview.quote.priceImpact ?? 0) })}</Note>
      )}
      {issue !== undefined && (
        <Note tone="warn" alert>
          <strong>{sentence(issue)}</strong>
          <span>{t(issue.approvalStands ? 'swap.approvalStands' : 'send.moved.no')}</span>
        </Note>
      )}
      {status === 'failed' && <SwapFailureNote failure={state.error} />}
      {asksConsent && status === 'preview' && (
        <ImpactConsent
          impact={preview.quote.priceImpact}
          isTicked={isAccepted}
          reminders={reminders}
          onChange={(ticked) => setAccepted(ticked ? preview : undefined)}
        />
      )}
      {preview.steps.length > 1 && <SwapSteps preview={preview} step={status === 'working' ? state.step : undefined} />}
      <SwapFacts preview={preview} />
      {status === 'working' ? (
        <SwapWaiting account={account} state={state} />
      ) : status === 'failed' || isBusy ? (
        <ViewFooter>
          <div className="pair">
            <Button kind="secondary" onClick={() => modal.goBack()}>
              {t('cancel')}
            </Button>
            <Button busy={isBusy} onClick={() => void renew()}>
              {t('tryAgain')}
            </Button>
          </div>
        </ViewFooter>
      ) : (
        <ConfirmFoot
          preview={preview}
          needsWord={asksConsent && !isAccepted}
          onCancel={() => modal.goBack()}
          onConfirm={next}
        />
      )}
    </div>
  )
}

function isUnknown({ error }: { error: { moneyMoved: string } }): boolean {
  return error.moneyMoved === 'unknown'
}

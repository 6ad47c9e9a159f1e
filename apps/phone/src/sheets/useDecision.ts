import type { PairedAnswer, PairedApproval } from '@latchkey/testkit'
import { useState } from 'react'
import { useToast } from '../ui/ToastContext.ts'
import { usePhone } from '../wallet/PhoneContext.ts'

/** Texts for a decision in progress, done and failed. */
export type DecisionTexts = { doing: string; done: string; failed: string }

const untold = 'It is done, but the request had ended: the site was not told.'

/**
 * Decides one request, and reports the result. The sheet closes after the decision, and the work can take longer.
 *
 * @param onDecided called after the decision, whatever the result
 */
export function useDecision({ approval, onDecided }: { approval: PairedApproval; onDecided: () => void }): {
  busy: 'approving' | 'rejecting' | undefined
  approve: (texts: DecisionTexts, options?: { params?: readonly unknown[] }) => void
  reject: () => void
} {
  const { wallet } = usePhone()
  const { show } = useToast()
  const [state, setState] = useState<{ id: number; busy: 'approving' | 'rejecting' }>()
  const { id } = approval
  const run = async ({
    busy,
    act,
    texts,
  }: {
    busy: 'approving' | 'rejecting'
    act: () => Promise<PairedAnswer>
    texts: DecisionTexts
  }) => {
    setState({ id, busy })
    if (busy === 'approving') show({ tone: 'info', text: texts.doing })
    try {
      const answer = await act()
      if ('untold' in answer) return show({ tone: 'loss', text: untold })
      const isDone = busy === 'rejecting' || 'result' in answer
      show(
        isDone
          ? { tone: 'gain', text: texts.done }
          : { tone: 'loss', text: `${texts.failed} ${'error' in answer ? answer.error.message : ''}`.trim() },
      )
    } catch (error) {
      show({ tone: 'loss', text: `${texts.failed} ${error instanceof Error ? error.message : ''}`.trim() })
    } finally {
      setState(undefined)
      onDecided()
    }
  }
  return {
    busy: state?.id === id ? state.busy : undefined,
    approve: (texts, options) => void run({ busy: 'approving', act: () => wallet.approve(id, options), texts }),
    reject: () =>
      void run({
        busy: 'rejecting',
        act: () => wallet.reject(id),
        texts: { doing: '', done: 'Declined. The site was told.', failed: 'The site could not be told.' },
      }),
  }
}

import { ServiceError } from '@latchkey/protocol/errors'
import type { TransactionsInternals } from '../transactions/Submission.ts'
import type { TransactionStatus } from '../transactions/TransactionsFeature.ts'
import type { SwapWork } from './buildSwap.ts'
import { explainRevert } from './explainRevert.ts'
import { readReceived } from './readReceived.ts'
import type { SwapPreview } from './SwapFeature.ts'
import type { SwapEvent } from './swapReducer.ts'

/**
 * Follows a submitted or possibly submitted swap through the list of transactions. Reports its block, a reorganization that removes the
 * block, the received amount, and the reason of a failure.
 *
 * @returns a function that stops following
 */
export function followSwap({
  id,
  preview,
  transactions,
  work,
  dispatch,
}: {
  id: string
  preview: SwapPreview
  transactions: Pick<TransactionsInternals, 'getState' | 'subscribe'>
  work: SwapWork
  dispatch: (event: SwapEvent) => void
}): () => void {
  let stopped = false
  let seen: TransactionStatus | undefined
  /** Increases with each change, so that late reads for earlier ones are dropped. */
  let turn = 0

  const confirm = async (hash: string, mine: number) => {
    const received = await readReceived({ work, preview, hash }).catch(() => undefined)
    if (stopped || mine !== turn) return
    dispatch({ type: 'confirmed', transactionId: id, hash, received })
  }
  const explain = async (status: Extract<TransactionStatus, { type: 'failed' }>, mine: number) => {
    const { hash, error } = status
    const isReverted = hash !== undefined && error.code === 'transaction_reverted'
    const explained = isReverted ? await explainRevert({ work, preview, hash, error }).catch(() => error) : error
    if (!stopped && mine === turn) dispatch({ type: 'notDone', preview, transactionId: id, hash, error: explained })
  }
  const look = () => {
    const found = transactions.getState().transactions.find((transaction) => transaction.id === id)
    const status = found?.status
    if (stopped || !status || status === seen) return
    const before = seen
    seen = status
    switch (status.type) {
      case 'asked':
      case 'uncertain':
        return
      case 'pending':
        turn++
        // A wallet whose request timed out did send.
        dispatch({ type: 'handedOver', preview, transactionId: id, hash: status.hash })
        dispatch({ type: 'waits', transactionId: id, hash: status.hash, slow: status.slow })
        return
      case 'confirmed':
        // More blocks on top do not change a confirmed swap.
        if (before?.type === 'confirmed' && before.hash === status.hash && before.block === status.block) return
        void confirm(status.hash, ++turn)
        break
      case 'canceled': {
        turn++
        const { code, message } = new ServiceError('transaction_replaced')
        dispatch({
          ...{ type: 'notDone', preview, transactionId: id, hash: status.hash },
          error: { code, message, details: undefined, moneyMoved: 'only-network-cost' },
        })
        break
      }
      case 'failed':
        void explain(status, ++turn)
        break
    }
  }
  const stop = transactions.subscribe(look)
  look()
  return () => {
    stopped = true
    stop()
  }
}

import { ServiceError } from '@latchkey/protocol/errors'
import type { TransactionsInternals } from '../transactions/HandOver.ts'
import type { TransactionStatus } from '../transactions/TransactionsFeature.ts'
import type { SwapWork } from './buildSwap.ts'
import { explainRevert } from './explainRevert.ts'
import { readReceived } from './readReceived.ts'
import type { SwapPreview } from './SwapFeature.ts'
import type { SwapEvent } from './swapReducer.ts'

/**
 * Follows a swap that was handed over, or may have been, through the list of transactions: to its block, out of it again
 * when the chain gives that up, and to what it gave or why it did not.
 *
 * @returns the function that stops
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
  /** Grows with each change: what was read for an earlier one is late. */
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
        // A wallet that was given up as silent did send.
        dispatch({ type: 'handedOver', preview, transactionId: id, hash: status.hash })
        dispatch({ type: 'waits', transactionId: id, hash: status.hash, slow: status.slow })
        return
      case 'confirmed':
        // It stays what it is when more blocks come after it.
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

import type { TransactionsInternals } from '../transactions/Submission.ts'

/**
 * Waits until a transaction ends, without a time limit: the visitor may speed it up or cancel it meanwhile.
 *
 * @returns `confirmed` once it is in a block, else the reason
 */
export function waitUntilMined({
  transactions,
  id,
}: {
  transactions: Pick<TransactionsInternals, 'getState' | 'subscribe'>
  id: string
}): Promise<string> {
  return new Promise((resolve) => {
    let stop = () => {}
    const look = () => {
      const found = transactions.getState().transactions.find((transaction) => transaction.id === id)
      const { status } = found ?? {}
      const end =
        status === undefined
          ? 'forgotten'
          : status.type === 'failed'
            ? status.error.code
            : status.type === 'confirmed' || status.type === 'canceled'
              ? status.type
              : undefined
      if (end === undefined) return false
      stop()
      resolve(end)
      return true
    }
    if (!look()) stop = transactions.subscribe(look)
  })
}

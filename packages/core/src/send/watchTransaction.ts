import { toAccountId, toTopic } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import { readQuantity } from '../http/readQuantity.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { PendingTransaction } from './pendingRecord.ts'

/** After this the wait is called slow, never failed (specification 9). */
const confirmationWait = 25_000
const firstInterval = 1_000
const slowInterval = 5_000

/** How a wait ended. */
export type TransactionOutcome =
  | { type: 'confirmed'; block: bigint }
  | { type: 'reverted'; block: bigint }
  /** Another transaction of the account used its number. */
  | { type: 'replaced' }

/**
 * Waits for a transaction to be in a block: asks for its receipt when the event stream tells of the account and every
 * second besides, every five seconds after 25 s. A node that does not answer only makes it wait longer.
 *
 * @returns the function that stops
 */
export function watchTransaction({
  context: { environment },
  gateway,
  realtime,
  pending: { hash, preview, sentAt },
  onSlow,
  onOutcome,
}: {
  context: CoreContext
  gateway: GatewayClient
  realtime: RealtimeFeature
  pending: PendingTransaction
  onSlow: () => void
  onOutcome: (outcome: TransactionOutcome) => void
}): () => void {
  let stopped = false
  let asking = false
  let timer: TimerId | undefined
  let nonce: bigint | undefined
  const isSlow = () => environment.now() - sentAt >= confirmationWait

  const finish = (outcome: TransactionOutcome) => {
    if (stopped) return
    stop()
    onOutcome(outcome)
  }
  const readReceipt = async (): Promise<boolean> => {
    const receipt = (await gateway.request('eth_getTransactionReceipt', [hash])) as Record<string, unknown> | null
    if (!receipt) return false
    const block = readQuantity(receipt.blockNumber)
    finish({ type: receipt.status === '0x0' ? 'reverted' : 'confirmed', block })
    return true
  }
  const ask = async () => {
    if (asking || stopped) return
    asking = true
    environment.clearTimeout(timer)
    try {
      if (await readReceipt()) return
      if (nonce === undefined || isSlow()) {
        const transaction = (await gateway.request('eth_getTransactionByHash', [hash])) as Record<
          string,
          unknown
        > | null
        if (transaction) nonce = readQuantity(transaction.nonce)
        else if (nonce !== undefined) {
          const used = readQuantity(await gateway.request('eth_getTransactionCount', [preview.from, 'latest']))
          // Its number is used up: either it was mined just now, or another one took its place.
          if (used > nonce && !(await readReceipt())) finish({ type: 'replaced' })
        }
      }
    } catch {
      // Asked again below.
    } finally {
      asking = false
      if (!stopped) {
        if (isSlow()) onSlow()
        timer = environment.setTimeout(() => void ask(), isSlow() ? slowInterval : firstInterval)
      }
    }
  }
  const topic = toTopic('history', toAccountId({ chainId: preview.chainId, address: preview.from }))
  const unfollow = realtime.follow({ topic, onEvent: () => void ask(), onResync: () => void ask() })
  const stop = () => {
    stopped = true
    environment.clearTimeout(timer)
    unfollow()
  }
  void ask()
  return stop
}

import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { KeyValueStore, SendingRecord } from '../device/KeyValueStore.ts'
import type { Gateway } from '../gateway/createGateway.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import { evmSending } from './evmSending.ts'
import type { SendingMethods } from './SendingMethods.ts'

/** Transactions signed here, from before they are sent until their outcome is known. */
export type Sendings = {
  /**
   * Sends a signed transaction, and remembers it until its arrival is known. Otherwise, after a lost page, the visitor would pay
   * twice. After a refusal or a lost answer it asks the network for the transaction.
   *
   * @throws LatchkeyError `transaction_uncertain` if it is unknown whether it was sent; the network's refusal, if it does not have it
   */
  send: (options: SendingRecord & { signed: string; options?: object | undefined }) => Promise<void>
  /** Returns the hashes of earlier transactions that may still be pending, and forgets those with a known outcome. */
  earlier: (options: { account: string; chainId: ChainId }) => Promise<readonly string[]>
}

/** Milliseconds for sending, and for asking about the outcome. */
const sendLimit = 30_000
/** Milliseconds that a card waits for earlier transactions. */
const earlierLimit = 10_000

/**
 * Creates {@link Sendings}.
 *
 * @param options.methods submission and lookup of a family's transactions
 */
export function createSendings({
  store,
  gateway,
  methods = evmSending,
  now = Date.now,
}: {
  store: KeyValueStore
  gateway: Gateway
  methods?: SendingMethods
  /** Unix milliseconds. */
  now?: () => number
}): Sendings {
  const asking = (chainId: ChainId, limit: number) => (method: string, params: readonly unknown[]) =>
    gateway({ chainId, method, params, signal: AbortSignal.timeout(limit) })
  const find = ({ chainId, hash }: SendingRecord, limit: number) =>
    methods.find({ ask: asking(chainId, limit), hash }).catch(() => undefined)
  // If a record stays, it only causes another lookup with the next transaction.
  const forget = ({ hash }: SendingRecord) => store.remove('sendings', hash).catch(() => {})

  /** Undefined: it was accepted. `reached`: an answer was lost, so it may have been accepted nevertheless. */
  const trySending = async ({ chainId, signed, options }: { chainId: ChainId; signed: string; options?: object }) => {
    let reached = false
    for (let left = methods.tries; ; ) {
      left -= 1
      try {
        await methods.send({ ask: asking(chainId, sendLimit), signed, options })
        return undefined
      } catch (error) {
        // A node's refusal is an answer, and a request that the gateway limited reached no node. Silence is no answer.
        const isAnswer = error instanceof RpcRefusal || (error instanceof ServiceError && error.code === 'rate_limited')
        reached ||= !isAnswer
        if (isAnswer || left <= 0) return { error, reached }
      }
    }
  }

  return {
    send: async ({ signed, options, ...record }) => {
      const { hash, chainId } = record
      // A full or evicted store must not block a payment.
      await store.put('sendings', hash, record).catch(() => {})
      const failed = await trySending({ chainId, signed, ...(options ? { options } : {}) })
      if (failed) {
        const found = await find(record, sendLimit)
        if (found === undefined || (found === 'unknown' && failed.reached))
          throw new ServiceError('transaction_uncertain', { cause: failed.error })
        await forget(record)
        if (found === 'unknown') throw failed.error
        return
      }
      await forget(record)
    },
    earlier: async ({ account, chainId }) => {
      const isOwn = (record: SendingRecord) =>
        record.chainId === chainId && record.account.toLowerCase() === account.toLowerCase()
      const records = (await store.all('sendings').catch(() => [])).filter(isOwn)
      const open = await Promise.all(
        records.map(async (record) => {
          const found = await find(record, earlierLimit)
          // Whether a node's answer is final: the transaction is in a block, or is unknown after it could no longer be included.
          const isLate = now() - (record.at ?? 0) >= methods.lifetime
          if (found === undefined || found === 'pending' || (found === 'unknown' && !isLate)) return [record]
          await forget(record)
          return []
        }),
      )
      return open
        .flat()
        .sort((left, right) => (left.nonce ?? 0) - (right.nonce ?? 0) || (left.at ?? 0) - (right.at ?? 0))
        .map(({ hash }) => hash)
    },
  }
}

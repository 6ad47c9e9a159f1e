import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { KeyValueStore, SendingRecord } from '../device/KeyValueStore.ts'
import type { Gateway } from '../gateway/createGateway.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import { evmSending } from './evmSending.ts'
import type { SendingMethods } from './SendingMethods.ts'

/** Transactions that were signed here, from before they leave until it is known what became of them. */
export type Sendings = {
  /**
   * Sends a signed transaction, and remembers it while nobody can tell whether it was sent: a page that is lost meanwhile asks again,
   * and the visitor would pay twice. When the answer is a refusal or lost, the network is asked whether it has it.
   *
   * @throws LatchkeyError `transaction_uncertain` when nobody can tell whether it was sent; what the network refused, when it has it not
   */
  send: (options: SendingRecord & { signed: string; options?: object | undefined }) => Promise<void>
  /** Hashes of earlier ones that may still be on their way; those of which the answer is known now are forgotten. */
  earlier: (options: { account: string; chainId: ChainId }) => Promise<readonly string[]>
}

/** Milliseconds that sending may take, and asking for what became of it. */
const sendLimit = 30_000
/** Milliseconds that a card waits to hear of earlier transactions. */
const earlierLimit = 10_000

/**
 * Makes {@link Sendings}.
 *
 * @param options.methods how the networks of a family are told and asked
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
  // One that stays is asked for again with the next transaction, no more.
  const forget = ({ hash }: SendingRecord) => store.remove('sendings', hash).catch(() => {})

  /** Undefined: it was taken. `reached`: an answer was lost, so that it may have been taken all the same. */
  const trySending = async ({ chainId, signed, options }: { chainId: ChainId; signed: string; options?: object }) => {
    let reached = false
    for (let left = methods.tries; ; ) {
      left -= 1
      try {
        await methods.send({ ask: asking(chainId, sendLimit), signed, options })
        return undefined
      } catch (error) {
        // A node's own refusal is an answer, and what the gateway holds back reached nobody; silence is no answer.
        const isAnswer = error instanceof RpcRefusal || (error instanceof ServiceError && error.code === 'rate_limited')
        reached ||= !isAnswer
        if (isAnswer || left <= 0) return { error, reached }
      }
    }
  }

  return {
    send: async ({ signed, options, ...record }) => {
      const { hash, chainId } = record
      // A store that is full or evicted must not keep anybody from paying.
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
          // Whether a node's word is the last one: it has it in a block, or knows it not when it could no longer come.
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

import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { KeyValueStore, SendingRecord } from '../device/KeyValueStore.ts'
import type { Gateway } from '../gateway/createGateway.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'

/** Transactions that were signed here, from before they leave until it is known what became of them. */
export type Sendings = {
  /**
   * Sends a signed transaction, and remembers it while nobody can tell whether it was sent: a page that is lost meanwhile asks again,
   * and the visitor would pay twice. When the answer is a refusal or lost, the network is asked whether it has it.
   *
   * @throws LatchkeyError `transaction_uncertain` when nobody can tell whether it was sent; what the network refused, when it has it not
   */
  send: (options: SendingRecord & { signed: `0x${string}` }) => Promise<void>
  /** Hashes of earlier ones that may still be on their way; those of which the answer is known now are forgotten. */
  earlier: (options: { account: string; chainId: ChainId }) => Promise<readonly `0x${string}`[]>
}

/** Milliseconds that sending may take, and asking for what became of it. */
const sendLimit = 30_000
/** Milliseconds that a card waits to hear of earlier transactions. */
const earlierLimit = 10_000

/** Makes {@link Sendings}. */
export function createSendings({ store, gateway }: { store: KeyValueStore; gateway: Gateway }): Sendings {
  const find = ({ chainId, hash, limit }: { chainId: ChainId; hash: string; limit: number }) =>
    gateway({ chainId, method: 'eth_getTransactionByHash', params: [hash], signal: AbortSignal.timeout(limit) })
  // One that stays is asked for again with the next transaction, no more.
  const forget = ({ hash }: SendingRecord) => store.remove('sendings', hash).catch(() => {})

  return {
    send: async ({ signed, ...record }) => {
      const { hash, chainId } = record
      // A store that is full or evicted must not keep anybody from paying.
      await store.put('sendings', hash, record).catch(() => {})
      try {
        await gateway({
          chainId,
          method: 'eth_sendRawTransaction',
          params: [signed],
          signal: AbortSignal.timeout(sendLimit),
        })
      } catch (error) {
        const found = await find({ chainId, hash, limit: sendLimit }).catch(() => undefined)
        // A node's own refusal is an answer, and what the gateway holds back reached nobody; silence is no answer.
        const isRefused =
          error instanceof RpcRefusal || (error instanceof ServiceError && error.code === 'rate_limited')
        if (found === undefined || (found === null && !isRefused))
          throw new ServiceError('transaction_uncertain', { cause: error })
        await forget(record)
        if (found === null) throw error
        return
      }
      await forget(record)
    },
    earlier: async ({ account, chainId }) => {
      const records = (await store.all('sendings').catch(() => [])).filter(
        (record) => record.chainId === chainId && record.account.toLowerCase() === account.toLowerCase(),
      )
      const open = await Promise.all(
        records.map(async (record) => {
          const found = await find({ chainId, hash: record.hash, limit: earlierLimit }).catch(() => undefined)
          if (!isAnswered(found)) return [record]
          await forget(record)
          return []
        }),
      )
      return open
        .flat()
        .sort((left, right) => left.nonce - right.nonce)
        .map(({ hash }) => hash)
    },
  }
}

/** Whether a node's word on a transaction is the last one: it knows none of that hash, or has it in a block. */
function isAnswered(found: unknown): boolean {
  if (found === null) return true
  return typeof found === 'object' && 'blockNumber' in found && typeof found.blockNumber === 'string'
}

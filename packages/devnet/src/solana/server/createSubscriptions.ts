import type { Address } from '@solana/kit'
import type { Ledger } from '../ledger/Ledger.ts'
import { readDecimals } from '../ledger/readTokenBalances.ts'
import { finalityDelay, slotDuration } from '../ledger/SlotClock.ts'
import type { TransactionRecord } from '../ledger/TransactionRecord.ts'
import { encodeAccount } from '../rpc/encodeAccount.ts'
import { matchFilters } from '../rpc/matchFilters.ts'
import { invalidParams, RpcError } from '../rpc/RpcError.ts'
import { readAddress, readCommitment, readOptions, readSignature } from '../rpc/readParams.ts'

/** A client's subscription. `notify` takes the `result` of the notification. */
type Subscription = {
  name: string
  notify: (result: unknown) => void
  /** Called for each transaction, if the subscription follows them. */
  onTransaction?: (record: TransactionRecord) => void
  onSlot?: (slot: number) => void
  /** Slots between a transaction and its notification. */
  delay: number
}

/** The subscriptions of all connected clients. */
export type Subscriptions = {
  /** @throws RpcError for an unknown method or invalid parameters. */
  subscribe: (options: {
    method: string
    params: readonly unknown[]
    send: (notification: Record<string, unknown>) => void
  }) => number
  /** Returns false if there is no subscription with this number. */
  unsubscribe: (id: number) => boolean
  stop: () => void
}

/** Serves subscriptions: `signature`, `account`, `program`, `logs`, `slot` and `rootSubscribe`. */
export function createSubscriptions({ ledger }: { ledger: Ledger }): Subscriptions {
  const { svm, clock } = ledger
  const subscriptions = new Map<number, Subscription>()
  const timers = new Set<NodeJS.Timeout>()
  let next = 1
  let ticking: NodeJS.Timeout | undefined
  let told = clock.slot()

  const context = (slot = clock.slot()) => ({ slot })
  const decimalsOf = (mint: Address) => readDecimals({ svm, mint })

  function after(delay: number, work: () => void) {
    if (delay === 0) return work()
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, delay * slotDuration)
    timers.add(timer)
  }

  const unfollow = ledger.onTransaction((record) => {
    for (const [id, { onTransaction, delay }] of subscriptions)
      if (onTransaction)
        after(delay, () => {
          if (subscriptions.has(id)) onTransaction(record)
        })
  })

  /** Starts the timer for notifications of slots, if a subscription needs it. */
  function tick() {
    if (ticking || ![...subscriptions.values()].some(({ onSlot }) => onSlot)) return
    told = clock.slot()
    ticking = setInterval(() => {
      const slot = clock.slot()
      for (; told < slot; told++) for (const { onSlot } of [...subscriptions.values()]) onSlot?.(told + 1)
    }, slotDuration)
  }

  function rest() {
    if ([...subscriptions.values()].some(({ onSlot }) => onSlot)) return
    clearInterval(ticking)
    ticking = undefined
  }

  function encodeNow(address: Address, options: Record<string, unknown>) {
    const account = svm.getAccount(address)
    if (!account.exists)
      return {
        lamports: 0,
        owner: '11111111111111111111111111111111',
        executable: false,
        rentEpoch: 0,
        space: 0,
        data: ['', 'base64'],
      }
    return encodeAccount({ account: { ...account, data: new Uint8Array(account.data) }, options, decimalsOf })
  }

  /** Returns the callbacks of a subscription for its method. */
  function follow({
    method,
    params,
    notify,
    end,
  }: {
    method: string
    params: readonly unknown[]
    notify: (result: unknown) => void
    end: () => void
  }): Omit<Subscription, 'name' | 'notify' | 'delay'> {
    const options = readOptions(params[1])
    switch (method) {
      case 'signatureSubscribe': {
        const signature = readSignature(params[0])
        const tell = (record: TransactionRecord) => {
          if (record.signature !== signature) return
          notify({ context: context(record.slot), value: { err: record.error } })
          end()
        }
        return { onTransaction: tell }
      }
      case 'accountSubscribe': {
        const address = readAddress(params[0])
        return {
          onTransaction({ keys, slot }) {
            if (writes(keys, address)) notify({ context: context(slot), value: encodeNow(address, options) })
          },
        }
      }
      case 'programSubscribe': {
        const program = readAddress(params[0])
        return {
          onTransaction({ keys, slot }) {
            for (const address of new Set(keys.all)) {
              const account = svm.getAccount(address)
              if (!writes(keys, address) || !account.exists || account.programAddress !== program) continue
              if (!matchFilters({ data: new Uint8Array(account.data), filters: options.filters })) continue
              notify({ context: context(slot), value: { pubkey: address, account: encodeNow(address, options) } })
            }
          },
        }
      }
      case 'logsSubscribe': {
        const wanted = readLogFilter(params[0])
        return {
          onTransaction({ keys, signature, error, logs, slot }) {
            if (wanted === undefined || keys.all.includes(wanted))
              notify({ context: context(slot), value: { signature, err: error, logs } })
          },
        }
      }
      case 'slotSubscribe':
        return { onSlot: (slot) => notify({ parent: slot - 1, root: Math.max(0, slot - finalityDelay), slot }) }
      case 'rootSubscribe':
        return { onSlot: (slot) => notify(Math.max(0, slot - finalityDelay)) }
      default:
        throw new RpcError(-32601, 'Method not found')
    }
  }

  return {
    subscribe({ method, params, send }) {
      const id = next
      next += 1
      const name = method.replace(/Subscribe$/, 'Notification')
      const notify = (result: unknown) => send({ jsonrpc: '2.0', method: name, params: { result, subscription: id } })
      const end = () => subscriptions.delete(id)
      const delay = readCommitment(readOptions(params[1]).commitment) === 'finalized' ? finalityDelay : 0
      const followed = follow({ method, params, notify, end })
      subscriptions.set(id, { name, notify, delay, ...followed })
      const known = method === 'signatureSubscribe' ? ledger.find(String(params[0])) : undefined
      // The notification must follow the answer, because the client needs the number of its subscription first.
      if (known) after(Math.max(0.01, delay - (clock.slot() - known.slot)), () => followed.onTransaction?.(known))
      tick()
      return id
    },
    unsubscribe(id) {
      const was = subscriptions.delete(id)
      rest()
      return was
    },
    stop() {
      unfollow()
      subscriptions.clear()
      rest()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

function writes(keys: TransactionRecord['keys'], address: string): boolean {
  return keys.all.some((key, index) => key === address && keys.isWritable(index))
}

/** `all`, `allWithVotes` or one account that must be mentioned. */
function readLogFilter(filter: unknown): Address | undefined {
  if (filter === 'all' || filter === 'allWithVotes') return undefined
  const { mentions } = readOptions(filter)
  if (!Array.isArray(mentions) || mentions.length !== 1) throw invalidParams('only one account may be mentioned')
  return readAddress(mentions[0])
}

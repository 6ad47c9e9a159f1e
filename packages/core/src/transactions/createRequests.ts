import type { ChainId } from '@latchkey/protocol'
import { isDeclined } from '../connectors/isDeclined.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import { askWallet } from './askWallet.ts'
import { sendCalls } from './batch.ts'
import { type CheckedWallet, checkWallet } from './checkWallet.ts'
import type { Ledger } from './createLedger.ts'
import { createStartNotices } from './createStartNotices.ts'
import type { TransactionsParameters } from './createTransactionsEngine.ts'
import { randomId } from './randomId.ts'
import { readCount, readNewest } from './readChain.ts'
import { readSubmitError } from './readSubmitError.ts'
import type { SubmitOutcome, TransactionsInternals } from './Submission.ts'
import { signTimeout } from './signTimeout.ts'
import type { TransactionCall, TransactionSummary } from './TransactionsFeature.ts'
import type { Turns } from './takeTurn.ts'
import type { TransactionRecord } from './transactionRecord.ts'
import { transactionReducer } from './transactionReducer.ts'

/** Milliseconds in which the account's nonce has to arrive. Without it, a lost transaction cannot be looked for. */
const floorTimeout = 3_000

type Declined = Extract<SubmitOutcome, { type: 'declined' }>

/** Makes the requests for transactions. */
export type Requests = Pick<TransactionsInternals, 'submit' | 'submitBatch'> & {
  /** Runs work while this page holds the lock of the account. The work may release the lock before it ends. */
  withTurn: <T>(from: string, work: (release: () => void) => Promise<T>) => Promise<T | Declined>
  /** Whether this page waits for the wallet's answer to this request. */
  isOpen: (id: string) => boolean
  /** Called when a transaction changes. */
  note: (record: TransactionRecord) => void
  /** Called when a transaction left the list. */
  noteGone: (id: string) => void
}

/** A request before it has a hash. */
type Question = {
  chainId: ChainId
  from: string
  call: TransactionCall
  summary: TransactionSummary
  check?: (() => void) | undefined
  onAsked?: ((options: { id: string }) => void) | undefined
}

/** Creates the part that asks wallets for transactions. It records each request first, and allows one at a time per account. */
export function createRequests({
  context: { environment, report },
  connection,
  modal,
  ledger,
  turns,
  gatewayOf,
  isDestroyed,
}: TransactionsParameters & {
  ledger: Ledger
  turns: Turns
  gatewayOf: (chainId: ChainId) => GatewayClient
  isDestroyed: () => boolean
}): Requests {
  /** Accounts with an open wallet request of this page. */
  const asked = new Set<string>()
  /** Transactions whose answer this page waits for. */
  const open = new Set<string>()
  const notices = createStartNotices({ modal })
  const waiting = new Map<string, (record: TransactionRecord | undefined) => void>()

  const withTurn: Requests['withTurn'] = async (from, work) => {
    const account = from.toLowerCase()
    if (asked.has(account)) return { type: 'declined', code: 'wallet_busy' }
    asked.add(account)
    let giveBack: (() => void) | undefined
    const release = () => {
      if (giveBack) asked.delete(account)
      giveBack?.()
      giveBack = undefined
    }
    try {
      giveBack = await turns.take({ account })
      if (!giveBack) {
        asked.delete(account)
        return { type: 'declined', code: 'transaction_open_elsewhere' }
      }
      return await work(release)
    } finally {
      release()
    }
  }

  const readFloor = async (chainId: ChainId, from: string) => {
    const gateway = gatewayOf(chainId)
    const answer = Promise.all([readCount(gateway, from), readNewest(gateway)])
    const [nonce, newest] = await waitForWallet({ environment, answer, milliseconds: floorTimeout })
    return { nonce, ...newest }
  }

  /** Runs the last checks and creates the record. Between this and the request nothing is awaited. */
  const begin = async ({
    chainId,
    from,
    call,
    summary,
    check,
    batchId,
  }: Question & { batchId?: string }): Promise<
    | { wallet: CheckedWallet; record: TransactionRecord }
    | Extract<SubmitOutcome, { type: 'changed' | 'declined' | 'failed' }>
  > => {
    try {
      const [wallet, floor] = await Promise.all([
        checkWallet({ environment, connection, chainId, from }),
        readFloor(chainId, from).catch(() => undefined),
      ])
      const changed = wallet.changed()
      if (changed) return { type: 'changed', code: changed }
      check?.()
      const id = randomId(16)
      const record: TransactionRecord = {
        ...{ id, chainId, from, call, summary, floor, batchId },
        status: { type: 'asked' },
        nonce: undefined,
        hashes: [],
        canceling: false,
        askedAt: environment.now(),
        connectorId: wallet.connector.id,
        requestId: wallet.connector.namesRequests ? id : undefined,
        cancelHashes: [],
        settled: false,
      }
      return { wallet, record }
    } catch (error) {
      const failure = { ...readSubmitError(error), moneyMoved: 'no' as const }
      // Nothing was asked yet, so the preview can be confirmed again.
      return isDeclined(failure.code) ? { type: 'declined', code: failure.code } : { type: 'failed', failure }
    }
  }

  const announce = (record: TransactionRecord, hash: string) => {
    if (isDestroyed()) return
    const { chainId, summary } = record
    // An approval moves no tokens.
    if (summary.type !== 'approve') modal.noteSent({ hash, type: summary.type === 'swap' ? 'swapped' : 'sent' })
    notices.show(ledger.get(record.id) ?? record)
    report({ type: 'transactionSent', hash, chainId })
  }

  /** Waits for the wallet's answer and records its result, even if it is late. */
  const settle = async (record: TransactionRecord, answer: Promise<unknown>): Promise<SubmitOutcome | undefined> => {
    const { id } = record
    try {
      await waitForWallet({ environment, answer, milliseconds: signTimeout })
      return undefined
    } catch (error) {
      const failure = readSubmitError(error)
      const { code } = failure
      if (failure.moneyMoved === 'no') {
        ledger.remove(id)
        return isDeclined(code) ? { type: 'declined', code } : { type: 'failed', failure }
      }
      answer.catch((late: unknown) => {
        const said = readSubmitError(late)
        if (said.moneyMoved === 'no') ledger.apply(id, { type: 'refused', failure: said, at: environment.now() })
      })
      open.delete(id)
      // As with an answer: record it even if the storage was cleared in the meantime.
      ledger.put(transactionReducer(ledger.get(id) ?? record, { type: 'left' }))
      return { type: 'uncertain', id, failure }
    }
  }

  return {
    withTurn,
    isOpen: (id) => open.has(id),
    note: (record) => {
      notices.note(record)
      waiting.get(record.id)?.(record)
    },
    noteGone: (id) => {
      notices.noteGone(id)
      waiting.get(id)?.(undefined)
    },

    submit: (options) =>
      withTurn(options.from, async () => {
        const begun = await begin(options)
        if (!('wallet' in begun)) return begun
        const { wallet, record } = begun
        const { id, requestId } = record
        open.add(id)
        try {
          ledger.put(record)
          options.onAsked?.({ id })
          let hash: string | undefined
          // Followed even if it is late: a hash means that money moves.
          const answer = askWallet({ ...wallet, ...options, requestId }).then((given) => {
            hash = given
            // A disconnect has removed the record, but the transaction was sent.
            const kept = ledger.get(id) ?? record
            ledger.put(transactionReducer(kept, { type: 'answered', hash: given, at: environment.now() }))
            announce(record, given)
          })
          const outcome = await settle(record, answer)
          return outcome ?? { type: 'sent', id, hash: hash as string }
        } finally {
          open.delete(id)
        }
      }),

    submitBatch: ({ calls, onTaken, ...options }) =>
      withTurn(options.from, async (release): Promise<SubmitOutcome> => {
        const call = calls.at(-1)
        if (!call) throw new TypeError('A batch has at least one call')
        const begun = await begin({ ...options, call, batchId: `0x${randomId(32)}` })
        if (!('wallet' in begun)) return begun
        const { wallet, record } = begun
        const { id, requestId, batchId = '' } = record
        open.add(id)
        try {
          ledger.put(record)
          options.onAsked?.({ id })
          const mined = new Promise<TransactionRecord | undefined>((resolve) => {
            waiting.set(id, (next) => {
              const type = next?.status.type
              if (type !== 'asked' && type !== 'uncertain') resolve(next)
            })
          })
          const answer = sendCalls({ ...wallet, ...options, id: batchId, calls, requestId }).then((given) => {
            const kept = ledger.get(id) ?? record
            ledger.put(transactionReducer(kept, { type: 'taken', batchId: given }))
          })
          const outcome = await settle(record, answer)
          if (outcome) return outcome
          release()
          onTaken?.()
          const ended = await mined
          const hash = ended?.hashes.at(-1)
          if (hash !== undefined) {
            announce(record, hash)
            return { type: 'sent', id, hash }
          }
          if (ended?.status.type === 'failed') return { type: 'failed', failure: ended.status.error }
          return { type: 'uncertain', id, failure: readSubmitError(undefined) }
        } finally {
          open.delete(id)
          waiting.delete(id)
        }
      }),
  }
}

import { type ChainId, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SignedChain, SignedTransaction } from '../../chains/SignedChain.ts'
import { isDeclined } from '../../connectors/isDeclined.ts'
import { waitForWallet } from '../../connectors/waitForWallet.ts'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { createGatewayClient } from '../../http/createGatewayClient.ts'
import type { Store } from '../../store/Store.ts'
import { createLedger } from '../createLedger.ts'
import { createStartNotices } from '../createStartNotices.ts'
import type { TransactionsParameters } from '../createTransactionsEngine.ts'
import { randomId } from '../randomId.ts'
import { readSubmitError } from '../readSubmitError.ts'
import type { SubmitOutcome, TransactionsInternals } from '../Submission.ts'
import { sendFailure } from '../sendFailure.ts'
import { signTimeout } from '../signTimeout.ts'
import type { TransactionFailure, TransactionsFeature, TransactionsState } from '../TransactionsFeature.ts'
import { createTurns } from '../takeTurn.ts'
import { followSigned } from './followSigned.ts'
import { replaceSigned } from './replaceSigned.ts'
import { type SignedRecord, signedFormat } from './SignedRecord.ts'

/** The part of the transactions for payments of Solana and Bitcoin. It lets the wallet sign them, and submits them. */
export type SignedTransactions = Pick<TransactionsInternals, 'submitSigned' | 'forget' | 'destroy'> &
  Pick<TransactionsFeature, 'speedUp' | 'cancel' | 'canReplace' | 'dismiss'> & {
    /** Whether a payment on its list has this ID. */
    has: (id: string) => boolean
  }

/** Creates the part for payments of Solana and Bitcoin. */
export function createSignedTransactions({
  context: { config, environment, report, load, onRefusal },
  connection,
  balances,
  activity,
  realtime,
  contacts,
  modal,
  store,
  recordKey,
}: TransactionsParameters & {
  store: Store<TransactionsState>
  /** Storage key of the payments. */
  recordKey: string
}): SignedTransactions {
  const turns = createTurns({ environment, page: randomId(16) })
  const chains = new Map<ChainId, Promise<SignedChain>>()
  const followed = new Map<string, () => void>()
  const seen = new Map<string, SignedRecord>()
  /** Accounts with an open wallet request of this page, and payments whose answer it waits for. */
  const asked = new Set<string>()
  const open = new Set<string>()
  const notices = createStartNotices({ modal })
  let isDestroyed = false

  const chainOf = (chainId: ChainId): Promise<SignedChain> => {
    const known = chains.get(chainId)
    if (known) return known
    const gateway = createGatewayClient({
      ...config,
      chainId,
      fetch: environment.fetch,
      timers: environment,
      onRefusal,
    })
    const chain = loadChain({ chainId, gateway, load })
    chains.set(chainId, chain)
    chain.catch(() => chains.delete(chainId))
    return chain
  }
  const isOwn = ({ from }: SignedRecord) =>
    connection.getState().connections.some(({ account }) => account.allAccounts.some(({ address }) => address === from))
  const refresh = () => {
    void balances.refresh({ force: true })
    void activity.refresh()
  }
  /** Reports the end of a payment. */
  const tellOf = (before: SignedRecord, { status, summary, chainId }: SignedRecord) => {
    if (before.status.type === status.type) return
    if (status.type === 'failed' && environment.isVisible()) {
      modal.toast({ kind: 'error', ...sendFailure(chainId) })
    }
    if (status.type === 'confirmed' && summary.type === 'send') {
      const { receiver: address, receiverName: name } = summary
      void contacts.noteContact({ namespace: parseChainId(chainId).namespace, address, name, hash: status.hash })
    }
    if (status.type !== 'asked' && status.type !== 'uncertain') refresh()
  }
  const follow = ({ id, chainId }: SignedRecord) => {
    followed.set(id, () => {})
    const stop = followSigned({
      ...{ environment, ledger, realtime, id },
      chain: () => chainOf(chainId),
      isAsking: async (record) => open.has(record.id) || (await turns.isTaken({ account: record.from })),
    })
    if (followed.has(id)) followed.set(id, stop)
    else stop()
  }
  const onChange = () => {
    const records = ledger.all()
    for (const record of records) {
      const before = seen.get(record.id)
      seen.set(record.id, record)
      if (before && before !== record) tellOf(before, record)
      notices.note(record)
      if (!record.settled && isOwn(record) && !followed.has(record.id)) follow(record)
    }
    for (const id of [...seen.keys()]) {
      const record = ledger.get(id)
      if (!record) {
        seen.delete(id)
        notices.noteGone(id)
      }
      if (!record || record.settled || !isOwn(record)) {
        followed.get(id)?.()
        followed.delete(id)
      }
    }
  }
  const ledger = createLedger({
    ...{ environment, recordKey, store, isShown: isOwn, onChange: () => onChange() },
    format: signedFormat,
  })
  const unsubscribe = connection.subscribe(() => {
    if (!isDestroyed) ledger.sync()
  })
  const stopAll = () => {
    for (const stop of followed.values()) stop()
    followed.clear()
  }

  /** Returns a change of account or network that prevents a request. */
  const changedFrom = ({ chainId, from }: { chainId: ChainId; from: string }) => {
    const state = connection.getState()
    if (state.status !== 'connected' || state.account.address !== from) return 'account_changed'
    return state.account.chainId === chainId ? undefined : 'chain_changed'
  }
  const withTurn = async (from: string, work: () => Promise<SubmitOutcome>): Promise<SubmitOutcome> => {
    if (asked.has(from)) return { type: 'declined', code: 'wallet_busy' }
    asked.add(from)
    let giveBack: (() => void) | undefined
    try {
      giveBack = await turns.take({ account: from })
      return giveBack ? await work() : { type: 'declined', code: 'transaction_open_elsewhere' }
    } finally {
      asked.delete(from)
      giveBack?.()
    }
  }
  const announce = (record: SignedRecord, hash: string) => {
    if (isDestroyed) return
    modal.noteSent({ hash, type: 'sent' })
    notices.show(ledger.get(record.id) ?? record)
    report({ type: 'transactionSent', hash, chainId: record.chainId })
  }
  /** Submits a signed payment. @returns the failure; undefined if nodes accepted it or the result is still unknown */
  const send = async (record: SignedRecord, signed: SignedTransaction): Promise<TransactionFailure | undefined> => {
    const chain = await chainOf(record.chainId)
    try {
      await chain.broadcast(signed)
      return undefined
    } catch (error) {
      if (!(error instanceof LatchkeyError) || error.code !== 'simulation_failed') return undefined
      // It may have been submitted before. In that case it is pending.
      const { type } = await chain.status(signed).catch(() => ({ type: 'pending' as const }))
      if (type !== 'unknown') return undefined
      return { ...sendFailure(record.chainId), details: error.details, moneyMoved: 'no' }
    }
  }

  const ask = async ({
    chainId,
    from,
    summary,
    payment,
    sign,
    isSentByWallet = false,
    onAsked,
  }: Parameters<TransactionsInternals['submitSigned']>[0]): Promise<SubmitOutcome> => {
    const state = connection.getState()
    const changed = changedFrom({ chainId, from })
    if (changed || state.status !== 'connected') return { type: 'changed', code: changed ?? 'account_changed' }
    const id = randomId(16)
    const record: SignedRecord = {
      ...{ id, chainId, from, summary, payment, isSentByWallet },
      status: { type: 'asked' },
      ...{ canceling: false, versions: [], settled: false },
      askedAt: environment.now(),
      connectorId: state.account.connector.id,
    }
    open.add(id)
    try {
      ledger.put(record)
      onAsked?.({ id })
      const answer = sign()
      // Followed even if it is late, because it moves money.
      if (isSentByWallet)
        answer.then(
          (late) => note(record, late),
          () => {},
        )
      const signed = await waitForWallet({ environment, answer, milliseconds: signTimeout })
      note(record, signed)
      const refused = isSentByWallet ? undefined : await send(record, signed)
      if (refused) {
        ledger.apply(id, { type: 'refused', failure: refused, at: environment.now() })
        return { type: 'failed', failure: refused, id }
      }
      announce(record, signed.hash)
      return { type: 'sent', id, hash: signed.hash }
    } catch (error) {
      const failure = readSubmitError(error)
      // A wallet that only signs has sent nothing, even if its answer was lost.
      const isSafe = !isSentByWallet || failure.moneyMoved === 'no'
      if (!isSafe) {
        ledger.apply(id, { type: 'left' })
        return { type: 'uncertain', id, failure }
      }
      ledger.remove(id)
      const { code } = failure
      if (isDeclined(code)) return { type: 'declined', code }
      return { type: 'failed', failure: { ...failure, moneyMoved: 'no' } }
    } finally {
      open.delete(id)
    }
  }
  /** Records a signature even if the storage was cleared in the meantime. */
  const note = (record: SignedRecord, signed: SignedTransaction) => {
    if (!ledger.get(record.id)) ledger.put(record)
    ledger.apply(record.id, { type: 'signed', signed, at: environment.now() })
  }

  ledger.sync()
  const replacing = { connection, ledger, environment, chainOf, send }
  return {
    has: (id) => ledger.get(id) !== undefined,
    submitSigned: (options) => withTurn(options.from, () => ask(options)),
    canReplace: ({ id }) => replaceSigned.isPossible({ connection, record: ledger.get(id) }),
    speedUp: ({ id, gasPrice }) => replaceSigned.run({ ...replacing, id, kind: 'speedUp', feeRate: gasPrice }),
    cancel: ({ id, gasPrice }) => replaceSigned.run({ ...replacing, id, kind: 'cancel', feeRate: gasPrice }),
    dismiss: ({ id }) => {
      const record = ledger.get(id)
      const isWaiting = record?.status.type === 'asked' || record?.status.type === 'pending'
      if (record && !isWaiting) ledger.remove(id)
    },
    forget: () => {
      stopAll()
      ledger.clear()
    },
    destroy: () => {
      isDestroyed = true
      unsubscribe()
      stopAll()
      ledger.destroy()
      turns.destroy()
    },
  }
}

async function loadChain({
  chainId,
  gateway,
  load,
}: {
  chainId: ChainId
  gateway: GatewayClient
  load: TransactionsParameters['context']['load']
}): Promise<SignedChain> {
  switch (parseChainId(chainId).namespace) {
    case 'solana':
      return (await load(() => import('../../chains/solana/createSolanaChain.ts'))).createSolanaChain({ gateway })
    case 'bip122':
      return (await load(() => import('../../chains/bip122/createBitcoinChain.ts'))).createBitcoinChain({
        gateway,
        chainId,
      })
    case 'eip155':
      throw new ServiceError('internal', { details: 'Wallets of Ethereum-type networks submit their own transactions' })
  }
}

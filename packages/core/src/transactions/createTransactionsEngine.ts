import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { getHistory } from '@latchkey/protocol/api'
import type { ActivityFeature } from '../activity/ActivityFeature.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { ContactsInternals } from '../contacts/createContacts.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { createGatewayClient, type GatewayClient } from '../http/createGatewayClient.ts'
import type { ModalInternals } from '../modal/createModal.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Store } from '../store/Store.ts'
import { noteCallsStatus, readAtomic } from './batch.ts'
import { createLedger } from './createLedger.ts'
import { createReplacing } from './createReplacing.ts'
import { createRequests } from './createRequests.ts'
import { type FollowParameters, followTransaction } from './followTransaction.ts'
import { randomId } from './randomId.ts'
import { recallAnswer } from './recallAnswer.ts'
import type { TransactionsInternals } from './Submission.ts'
import type { TransactionsState } from './TransactionsFeature.ts'
import { createTurns } from './takeTurn.ts'
import { transactionFormat } from './transactionFormat.ts'
import { recordLimit, type TransactionRecord } from './transactionRecord.ts'
import { watchAccount } from './watchAccount.ts'

/** Options of the transactions feature. */
export type TransactionsParameters = {
  context: CoreContext
  connection: ConnectionFeature
  balances: Pick<BalancesFeature, 'refresh'>
  activity: Pick<ActivityFeature, 'refresh'>
  realtime: RealtimeFeature
  contacts: Pick<ContactsInternals, 'noteContact'>
  modal: Pick<ModalInternals, 'toast' | 'noteSent'>
  /** Called on load, and after each write of another tab. */
  onStored: () => void
}

/** The engine for calls of EVM networks. */
export type TransactionsEngine = Omit<TransactionsInternals, 'getState' | 'subscribe' | 'resume' | 'submitSigned'>

/** Creates the engine for calls of EVM networks, which asks wallets and nodes. */
export function createTransactionsEngine({
  store,
  recordKey,
  ...parameters
}: TransactionsParameters & {
  store: Store<TransactionsState>
  /** Storage key of the transactions. */
  recordKey: string
}): TransactionsEngine {
  const { context, connection, balances, activity, realtime, contacts, modal } = parameters
  const { config, environment, onRefusal } = context
  const turns = createTurns({ environment, page: randomId(16) })
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  const gateways = new Map<ChainId, GatewayClient>()
  const gatewayOf = (chainId: ChainId) => {
    const gateway =
      gateways.get(chainId) ??
      createGatewayClient({ ...config, chainId, fetch: environment.fetch, timers: environment, onRefusal })
    gateways.set(chainId, gateway)
    return gateway
  }
  /** Stop functions by transaction ID. */
  const followed = new Map<string, () => void>()
  let isDestroyed = false

  const ownAddresses = () =>
    connection.getState().connections.flatMap(({ account }) => account.allAccounts.map(({ address }) => lower(address)))
  const isOwn = ({ from }: TransactionRecord) => ownAddresses().includes(lower(from))

  const readHistory: FollowParameters['readHistory'] = async ({ accountId, nonce }) => {
    const [namespace, reference, address = ''] = accountId.split(':')
    const { data } = await client.request(getHistory, {
      params: { address },
      query: { chainId: `${namespace}:${reference}` as ChainId, currency: 'usd' },
    })
    return data.data
      .filter(({ metadata }) => lower(metadata.sentFrom) === lower(address) && (metadata.nonce ?? -1) >= nonce)
      .map(({ metadata }) => metadata.hash)
  }
  const readBatch = async (record: TransactionRecord) => {
    const state = connection.getState()
    const provider = connection.getProvider()
    if (state.status !== 'connected' || !provider) return
    const { account } = state
    // Only the wallet that has the batch knows its status.
    if (lower(account.address) !== lower(record.from) || account.connector.id !== record.connectorId) return
    const knowsAll = account.connector.type === 'embedded'
    await noteCallsStatus({ environment, ledger, provider, gateway: gatewayOf(record.chainId), knowsAll, record })
  }

  /** IDs of transactions whose answer was already requested from the client of a paired wallet. */
  const recalled = new Set<string>()
  const recall = (record: TransactionRecord) => {
    const { id, from, connectorId, requestId, batchId, status } = record
    const state = connection.getState()
    const provider = connection.getProvider()
    if (requestId === undefined || recalled.has(id) || requests.isOpen(id) || status.type !== 'uncertain') return
    if (state.status !== 'connected' || !provider || state.account.connector.id !== connectorId) return
    if (!state.account.connector.namesRequests || lower(state.account.address) !== lower(from)) return
    recalled.add(id)
    void recallAnswer({ environment, ledger, provider, id, requestId, isBatch: batchId !== undefined })
  }

  /** The last seen record of each transaction. */
  const seen = new Map<string, TransactionRecord>()
  const onChange = () => {
    for (const record of ledger.all()) {
      const { id, settled } = record
      const before = seen.get(id)
      if (before !== record) {
        seen.set(id, record)
        if (before) tellOf(before, record)
        requests.note(record)
      }
      recall(record)
      if (!settled && isOwn(record) && !followed.has(id) && followed.size < recordLimit) follow(record)
    }
    for (const id of [...seen.keys()]) {
      const record = ledger.get(id)
      if (!record) {
        seen.delete(id)
        requests.noteGone(id)
      }
      if (!record || record.settled || !isOwn(record)) {
        followed.get(id)?.()
        followed.delete(id)
      }
    }
  }
  const follow = ({ id, chainId }: TransactionRecord) => {
    // Set before the first look, because a result that is found immediately leads back here.
    followed.set(id, () => {})
    const stop = followTransaction({
      ...{ environment, ledger, realtime, id, readHistory, readBatch },
      gateway: gatewayOf(chainId),
      isAsking: async (record) => requests.isOpen(record.id) || (await turns.isTaken({ account: lower(record.from) })),
    })
    if (followed.has(id)) followed.set(id, stop)
    else stop()
  }
  /** Reports the end of a transaction. */
  const tellOf = (before: TransactionRecord, { status, summary }: TransactionRecord) => {
    if (before.status.type === status.type) return
    const isOver = status.type === 'confirmed' || status.type === 'failed' || status.type === 'canceled'
    if (!isOver) return
    // The visitor knows about a refusal.
    const isDeclined = status.type === 'failed' && status.error.code === 'user_rejected'
    if (status.type === 'failed' && !isDeclined && environment.isVisible()) {
      const { code, message } = new LatchkeyError('send_failed')
      modal.toast({ kind: 'error', message, code })
    }
    if (status.type === 'confirmed' && summary.type === 'send') {
      const { receiver: address, receiverName: name } = summary
      void contacts.noteContact({ namespace: 'eip155', address, name, hash: status.hash })
    }
    refresh()
  }
  const refresh = () => {
    void balances.refresh({ force: true })
    void activity.refresh()
  }

  const ledger = createLedger({
    ...{ environment, recordKey, store, isShown: isOwn, onChange: () => onChange() },
    format: transactionFormat,
  })
  const shared = { ...parameters, ledger, turns, gatewayOf }
  const requests = createRequests({ ...shared, isDestroyed: () => isDestroyed })
  const replacing = createReplacing({ ...shared, withTurn: requests.withTurn })
  const unsubscribe = connection.subscribe(() => {
    if (!isDestroyed) ledger.sync()
  })
  const stopAll = () => {
    for (const stop of followed.values()) stop()
    followed.clear()
  }

  ledger.sync()
  const unwatch = watchAccount({ config, environment, connection, gatewayOf, onMoved: refresh })

  return {
    submit: (options) =>
      isEmbeddedSmart(connection.getState())
        ? requests.submitBatch({ ...options, calls: [options.call] })
        : requests.submit(options),
    submitBatch: requests.submitBatch,
    canBatch: async ({ chainId }) => {
      const state = connection.getState()
      const provider = connection.getProvider()
      if (state.status !== 'connected' || !provider) return false
      return readAtomic({ environment, provider, from: state.account.address, chainId })
    },
    speedUp: (options) => replacing.replace({ ...options, kind: 'speedUp' }),
    cancel: (options) => replacing.replace({ ...options, kind: 'cancel' }),
    canReplace: ({ id }) => replacing.canReplace(id),
    dismiss: ({ id }) => {
      const status = ledger.get(id)?.status.type
      if (status !== undefined && status !== 'asked' && status !== 'pending') ledger.remove(id)
    },
    forget: () => {
      stopAll()
      ledger.clear()
    },
    destroy: () => {
      isDestroyed = true
      unwatch()
      unsubscribe()
      stopAll()
      ledger.destroy()
      turns.destroy()
    },
  }
}

function isEmbeddedSmart(state: ConnectionState): boolean {
  if (state.status !== 'connected') return false
  const { type, connector } = state.account
  return type === 'smartAccount' && connector.type === 'embedded'
}

function lower(text: string): string {
  return text.toLowerCase()
}

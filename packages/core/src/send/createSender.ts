import { isEvmAddress, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { readSubject, type SubjectStores } from '../account/readSubject.ts'
import type { ActivityFeature } from '../activity/ActivityFeature.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import { assertTransfer } from '../chains/eip155/buildTransfer.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { waitForWallet } from '../connection/waitForWallet.ts'
import { readChainId } from '../connectors/injected/readChainId.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { createGatewayClient, RpcError } from '../http/createGatewayClient.ts'
import type { ModalInternals } from '../modal/createModal.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { checkForm, readToken, toIssue } from './checkForm.ts'
import { noteReceiver, readCounterparties, readIsToken } from './noteReceiver.ts'
import { type PendingTransaction, pendingLimit, readPendingRecord, writePendingRecord } from './pendingRecord.ts'
import { prepareSend, readMax } from './prepareSend.ts'
import { readHandOverError } from './readHandOverError.ts'
import type { SendPreview, SendState } from './SendFeature.ts'
import { type SendEvent, sendReducer } from './sendReducer.ts'
import { watchTransaction } from './watchTransaction.ts'

/** How long the wallet's owner may think about a transaction. */
export const signTimeout = 600_000
/** How long a wallet may take to say where it is. */
export const checkTimeout = 10_000

/** What a send works with. */
export type SenderParameters = SubjectStores & {
  context: CoreContext
  connection: ConnectionFeature
  balances: BalancesFeature
  activity: ActivityFeature
  realtime: RealtimeFeature
  modal: Pick<ModalInternals, 'toast' | 'noteSent'>
  dispatch: (event: SendEvent) => void
  getState: () => SendState
}

/** The part of a send that asks the chain and the wallet. */
export type Sender = {
  /** All transitions; those of the form alone are there from the start. */
  reduce: typeof sendReducer
  max: () => Promise<string>
  prepare: (options: { attempt: number }) => Promise<void>
  confirm: (options: { preview: SendPreview }) => Promise<void>
  resume: () => void
  /** Stops watching: the visitor left, and the record is gone. */
  forget: () => void
  destroy: () => void
}

/** Makes the part of a send that asks the chain and the wallet. */
export function createSender({
  context,
  connection,
  networks,
  balances,
  activity,
  realtime,
  modal,
  dispatch,
  getState,
}: SenderParameters): Sender {
  const { config, environment, report, onRefusal } = context
  /** By hash, what stops each. */
  const watched = new Map<string, () => void>()
  let destroyed = false

  const gatewayOf = (chainId: SendPreview['chainId']) =>
    createGatewayClient({ ...config, chainId, fetch: environment.fetch, onRefusal })
  const currentSubject = () => {
    const subject = readSubject({ connection, networks })
    if (subject && subject.network.chainNamespace !== 'eip155') throw new LatchkeyError('adapter_not_found')
    if (subject) return subject
    const { status } = connection.getState()
    throw new LatchkeyError(status === 'connected' ? 'no_active_network' : 'no_active_account')
  }

  const paysCost = () => {
    const state = connection.getState()
    return state.status !== 'connected' || state.account.type !== 'smartAccount'
  }

  const { storage } = environment
  /** Changes what is stored now: other tabs write too, and what other accounts wait for stays. */
  const keep = (change: (stored: readonly PendingTransaction[]) => readonly PendingTransaction[]) => {
    try {
      const transactions = change(readPendingRecord(storage.getItem(pendingRecordKey))).slice(-pendingLimit)
      if (transactions.length === 0) storage.removeItem(pendingRecordKey)
      else storage.setItem(pendingRecordKey, writePendingRecord(transactions))
    } catch {
      // Without storage a reload forgets the watch; the transaction itself is in the history.
    }
  }
  const stopAll = () => {
    for (const stop of watched.values()) stop()
    watched.clear()
  }
  const watch = (pending: PendingTransaction) => {
    const { hash, preview } = pending
    if (watched.has(hash) || watched.size >= pendingLimit) return
    const stop = watchTransaction({
      context,
      gateway: gatewayOf(preview.chainId),
      realtime,
      pending,
      onSlow: () => dispatch({ type: 'slow', hash }),
      onOutcome: (outcome) => {
        watched.delete(hash)
        keep((stored) => stored.filter((other) => other.hash !== hash))
        if (outcome.type === 'confirmed') dispatch({ type: 'confirmed', hash, block: outcome.block })
        else {
          const { code, message } = new ServiceError(
            outcome.type === 'reverted' ? 'transaction_reverted' : 'transaction_replaced',
          )
          const moneyMoved = outcome.type === 'reverted' ? 'only-network-cost' : 'unknown'
          dispatch({ type: 'failed', hash, error: { code, message, details: undefined, moneyMoved } })
          toastFailure()
        }
        void balances.refresh({ force: true })
        void activity.refresh()
      },
    })
    watched.set(hash, stop)
  }

  /** What stands against handing the preview over: the wallet itself says where it is and whose it is. */
  const checkWallet = async (preview: SendPreview) => {
    const inUse = () => {
      const state = connection.getState()
      if (state.status !== 'connected') throw new LatchkeyError('wallet_disconnected')
      return state.account
    }
    const { connector } = inUse()
    const provider = connection.getProvider()
    if (!provider) throw new LatchkeyError('wallet_disconnected')
    const [accounts, chainId] = await waitForWallet({
      environment,
      answer: Promise.all([provider.request({ method: 'eth_accounts' }), provider.request({ method: 'eth_chainId' })]),
      milliseconds: checkTimeout,
    })
    const from = preview.from.toLowerCase()
    const shared = Array.isArray(accounts) ? accounts.map((account) => String(account).toLowerCase()) : []
    if (readChainId(chainId) !== preview.chainId) return { provider, changed: 'chain_changed' } as const
    // Read once more: the visitor may have left, or chosen another wallet, while this one thought.
    const now = inUse()
    if (!shared.includes(from) || now.address.toLowerCase() !== from || now.connector.id !== connector.id)
      return { provider, changed: 'account_changed' } as const
    return { provider, changed: undefined }
  }

  const toastFailure = () => {
    const { code, message } = new LatchkeyError('send_failed')
    modal.toast({ kind: 'error', message, code })
  }

  const fail = (preview: SendPreview, failure: ReturnType<typeof readHandOverError>) => {
    dispatch({ type: 'signFailed', preview, error: failure })
    toastFailure()
  }

  const handOver = (preview: SendPreview, hash: `0x${string}`) => {
    const pending = { hash, preview, sentAt: environment.now() }
    keep((stored) => [...stored.filter((other) => other.hash !== hash), pending])
    if (destroyed) return
    dispatch({ type: 'handedOver', preview, hash })
    modal.noteSent({ hash })
    modal.toast({ kind: 'success', message: 'Transaction started', text: 'transactionStarted' })
    report({ type: 'transactionSent', hash, chainId: preview.chainId })
    watch(pending)
  }

  return {
    reduce: sendReducer,
    max: async () => {
      const subject = currentSubject()
      const { form } = getState()
      const token =
        form.token && form.token.chainId === subject.network.caipNetworkId ? readToken(form.token) : undefined
      if (!token) throw new ServiceError('token_missing')
      const probe = checkForm({ form: { ...form, sendTokenAmount: '1' }, network: subject.network })
      const receiver = 'checked' in probe ? probe.checked.receiver : undefined
      const gateway = gatewayOf(subject.network.caipNetworkId)
      return readMax({ token, receiver, subject, gateway, paysCost: paysCost() }).catch((cause: unknown) => {
        throw cause instanceof RpcError
          ? new LatchkeyError('estimate_gas_failed', { cause, details: cause.message })
          : cause
      })
    },

    prepare: async ({ attempt }) => {
      const subject = currentSubject()
      const { form } = getState()
      const nativeRow = balances.getState().data?.find(({ address }) => address === undefined)
      const client = createApiClient({ ...config, fetch: environment.fetch, onRefusal })
      const gateway = gatewayOf(subject.network.caipNetworkId)
      const address = form.receiverAddress.trim()
      const [result, history, isToken] = await Promise.all([
        prepareSend({ form, subject, gateway, nativeRow, paysCost: paysCost() }),
        readCounterparties({ client, subject }),
        isEvmAddress(address) && readIsToken({ gateway, address }),
      ])
      if ('issues' in result) dispatch({ type: 'formRefused', attempt, issues: result.issues })
      else if (readSubject({ connection, networks })?.accountId !== subject.accountId)
        dispatch({ type: 'formRefused', attempt, issues: [toIssue('transaction', 'account_changed')] })
      else {
        const receiverNotice = noteReceiver({
          ...{ receiver: result.preview.receiver, own: subject.address, history, isToken },
        })
        dispatch({ type: 'previewReady', attempt, preview: { ...result.preview, receiverNotice } })
      }
    },

    confirm: async ({ preview }) => {
      const { transaction } = preview
      let wallet: Awaited<ReturnType<typeof checkWallet>>
      try {
        wallet = await checkWallet(preview)
        const token = readToken(preview.token)?.tokenAddress
        assertTransfer({
          call: { ...transaction, to: transaction.to as `0x${string}` },
          transfer: { token, receiver: preview.receiver as `0x${string}`, amount: preview.amount },
        })
      } catch (error) {
        fail(preview, { ...readHandOverError(error), moneyMoved: 'no' })
        return
      }
      if (wallet.changed) {
        dispatch({ type: 'previewOutdated', issue: toIssue('transaction', wallet.changed) })
        return
      }
      // A wallet may also throw in place of a rejection.
      const ask = async () =>
        wallet.provider.request({
          method: 'eth_sendTransaction',
          params: [
            {
              from: preview.from,
              to: transaction.to,
              value: toHexadecimal(transaction.value),
              data: transaction.data,
              gas: toHexadecimal(transaction.gas),
              gasPrice: toHexadecimal(transaction.gasPrice),
              chainId: toHexadecimal(BigInt(parseChainId(preview.chainId).reference)),
              type: '0x0',
            },
          ],
        })
      // Followed to its end however late it comes: a hash means that money moves.
      const handed = ask().then((hash) => {
        if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash))
          throw new LatchkeyError('wallet_failed', { details: 'The wallet answered without a transaction hash' })
        handOver(preview, hash as `0x${string}`)
      })
      try {
        await waitForWallet({ environment, answer: handed, milliseconds: signTimeout })
      } catch (error) {
        const failure = readHandOverError(error)
        if (failure.code === 'user_rejected' || failure.code === 'wallet_busy')
          dispatch({ type: 'signDeclined', issue: toIssue('transaction', failure.code) })
        else fail(preview, failure)
      }
    },

    resume: () => {
      const state = connection.getState()
      if (state.status !== 'connected') return
      let text: string | null = null
      try {
        text = storage.getItem(pendingRecordKey)
      } catch {}
      const addresses = state.connections.flatMap(({ account }) =>
        account.allAccounts.map(({ address }) => address.toLowerCase()),
      )
      const own = readPendingRecord(text).filter(({ preview }) => addresses.includes(preview.from.toLowerCase()))
      for (const pending of own) watch(pending)
      // Only what the account in use sent is shown; whatever else comes to its end says so in a toast.
      const shown = own.filter(({ preview }) => preview.from.toLowerCase() === state.account.address.toLowerCase())
      const newest = shown.sort((a, b) => b.sentAt - a.sentAt)[0]
      if (newest) dispatch({ type: 'resumed', ...newest })
    },

    forget: stopAll,

    destroy: () => {
      destroyed = true
      stopAll()
    },
  }
}

function toHexadecimal(value: bigint): string {
  return `0x${value.toString(16)}`
}

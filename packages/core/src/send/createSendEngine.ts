import { type ChainNamespace, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { readSubject, type SubjectStores } from '../account/readSubject.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ContactsFeature } from '../contacts/ContactsFeature.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { createGatewayClient } from '../http/createGatewayClient.ts'
import type { ModalInternals } from '../modal/createModal.ts'
import type { NamesFeature } from '../names/NamesFeature.ts'
import type { Store } from '../store/Store.ts'
import type { SubmitOutcome, TransactionsInternals } from '../transactions/Submission.ts'
import { sendFailure } from '../transactions/sendFailure.ts'
import { createReceiverSearch } from './createReceiverSearch.ts'
import { createEvmSend } from './eip155/createEvmSend.ts'
import { initialMachine, readName } from './formReducer.ts'
import { noteReceiver, readCounterparties } from './noteReceiver.ts'
import type { SendFamily, SendFamilyParameters } from './SendFamily.ts'
import type { SendFeature, SendForm, SendPreview, SendState } from './SendFeature.ts'
import { dropSends, keepSend, readSends } from './sendRecord.ts'
import { type SendEvent, sendReducer } from './sendReducer.ts'
import { toIssue } from './toIssue.ts'

/** Options of {@link createSendEngine}. */
export type SendEngineParameters = SubjectStores & {
  context: CoreContext
  connection: ConnectionFeature
  balances: BalancesFeature
  contacts: Pick<ContactsFeature, 'list'>
  names: Pick<NamesFeature, 'resolve'>
  transactions: TransactionsInternals
  modal: Pick<ModalInternals, 'toast'>
  /** Contains the form as typed before the engine loaded. */
  store: Store<SendState>
}

/** The engine of a send. */
export type SendEngine = Omit<SendFeature, 'getState' | 'subscribe'> & {
  /** Shows a pending payment, once the records are read. */
  resume: () => void
  destroy: () => void
}

/** Creates the engine of a send, which runs the form, the preview and the tracking of the transaction. */
export function createSendEngine({
  context,
  connection,
  networks,
  balances,
  contacts,
  names,
  transactions,
  modal,
  store,
}: SendEngineParameters): SendEngine {
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  const { getState } = store
  let machine = initialMachine
  let attempts = 0
  let isResuming = false

  const dispatch = (event: SendEvent) => {
    machine = sendReducer(machine, event)
    store.setState(machine.state)
  }
  const gatewayOf = (chainId: SendPreview['chainId']) =>
    createGatewayClient({ ...config, chainId, fetch: environment.fetch, timers: environment, onRefusal })
  const currentSubject = () => {
    const subject = readSubject({ connection, networks })
    if (subject) return subject
    const { status } = connection.getState()
    throw new ServiceError(status === 'connected' ? 'no_active_network' : 'no_active_account')
  }
  const parameters = { context, connection, balances, transactions, client, gatewayOf }
  const families = new Map<ChainNamespace, Promise<SendFamily>>()
  const familyOf = (namespace: ChainNamespace): Promise<SendFamily> => {
    const known = families.get(namespace)
    if (known) return known
    const family = loadFamily(namespace, parameters)
    families.set(namespace, family)
    // After a failure, the next use loads it again.
    family.catch(() => families.delete(namespace))
    return family
  }
  const search = createReceiverSearch({
    context,
    names,
    dispatch,
    getState,
    chainId: () => readSubject({ connection, networks })?.network.caipNetworkId,
  })

  /** Updates the state from the list of transactions. */
  const follow = () => {
    const state = getState()
    const { transactions: list } = transactions.getState()
    const shown = 'transactionId' in state && list.find(({ id }) => id === state.transactionId)
    if (shown) dispatch({ type: 'tracked', transaction: shown })
    if (isResuming) resumeShown()
    const over = list.filter(
      ({ status }) =>
        status.type === 'canceled' || status.type === 'failed' || (status.type === 'confirmed' && status.final),
    )
    if (over.length > 0)
      dropSends(
        environment,
        over.map(({ id }) => id),
      )
  }
  const resumeShown = () => {
    const state = connection.getState()
    if (state.status !== 'connected') return
    const sends = readSends(environment)
    // Only a payment of the current account is shown, the newest first.
    const newest = transactions
      .getState()
      .transactions.find(
        ({ id, from, status, isTaken }) =>
          (status.type === 'pending' || status.type === 'uncertain' || isTaken) &&
          from.toLowerCase() === state.account.address.toLowerCase() &&
          sends.some((send) => send.id === id),
      )
    const preview = sends.find(({ id }) => id === newest?.id)?.preview
    if (!newest || !preview) return
    isResuming = false
    dispatch({ type: 'resumed', preview, transaction: newest })
  }
  const unsubscribe = transactions.subscribe(follow)

  const fail = (preview: SendPreview, { failure: error, id }: Extract<SubmitOutcome, { type: 'failed' }>) => {
    dispatch({ type: 'signFailed', preview, error, id })
    modal.toast({ kind: 'error', ...sendFailure(preview.chainId) })
  }

  const prepare = async (attempt: number) => {
    const subject = currentSubject()
    const { form: typed } = getState()
    const name = readName(typed.receiverAddress)
    const chainId = subject.network.caipNetworkId
    const resolved = name === undefined ? undefined : await search.resolve({ name, chainId })
    if (resolved && 'error' in resolved) {
      const { code, message } = resolved.error
      return dispatch({ type: 'formRefused', attempt, issues: [toIssue('receiverAddress', code, message)] })
    }
    const address = resolved?.address ?? typed.receiverAddress.trim()
    const form = { ...typed, receiverAddress: address }
    const { chainNamespace: namespace } = subject.network
    const family = await familyOf(namespace)
    const [result, history, paid] = await Promise.all([
      family.prepare({ form, subject }),
      readCounterparties({ client, subject, receiver: address, now: environment.now }),
      contacts.list({ namespace }).catch(() => []),
    ])
    if ('issues' in result) dispatch({ type: 'formRefused', attempt, issues: result.issues })
    else if (readSubject({ connection, networks })?.accountId !== subject.accountId)
      dispatch({ type: 'formRefused', attempt, issues: [toIssue('transaction', 'account_changed')] })
    else {
      const { receiver, receiverNotice: known } = result.preview
      const receiverNotice = noteReceiver({
        ...{ namespace, receiver, own: subject.address, history, known },
        contacts: paid.map((contact) => contact.address),
      })
      const named = resolved ? { receiverName: resolved.name } : {}
      dispatch({ type: 'previewReady', attempt, preview: { ...result.preview, ...named, receiverNotice } })
    }
  }

  const confirm = async (preview: SendPreview) => {
    const { amountText, receiver, receiverName, token, transaction } = preview
    const family = await familyOf(transaction.namespace)
    let asked: string | undefined
    const outcome = await family.submit({
      preview,
      summary: { type: 'send', symbol: token.symbol, amountText, iconUrl: token.iconUrl, receiver, receiverName },
      onAsked: ({ id }) => {
        asked = id
        keepSend(environment, { id, preview })
      },
      onTaken: () => {
        if (asked !== undefined) dispatch({ type: 'taken', preview, id: asked })
      },
    })
    switch (outcome.type) {
      case 'sent':
        dispatch({ type: 'handedOver', preview, id: outcome.id, hash: outcome.hash })
        return follow()
      case 'uncertain':
        dispatch({ type: 'silent', preview, id: outcome.id, error: outcome.failure })
        return follow()
    }
    if (asked !== undefined) dropSends(environment, [asked])
    if (outcome.type === 'declined') dispatch({ type: 'signDeclined', issue: toIssue('transaction', outcome.code) })
    else if (outcome.type === 'changed')
      dispatch({ type: 'previewOutdated', issue: toIssue('transaction', outcome.code) })
    // The list of transactions already shows the state of an accepted payment.
    else if (getState().status === 'signing') fail(preview, outcome)
  }

  /** Returns the form with the address of a resolved name as its receiver. */
  const formWithAddress = (): SendForm => {
    const { form, receiver } = getState()
    return receiver.status === 'resolved' ? { ...form, receiverAddress: receiver.address } : form
  }
  const edit = (form: Partial<SendForm>) => {
    const { receiverAddress } = getState().form
    dispatch({ type: 'edited', form })
    if (getState().form.receiverAddress !== receiverAddress) search.lookUp()
  }
  // The form may have been typed before the engine loaded. Its name has not been looked up yet.
  dispatch({ type: 'edited', form: getState().form })
  search.lookUp()

  return {
    edit,
    max: async () => {
      const subject = currentSubject()
      const form = formWithAddress()
      return (await familyOf(subject.network.chainNamespace)).max({ form, subject })
    },

    gasPrices: async () => {
      const subject = currentSubject()
      const form = formWithAddress()
      return (await familyOf(subject.network.chainNamespace)).speeds({ form, subject })
    },

    prepare: async () => {
      const attempt = ++attempts
      dispatch({ type: 'prepareStarted', attempt })
      if (machine.attempt !== attempt) return
      try {
        await prepare(attempt)
      } catch (error) {
        const { code, message, details } =
          error instanceof LatchkeyError ? error : new LatchkeyError('send_failed', { details: String(error) })
        dispatch({ type: 'prepareFailed', attempt, error: { code, message, details, moneyMoved: 'no' } })
      }
    },
    confirm: async () => {
      const { state } = machine
      if (state.status !== 'preview') return
      // Synchronously, before the first await. A second call then finds `signing` and does nothing.
      dispatch({ type: 'signStarted' })
      try {
        await confirm(state.preview)
      } catch {
        // The code for wallet requests could not be loaded, so no wallet was asked.
        dispatch({ type: 'signDeclined', issue: toIssue('transaction', 'network_request_failed') })
      }
    },
    reset: () => {
      dispatch({ type: 'reset' })
      search.lookUp()
    },

    resume: () => {
      isResuming = true
      resumeShown()
    },

    destroy: () => {
      unsubscribe()
      search.destroy()
    },
  }
}

async function loadFamily(namespace: ChainNamespace, parameters: SendFamilyParameters): Promise<SendFamily> {
  const { load } = parameters.context
  switch (namespace) {
    case 'eip155':
      return createEvmSend(parameters)
    case 'solana':
      return (await load(() => import('./solana/createSolanaSend.ts'))).createSolanaSend(parameters)
    case 'bip122':
      return (await load(() => import('./bip122/createBitcoinSend.ts'))).createBitcoinSend(parameters)
  }
}

import { type ErrorCode, LatchkeyError, parseAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { followSubject } from '../account/followSubject.ts'
import { readSubject, type Subject, type SubjectStores } from '../account/readSubject.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { createGatewayClient, RpcError } from '../http/createGatewayClient.ts'
import type { Store } from '../store/Store.ts'
import type { TransactionsInternals } from '../transactions/Submission.ts'
import type { SwapWork } from './buildSwap.ts'
import { readSwapToken, toSwapIssue } from './checkSwapForm.ts'
import { confirmSwap } from './confirmSwap.ts'
import { createQuoting } from './createQuoting.ts'
import { followSwap } from './followSwap.ts'
import { listSwapTokens } from './listSwapTokens.ts'
import { readPermitDomain } from './permit.ts'
import { prepareSwap, type SwapAbilities, type SwapPlan } from './prepareSwap.ts'
import { readSwapMax } from './readSwapMax.ts'
import type { SwapFeature, SwapForm, SwapPreview, SwapState } from './SwapFeature.ts'
import { type SwapEvent, type SwapMachine, swapReducer } from './swapReducer.ts'
import { toFailure } from './toFailure.ts'

/** Market answers that concern the amount and are not failures. */
const aboutAmount: readonly ErrorCode[] = ['amount_too_small', 'insufficient_liquidity']

/** Options of {@link createSwapEngine}. */
export type SwapEngineParameters = SubjectStores & {
  context: CoreContext
  connection: ConnectionFeature
  balances: BalancesFeature
  transactions: TransactionsInternals
}

/** The engine of a swap. Its caller creates the store. */
export type SwapEngine = Omit<SwapFeature, 'getState' | 'subscribe'> & { destroy: () => void }

/** Creates the engine of a swap, which makes the requests to server, network and wallet. */
export function createSwapEngine({
  context,
  connection,
  networks,
  balances,
  transactions,
  store,
}: SwapEngineParameters & { store: Store<SwapState> }): SwapEngine {
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  /** The plan of each preview. */
  const plans = new WeakMap<SwapPreview, SwapPlan>()
  /** IDs of connectors that refused a permit. They get an approval instead. */
  const refusesPermits = new Set<string>()
  let machine: SwapMachine = { state: store.getState(), attempt: undefined }
  let attempts = 0
  let stopFollowing = () => {}
  /** Price of the native token in usd, from the newest list of tokens. */
  let nativePrice: number | undefined
  /** The account or network changed during a wallet request. */
  let hasMoved = false

  const dispatch = (event: SwapEvent) => {
    machine = swapReducer(machine, event)
    store.setState(machine.state)
  }
  const { getState } = store
  const currentSubject = (): Subject => {
    const subject = readSubject({ connection, networks })
    if (subject && subject.network.chainNamespace !== 'eip155') throw new ServiceError('swap_network_unsupported')
    if (subject) return subject
    const { status } = connection.getState()
    throw new ServiceError(status === 'connected' ? 'no_active_network' : 'no_active_account')
  }
  const workOf = (subject: Subject): SwapWork => ({
    ...{ client, subject, now: environment.now },
    gateway: createGatewayClient({
      ...{ ...config, chainId: subject.network.caipNetworkId },
      ...{ fetch: environment.fetch, timers: environment, onRefusal },
    }),
  })
  const accountInUse = () => {
    const state = connection.getState()
    return state.status === 'connected' ? state.account : undefined
  }
  const abilitiesOf = (): SwapAbilities => {
    const account = accountInUse()
    return {
      paysCost: account?.type !== 'smartAccount',
      nativePrice: () =>
        balances.getState().data?.find(({ address }) => address === undefined)?.price ?? nativePrice ?? undefined,
      canBatch: () => transactions.canBatch({ chainId: currentSubject().network.caipNetworkId }).catch(() => false),
      findPermit: async ({ work: { gateway, subject }, token }) => {
        // Tokens verify permits only against signatures of EOAs.
        if (account?.type !== 'eoa' || refusesPermits.has(account.connector.id)) return undefined
        return readPermitDomain({ gateway, token, chainId: subject.network.caipNetworkId })
      },
    }
  }
  const quoting = createQuoting({
    ...{ context, client, networks, getState, dispatch },
    subject: () => readSubject({ connection, networks }),
  })
  const plan = (parameters: { form: SwapForm; work: SwapWork }) => {
    const options = { ...parameters, abilities: abilitiesOf() }
    return prepareSwap(options).catch((error: unknown) => {
      // The price moved between the quote and the build. Try again with a new quote.
      if (error instanceof LatchkeyError && error.code === 'quote_outdated') return prepareSwap(options)
      throw error
    })
  }
  /** Stores the plan of a preview and returns the preview. */
  const keep = ({ preview, plan }: { preview: SwapPreview; plan: SwapPlan }) => {
    plans.set(preview, plan)
    return preview
  }
  const changed = (event: SwapEvent) => {
    const { form } = getState()
    dispatch(event)
    const now = getState()
    if (now.form !== form && now.status !== 'working') quoting.changed()
  }
  /** Whether the form remains valid: it was filled before the connection, or for the network that is now in use. */
  const isStillMeant = (before: Subject | undefined, now: Subject | undefined) => {
    const { from, to } = getState().form
    const isHere = [from, to].every(
      (token) => !token || parseAccountId(token.address).chainId === now?.network.caipNetworkId,
    )
    return now !== undefined && isHere && (before === undefined || before.address === now.address)
  }
  let known: { subject: Subject | undefined } | undefined
  const stopSubject = followSubject({
    ...{ connection, networks },
    onChange: (subject) => {
      const before = known
      known = { subject }
      if (!before) return
      quoting.stop()
      nativePrice = undefined
      hasMoved = true
      if (!isStillMeant(before.subject, subject)) return dispatch({ type: 'reset' })
      // Previews without an account, or for another network, are void.
      dispatch({ type: 'edited', form: {} })
      quoting.changed()
    },
  })
  if (getState().form.amount !== '') quoting.changed()

  return {
    edit: (form) => changed({ type: 'edited', form }),
    flip: () => changed({ type: 'flipped' }),
    watch: quoting.watch,
    max: async () => {
      const subject = currentSubject()
      const { form, pricing } = getState()
      const from = readSwapToken({ token: form.from, network: subject.network })
      if (!from) throw new ServiceError('token_missing')
      const { paysCost } = abilitiesOf()
      return readSwapMax({ work: workOf(subject), from, pricing, paysCost }).catch((cause: unknown) => {
        throw cause instanceof RpcError
          ? new ServiceError('estimate_gas_failed', { cause, details: cause.message })
          : cause
      })
    },
    listTokens: async () => {
      const subject = currentSubject()
      const tokens = await listSwapTokens({ client, subject, balances })
      const native = tokens.find((token) => !readSwapToken({ token, network: subject.network })?.address)
      if (readSubject({ connection, networks })?.accountId === subject.accountId)
        nativePrice = native?.price ?? undefined
      return tokens
    },
    prepare: async () => {
      const attempt = ++attempts
      dispatch({ type: 'prepareStarted', attempt })
      if (machine.attempt !== attempt) return
      try {
        const subject = currentSubject()
        const { form } = getState()
        const result = await plan({ form, work: workOf(subject) })
        if ('issues' in result) dispatch({ type: 'formRefused', attempt, issues: result.issues })
        else if (readSubject({ connection, networks })?.accountId !== subject.accountId)
          dispatch({ type: 'formRefused', attempt, issues: [toSwapIssue('transaction', 'account_changed')] })
        else dispatch({ type: 'previewReady', attempt, preview: keep(result) })
      } catch (error) {
        const failure = toFailure(error)
        const issue = aboutAmount.includes(failure.code) && toSwapIssue('amount', failure.code, failure.message)
        if (issue) dispatch({ type: 'formRefused', attempt, issues: [issue] })
        else dispatch({ type: 'prepareFailed', attempt, error: { ...failure, moneyMoved: 'no' } })
      }
    },
    confirm: async ({ acceptImpact = false } = {}) => {
      const state = getState()
      const shownPlan = state.status === 'preview' && plans.get(state.preview)
      if (state.status !== 'preview' || !shownPlan) return
      const { preview, form } = state
      if ((preview.impact === 'confirm' || preview.impact === 'unknown') && !acceptImpact) {
        dispatch({ type: 'held', issue: toSwapIssue('transaction', 'price_impact_unconfirmed') })
        return
      }
      // Synchronously, before the first await. A second call then finds `working` and does nothing.
      dispatch({ type: 'working', preview, step: preview.steps[0] ?? 'swap', waitsFor: 'wallet' })
      stopFollowing()
      hasMoved = false
      const end = await confirmSwap({
        ...{ preview, plan: shownPlan, environment, connection, transactions },
        subjectNow: () => readSubject({ connection, networks }),
        tell: (next) => dispatch({ type: 'working', ...next }),
        refusePermits: () => {
          const account = accountInUse()
          if (account) refusesPermits.add(account.connector.id)
        },
        replan: async () => {
          const result = await plan({ form, work: shownPlan.work })
          return 'issues' in result ? result : { preview: keep(result), plan: result.plan }
        },
      })
      // The form belongs to another account or network. A submitted swap is still reported.
      const isForeign = hasMoved && (end.type === 'declined' || end.type === 'stopped')
      dispatch(isForeign ? { type: 'emptied', issue: end.issue } : end)
      const id = end.type === 'handedOver' ? end.transactionId : end.type === 'failed' ? end.id : undefined
      if (end.type === 'handedOver') quoting.stop()
      else if (end.type !== 'failed') quoting.changed()
      if (id === undefined || end.type === 'declined' || end.type === 'stopped') return
      stopFollowing = followSwap({
        ...{ id, preview: end.preview, transactions, dispatch, work: shownPlan.work },
      })
    },
    reset: () => {
      quoting.stop()
      dispatch({ type: 'reset' })
    },
    destroy: () => {
      stopSubject()
      stopFollowing()
      quoting.destroy()
    },
  }
}

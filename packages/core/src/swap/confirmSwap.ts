import { type ErrorCode, formatUnits, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Subject } from '../account/readSubject.ts'
import { readGas } from '../chains/eip155/readCosts.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { Environment } from '../environment/Environment.ts'
import type { SubmitOutcome, TransactionsInternals } from '../transactions/Submission.ts'
import type { TransactionCall, TransactionSummary } from '../transactions/TransactionsFeature.ts'
import { planApprovals, readAllowance } from './approval.ts'
import { askPermit } from './askPermit.ts'
import { type BuiltSwap, buildSwap, type SignedPermit } from './buildSwap.ts'
import { toSwapIssue } from './checkSwapForm.ts'
import type { SwapPlan } from './prepareSwap.ts'
import type { SwapIssue, SwapPreview, SwapStep } from './SwapFeature.ts'
import type { SwapEvent } from './swapReducer.ts'
import { toFailure } from './toFailure.ts'
import { waitUntilMined } from './waitUntilMined.ts'

/** Age in milliseconds after which the price is fetched again before the wallet request. */
export const priceAge = 15_000

/** Result of a confirmation for the reducer. `id` is a transaction that may have been sent. */
export type ConfirmEnd =
  | Extract<SwapEvent, { type: 'declined' | 'stopped' | 'handedOver' }>
  | (Extract<SwapEvent, { type: 'failed' }> & { id?: string | undefined })

export type ConfirmParameters = {
  preview: SwapPreview
  plan: SwapPlan
  environment: Environment
  connection: ConnectionFeature
  transactions: TransactionsInternals
  subjectNow: () => Subject | undefined
  tell: (next: { preview: SwapPreview; step: SwapStep; waitsFor: 'wallet' | 'block' }) => void
  /** The current wallet does not sign permits. */
  refusePermits: () => void
  /** Creates a new preview of the same form. */
  replan: () => Promise<{ preview: SwapPreview; plan: SwapPlan } | { issues: readonly SwapIssue[] }>
}

/** Stops the steps without a failure. */
class Halt extends Error {
  readonly kind: 'declined' | 'changed' | 'outdated'
  readonly code: ErrorCode

  constructor({ kind, code, message }: { kind: Halt['kind']; code: ErrorCode; message?: string | undefined }) {
    super(message ?? new ServiceError(code).message)
    this.kind = kind
    this.code = code
  }
}

/** A failed submission, with the outcome that the transactions feature reports. */
class SubmitFailure extends Error {
  readonly outcome: Extract<SubmitOutcome, { type: 'failed' | 'uncertain' }>
  /** True for the swap, false for an approval. */
  readonly isSwap: boolean

  constructor({ outcome, isSwap }: Pick<SubmitFailure, 'outcome' | 'isSwap'>) {
    super(outcome.failure.message)
    this.outcome = outcome
    this.isSwap = isSwap
  }
}

/**
 * Runs the steps of a preview. It reads the allowance of the router right before each step, renews an old price, and checks the final bytes
 * before it passes them to the wallet. It never accepts less than the preview promised. If the promise can no longer be kept, it creates a
 * new preview.
 */
export async function confirmSwap(parameters: ConfirmParameters): Promise<ConfirmEnd> {
  const { replan, subjectNow } = parameters
  const run = createRun(parameters)
  try {
    return await run.go()
  } catch (error) {
    const { preview } = run.now()
    const approvalStands = run.hasApproved() ? { approvalStands: true } : {}
    if (error instanceof SubmitFailure) {
      const { failure } = error.outcome
      const isOpen = error.isSwap && error.outcome.type === 'uncertain'
      return {
        ...{ type: 'failed', hash: undefined, error: withCost(failure, run.hasPaid()) },
        ...(isOpen ? { preview: run.handed(), id: error.outcome.id } : { preview }),
      }
    }
    const outdated = error instanceof LatchkeyError && error.code === 'quote_outdated'
    if (!(error instanceof Halt) && !outdated) {
      const failure = { ...toFailure(error), moneyMoved: 'no' } as const
      return { type: 'failed', preview, hash: undefined, error: withCost(failure, run.hasPaid()) }
    }
    const issue = { ...toSwapIssue('transaction', error.code, error.message), ...approvalStands }
    if (error instanceof Halt && error.kind === 'changed') return { type: 'stopped', issue }
    if (error instanceof Halt && error.kind === 'declined' && !run.hasApproved())
      return { type: 'declined', preview, issue }
    // The new preview has only the remaining steps, at the current price.
    try {
      const next = await replan()
      const here = subjectNow()?.accountId === parameters.plan.work.subject.accountId
      if (!here || 'issues' in next)
        return { type: 'stopped', issue: 'issues' in next ? (next.issues[0] ?? issue) : issue }
      return { type: 'declined', preview: next.preview, issue }
    } catch (cause) {
      const failure = { ...toFailure(cause), moneyMoved: 'no' } as const
      return { type: 'failed', preview, hash: undefined, error: withCost(failure, run.hasPaid()) }
    }
  }
}

/** A confirmed approval has cost something, whether it succeeded or failed. */
function withCost<Failure extends { moneyMoved: string }>(failure: Failure, hasPaid: boolean): Failure {
  return hasPaid && failure.moneyMoved === 'no' ? { ...failure, moneyMoved: 'only-network-cost' } : failure
}

function createRun({
  preview: shown,
  plan,
  environment,
  connection,
  transactions,
  subjectNow,
  tell,
  refusePermits,
}: ConfirmParameters) {
  const { work, checked } = plan
  const { gateway, subject } = work
  const { from, amount } = checked
  const { chainId, account } = shown
  const token = from.address
  const spender = shown.spender?.split(':')[2]
  let preview = shown
  let built: BuiltSwap = plan.built
  let builtAt = plan.builtAt
  let approved = false
  let hasPaid = false

  const stay = () => {
    const now = subjectNow()
    if (now?.accountId === subject.accountId) return
    const state = connection.getState()
    const sameAccount = state.status === 'connected' && state.account.address.toLowerCase() === account.toLowerCase()
    throw new Halt({ kind: 'changed', code: sameAccount ? 'chain_changed' : 'account_changed' })
  }
  const rebuild = async (options: {
    before: readonly TransactionCall[] | SwapPlan['approvals']
    permit?: SignedPermit
  }) => {
    const at = environment.now()
    built = await buildSwap({ work, checked, quote: plan.quote, promised: shown.minimum, ...options })
    if (built.spender !== shown.spender || built.call.to !== plan.built.call.to)
      throw new ServiceError('swap_mismatch', { details: 'It calls a contract other than the one shown' })
    builtAt = at
    stay()
    if (built.call.gas * built.call.gasPrice > (plan.cost * 3n) / 2n)
      throw new Halt({
        ...{ kind: 'outdated', code: 'quote_outdated' },
        message: 'The network cost has risen since the preview. Review it again',
      })
    preview = { ...withCostOf(built.call), ...amountsOf(built) }
  }
  /** Amounts of a build, so that the page and the wallet show the same minimum. */
  const amountsOf = ({ quote, minimum }: typeof built) => {
    const { decimals, price } = shown.to
    const toAmount = BigInt(quote.toAmount)
    const toAmountText = formatUnits(toAmount, decimals)
    return {
      ...{ minimum, minimumText: formatUnits(minimum, decimals), toAmount, toAmountText },
      toValue: price === null ? null : Number(toAmountText) * price,
    }
  }
  /** Updates the cost in the preview, so that the page and the wallet show the same limit. */
  const withCostOf = ({ gas, gasPrice }: TransactionCall): SwapPreview => {
    const { call } = plan.built
    const cost = plan.cost - call.gas * call.gasPrice + gas * gasPrice
    const value = shown.networkCostValue
    return {
      ...preview,
      networkCostText: formatUnits(cost, work.subject.network.nativeCurrency.decimals),
      networkCostValue: value === null ? null : (value * Number(cost)) / Number(plan.cost),
    }
  }
  const isOld = () => environment.now() - builtAt > priceAge
  const step = (name: SwapStep, waitsFor: 'wallet' | 'block' = 'wallet') => tell({ preview, step: name, waitsFor })
  const taken = (outcome: SubmitOutcome, isSwap: boolean): Extract<SubmitOutcome, { type: 'sent' }> => {
    if (outcome.type === 'sent') return outcome
    if (outcome.type === 'declined' || outcome.type === 'changed')
      throw new Halt({ kind: outcome.type, code: outcome.code })
    throw new SubmitFailure({ outcome, isSwap })
  }
  const outOfAllowance = () =>
    new Halt({
      ...{ kind: 'outdated', code: 'approval_failed' },
      message: 'The approved amount of the token is used up. Approve it again',
    })
  /** Another app or tab may have used the allowance. */
  const isUsedUp = async () =>
    token !== undefined &&
    spender !== undefined &&
    (await readAllowance({ gateway, token, owner: account, spender })) < amount
  const summary = (): TransactionSummary => {
    const iconOf = ({ symbol, logoUri }: SwapPreview['from']) => ({ symbol, iconUrl: logoUri })
    const { toAmountText, minimumText } = amountsOf(built)
    return {
      type: 'swap',
      from: { ...iconOf(shown.from), amountText: shown.fromAmountText },
      to: { ...iconOf(shown.to), amountText: toAmountText, minimumText },
    }
  }

  /** Submits the approvals and waits until each is in a block. */
  const approve = async (approvals: SwapPlan['approvals'], spentBy: string) => {
    for (const bytes of approvals) {
      const isReset = approvals.length > 1 && bytes === approvals[0]
      const name = isReset ? 'resetApproval' : 'approve'
      step(name)
      stay()
      const gas = await readGas({ gateway, call: { from: account, ...bytes } })
      const outcome = taken(
        await transactions.submit({
          ...{ chainId, from: account },
          call: { ...bytes, gas, gasPrice: built.call.gasPrice },
          summary: {
            ...{ type: 'approve', symbol: shown.from.symbol, iconUrl: shown.from.logoUri, spender: spentBy },
            amountText: isReset ? '0' : shown.fromAmountText,
          },
          onTaken: () => step(name, 'block'),
        }),
        false,
      )
      step(name, 'block')
      const mined = await waitUntilMined({ transactions, id: outcome.id })
      hasPaid = true
      if (mined !== 'confirmed') throw new ServiceError('approval_failed', { details: mined })
      approved = true
      stay()
    }
  }

  const signPermit = async (spentBy: string): Promise<SignedPermit | undefined> => {
    const { permit: domain } = plan
    if (!token || !domain) return undefined
    step('permit')
    const answer = await askPermit({
      environment,
      connection,
      gateway,
      domain,
      chainId,
      owner: account,
      spender: spentBy,
      amount,
    })
    if (answer.type === 'declined' || answer.type === 'changed')
      throw new Halt({ kind: answer.type, code: answer.code })
    stay()
    if (answer.type === 'signed') {
      try {
        await rebuild({ before: [], permit: answer.permit })
        return answer.permit
      } catch (error) {
        // The token rejects the signed permit.
        if (!(error instanceof LatchkeyError) || error.code !== 'simulation_failed') throw error
      }
    }
    refusePermits()
    return undefined
  }

  const go = async (): Promise<ConfirmEnd> => {
    stay()
    let needed: SwapPlan['approvals'] = []
    if (token && spender) needed = (await planApprovals({ gateway, token, owner: account, spender, amount })).calls
    stay()
    const promisedSteps = shown.steps.length > 1 || shown.steps[0] === 'batch'
    if (needed.length > 0 && !promisedSteps) throw outOfAllowance()
    if (shown.steps[0] === 'batch' && needed.length > 0) return batch(needed)

    let permit: SignedPermit | undefined
    if (needed.length > 0 && spender) {
      permit = await signPermit(spender)
      if (!permit) {
        if (plan.permit) {
          const steps = [...(['resetApproval', 'approve'] as const).slice(2 - needed.length), 'swap'] as const
          preview = { ...shown, steps, call: built.call }
          await rebuild({ before: needed })
        } else if (isOld()) await rebuild({ before: needed })
        await approve(needed, spender)
      }
    }
    if (!approved) step('swap')
    if (approved || (!permit && (isOld() || shown.steps.length > 1))) {
      await rebuild({ before: [] }).catch(async (error: unknown) => {
        if (await isUsedUp()) throw outOfAllowance()
        throw error
      })
      step('swap')
    }
    if (!permit && (await isUsedUp())) throw outOfAllowance()
    stay()
    const { call, check } = built
    const onTaken = () => step('swap', 'block')
    const outcome = await transactions.submit({ chainId, from: account, call, summary: summary(), check, onTaken })
    return handedOver(taken(outcome, true))
  }
  const batch = async (needed: SwapPlan['approvals']) => {
    step('batch')
    if (isOld()) await rebuild({ before: needed })
    const { gasPrice } = built.call
    const before = needed.map((bytes) => ({ ...bytes, gas: 100_000n, gasPrice }))
    const outcome = await transactions.submitBatch({
      ...{ chainId, from: account, summary: summary(), check: built.check },
      calls: [...before, built.call],
      onTaken: () => step('batch', 'block'),
    })
    return handedOver(taken(outcome, true))
  }
  const handedOver = ({ id, hash }: { id: string; hash: string }): ConfirmEnd => ({
    ...{ type: 'handedOver', transactionId: id, hash },
    preview: handed(),
  })
  /** From here on, the preview shows the submitted swap. */
  const handed = (): SwapPreview => {
    const { call, quote, deadline } = built
    return { ...preview, ...amountsOf(built), call, quote, deadline }
  }

  return { go, handed, now: () => ({ preview }), hasApproved: () => approved, hasPaid: () => hasPaid }
}

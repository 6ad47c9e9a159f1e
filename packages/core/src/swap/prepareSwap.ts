import { formatUnits, impactLevel, LatchkeyError } from '@latchkey/protocol'
import { getSwapQuotes, type Quote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { readGas, readNativeBalance, readTokenBalance } from '../chains/eip155/readCosts.ts'
import { lackingCost } from '../transactions/lackingCost.ts'
import { planApprovals } from './approval.ts'
import { type BuiltSwap, buildSwap, type SwapWork } from './buildSwap.ts'
import { type CheckedSwap, type CheckedToken, checkSwapForm, toSwapIssue } from './checkSwapForm.ts'
import type { PermitDomain } from './permit.ts'
import { readNativePrice } from './readNativePrice.ts'
import type { SwapBytes } from './readSwapCall.ts'
import type { SwapForm, SwapIssue, SwapPreview, SwapStep } from './SwapFeature.ts'

/** The plan of a preview, with all data for its confirmation. */
export type SwapPlan = {
  work: SwapWork
  checked: CheckedSwap
  quote: Quote
  /** The swap call as built before the approvals. */
  built: BuiltSwap
  /** Unix milliseconds. */
  builtAt: number
  approvals: readonly (SwapBytes & { to: `0x${string}` })[]
  /** The domain of the token's permit, if a permit replaces the approvals. */
  permit: PermitDomain | undefined
  steps: readonly SwapStep[]
  /** Upper limit of the network cost of all transactions, in wei. */
  cost: bigint
}

/** Alternatives of an account to an approval transaction. */
export type SwapAbilities = {
  /** Whether the account pays the network cost itself. */
  paysCost: boolean
  canBatch: () => Promise<boolean>
  /** Returns the domain of the token's permit; undefined if the token or the account does not support permits. */
  findPermit: (options: { work: SwapWork; token: `0x${string}` }) => Promise<PermitDomain | undefined>
  /** Usd; undefined if unknown. */
  nativePrice: () => number | undefined
}

/**
 * Turns a form into a preview: check → quote → allowance → build → read back → simulate. The checks use amounts from the network. Prices in
 * usd are only for display.
 *
 * @returns the preview with its plan, or the issues of the form
 * @throws LatchkeyError refusals of the server, `swap_mismatch`, `simulation_failed`, `approval_failed`, and the errors of the clients
 */
export async function prepareSwap({
  form,
  work,
  abilities,
}: {
  form: SwapForm
  work: SwapWork
  abilities: SwapAbilities
}): Promise<{ preview: SwapPreview; plan: SwapPlan } | { issues: readonly SwapIssue[] }> {
  const { gateway, subject } = work
  const result = checkSwapForm({ form, network: subject.network })
  if ('issues' in result) return result
  const { checked } = result
  const { from, to, amount } = checked
  const readToken = ({ address: token }: CheckedToken) =>
    token ? readTokenBalance({ gateway, token, address: subject.address }) : undefined
  const [native, token, target, quotes, nativePrice] = await Promise.all([
    readNativeBalance({ gateway, address: subject.address }),
    readToken(from),
    readToken(to),
    readQuotes({ work, checked }),
    abilities.nativePrice() ?? readNativePrice({ work, checked }),
  ])
  // The decimals of one side determine the base units, and those of the other side the display.
  for (const [side, found] of [[from, token] as const, [to, target] as const])
    checkDecimals({ side, counted: side.address ? found?.decimals : subject.network.nativeCurrency.decimals })
  if (amount > (token?.balance ?? native)) return { issues: [toSwapIssue('amount', 'insufficient_balance')] }
  const made = await planFirst({ work, checked, quotes, abilities })
  const cost = await readCost({ plan: made })
  const plan = { ...made, cost }
  const left = native - (from.address ? 0n : amount)
  if (abilities.paysCost && cost > left) {
    const issue = lackingCost({ cost, left, isNative: from.address === undefined, network: subject.network })
    return { issues: [{ field: 'amount', ...issue }] }
  }
  return { preview: toPreview({ plan, nativePrice }), plan }
}

/** Refuses a list whose decimals differ from the token's. The display would differ from the amount that moves. */
function checkDecimals({ side: { token }, counted }: { side: CheckedToken; counted: number | undefined }): void {
  if (counted === undefined || counted === token.decimals) return
  const details = `${token.symbol} has ${counted} decimals, the server lists ${token.decimals}`
  throw new ServiceError('swap_mismatch', { details })
}

/** Fetches quotes. @throws LatchkeyError refusals of the server */
async function readQuotes({
  work: { client, subject },
  checked: { from, to, amount },
}: {
  work: SwapWork
  checked: Pick<CheckedSwap, 'from' | 'to' | 'amount'>
}): Promise<readonly Quote[]> {
  const { data } = await client.request(getSwapQuotes, {
    query: {
      ...{ amount: amount.toString(), userAddress: subject.accountId },
      ...{ from: from.token.address, to: to.token.address },
    },
  })
  return data.quotes
}

/**
 * Plans with the best quote. If the build of an aggregator fails or gives less than quoted, it tries the next quote. A price that is never
 * paid must not rank before a real one.
 */
async function planFirst({
  work,
  checked,
  quotes,
  abilities,
}: {
  work: SwapWork
  checked: CheckedSwap
  quotes: readonly Quote[]
  abilities: SwapAbilities
}): Promise<Omit<SwapPlan, 'cost'>> {
  let failure: unknown = new ServiceError('insufficient_liquidity')
  let best: Omit<SwapPlan, 'cost'> | undefined
  const gives = ({ toAmount }: Quote) => BigInt(toAmount)
  for (const quote of quotes) {
    if (best && gives(quote) <= gives(best.quote)) continue
    try {
      const plan = await planSwap({ work, checked, quote, abilities })
      if (!best || gives(plan.quote) > gives(best.quote)) best = plan
      if (gives(plan.quote) >= gives(quote)) break
    } catch (error) {
      failure = error
      if (quote.provider === 'latchkey' || !(error instanceof LatchkeyError)) break
    }
  }
  if (best) return best
  throw failure
}

async function planSwap({
  work,
  checked,
  quote,
  abilities,
}: {
  work: SwapWork
  checked: CheckedSwap
  quote: Quote
  abilities: SwapAbilities
}): Promise<Omit<SwapPlan, 'cost'>> {
  const { from, amount } = checked
  const token = from.address
  const spender = quote.spender?.split(':')[2]
  const { calls: approvals } =
    token && spender
      ? await planApprovals({ gateway: work.gateway, token, owner: work.subject.address, spender, amount })
      : { calls: [] }
  const isPermitted = approvals.length > 0 && token && from.token.eip2612 && quote.provider === 'latchkey'
  const builtAt = work.now()
  const [built, batch, permit] = await Promise.all([
    buildSwap({ work, checked, quote, promised: undefined, before: approvals }),
    approvals.length > 0 && abilities.canBatch(),
    isPermitted ? abilities.findPermit({ work, token }) : undefined,
  ])
  if (built.spender !== (quote.spender ?? undefined))
    throw new ServiceError('swap_mismatch', { details: 'It calls a contract other than the one quoted' })
  const steps: readonly SwapStep[] = batch
    ? ['batch']
    : permit
      ? ['permit', 'swap']
      : [...(['resetApproval', 'approve'] as const).slice(2 - approvals.length), 'swap']
  return { work, checked, quote: built.quote, built, builtAt, approvals, steps, permit: batch ? undefined : permit }
}

/** Returns the upper limit of the network cost of all transactions of a swap, in wei. */
async function readCost({
  plan: { work, built, approvals, permit },
}: {
  plan: Omit<SwapPlan, 'cost'>
}): Promise<bigint> {
  const { gasPrice } = built.call
  const before = permit
    ? []
    : await Promise.all(
        approvals.map(async (call, index) => {
          // The second call cannot be estimated before the first is in a block.
          if (index === 0) return readGas({ gateway: work.gateway, call: { from: work.subject.address, ...call } })
          return ((built.gasBefore?.[index] ?? 60_000n) * 3n) / 2n
        }),
      )
  return before.reduce((sum, gas) => sum + gas, built.call.gas) * gasPrice
}

function toPreview({
  plan: { work, checked, quote, built, steps, cost },
  nativePrice,
}: {
  plan: SwapPlan
  nativePrice: number | undefined
}): SwapPreview {
  const { from, to, amount, slippage } = checked
  const { network, address: account } = work.subject
  const { symbol, decimals } = network.nativeCurrency
  const toAmount = BigInt(quote.toAmount)
  const fromAmountText = formatUnits(amount, from.token.decimals)
  const toAmountText = formatUnits(toAmount, to.token.decimals)
  const networkCostText = formatUnits(cost, decimals)
  return {
    ...{ chainId: network.caipNetworkId, account, from: from.token, to: to.token, quote },
    ...{ fromAmount: amount, fromAmountText, toAmount, toAmountText, slippage, steps },
    minimum: built.minimum,
    minimumText: formatUnits(built.minimum, to.token.decimals),
    fromValue: worth(fromAmountText, from.token.price),
    toValue: worth(toAmountText, to.token.price),
    impact: impactLevel(quote.priceImpact),
    spender: built.spender,
    call: steps[0] === 'permit' ? undefined : built.call,
    deadline: built.deadline,
    networkCostText,
    networkCostValue: worth(networkCostText, nativePrice ?? null),
    nativeSymbol: symbol,
  }
}

/** Value for display. Only here does an amount become a float. */
function worth(amountText: string, price: number | null): number | null {
  return price === null ? null : Number(amountText) * price
}

import { formatUnits, impactLevel, LatchkeyError } from '@latchkey/protocol'
import { getConvertQuotes, type Quote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { readGas, readNativeBalance, readTokenBalance } from '../chains/eip155/readCosts.ts'
import { planApprovals } from './approval.ts'
import { type BuiltSwap, buildSwap, type SwapWork } from './buildSwap.ts'
import { type CheckedSwap, type CheckedToken, checkSwapForm, toSwapIssue } from './checkSwapForm.ts'
import type { PermitDomain } from './permit.ts'
import { readNativePrice } from './readNativePrice.ts'
import type { SwapBytes } from './readSwapCall.ts'
import type { SwapForm, SwapIssue, SwapPreview, SwapStep } from './SwapFeature.ts'

/** What stands behind a preview: everything that confirming it needs. */
export type SwapPlan = {
  work: SwapWork
  checked: CheckedSwap
  quote: Quote
  /** The swap's call, when nothing has to come before it was built. */
  built: BuiltSwap
  /** Unix milliseconds. */
  builtAt: number
  approvals: readonly (SwapBytes & { to: `0x${string}` })[]
  /** The token's permit, when it takes the place of the approvals. */
  permit: PermitDomain | undefined
  steps: readonly SwapStep[]
  /** What all of its transactions cost at most, in wei. */
  cost: bigint
}

/** What an account can do in place of an approval that costs a transaction. */
export type SwapAbilities = {
  /** Whether the account pays the network cost itself. */
  paysCost: boolean
  canBatch: () => Promise<boolean>
  /** The token's permit; undefined where token or account have none. */
  findPermit: (options: { work: SwapWork; token: `0x${string}` }) => Promise<PermitDomain | undefined>
  /** Usd; undefined where no price is known. */
  nativePrice: () => number | undefined
}

/**
 * Turns a form into a preview: check → fresh quote → allowance → build → read back → simulate. Numbers of the chain decide;
 * prices in usd only serve for display.
 *
 * @returns the preview and what stands behind it, or what stands against it in the form
 * @throws LatchkeyError what the server refuses, `swap_mismatch`, `simulation_failed`, `approval_failed`, and what the
 * clients throw
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
  // Both sides: by one the base units are worked out, by the other what is shown of them.
  for (const [side, found] of [[from, token] as const, [to, target] as const])
    checkDecimals({ side, counted: side.address ? found?.decimals : subject.network.nativeCurrency.decimals })
  if (amount > (token?.balance ?? native)) return { issues: [toSwapIssue('amount', 'insufficient_balance')] }
  const made = await planFirst({ work, checked, quotes, abilities })
  const cost = await readCost({ plan: made })
  const plan = { ...made, cost }
  if (abilities.paysCost && (from.address ? 0n : amount) + cost > native)
    return { issues: [toSwapIssue('amount', 'insufficient_gas')] }
  return { preview: toPreview({ plan, nativePrice }), plan }
}

/** A list that counts otherwise than the token itself would show another amount than the one that moves. */
function checkDecimals({ side: { token }, counted }: { side: CheckedToken; counted: number | undefined }): void {
  if (counted === undefined || counted === token.decimals) return
  const details = `${token.symbol} counts ${counted} decimals, the server ${token.decimals}`
  throw new ServiceError('swap_mismatch', { details })
}

/** Asks for quotes. @throws LatchkeyError what the server refuses */
async function readQuotes({
  work: { client, subject },
  checked: { from, to, amount },
}: {
  work: SwapWork
  checked: Pick<CheckedSwap, 'from' | 'to' | 'amount'>
}): Promise<readonly Quote[]> {
  const { data } = await client.request(getConvertQuotes, {
    query: {
      ...{ amount: amount.toString(), userAddress: subject.accountId },
      ...{ from: from.token.address, to: to.token.address },
    },
  })
  return data.quotes
}

/**
 * Plans with the best quote; with the next one where an aggregator's does not hold what it says, or gives less than it said
 * once it is built: a price that is never paid must not stand before one that is.
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
    throw new ServiceError('swap_mismatch', { details: 'It goes to another contract than was quoted' })
  const steps: readonly SwapStep[] = batch
    ? ['batch']
    : permit
      ? ['permit', 'swap']
      : [...(['resetApproval', 'approve'] as const).slice(2 - approvals.length), 'swap']
  return { work, checked, quote: built.quote, built, builtAt, approvals, steps, permit: batch ? undefined : permit }
}

/** What all transactions of a swap cost at most, in wei. */
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
          // The second one cannot be estimated before the first is in a block.
          if (index === 0) return readGas({ gateway: work.gateway, call: { from: work.subject.address, ...call } })
          return ((built.gasBefore?.[index] ?? 60_000n) * 3n) / 2n
        }),
      )
  return before.reduce((sum, gas) => sum + gas, built.call.gas) * gasPrice
}

/** What the visitor is shown of a plan. */
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

/** Money to show; the only place where an amount meets a float. */
function worth(amountText: string, price: number | null): number | null {
  return price === null ? null : Number(amountText) * price
}

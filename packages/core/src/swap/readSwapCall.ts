import { ServiceError } from '@latchkey/protocol/errors'
import { decodeRouterSwap, type RouterCall } from './routerSwap.ts'

/** The intent of a swap according to the preview. Addresses in any case; base units. */
export type SwapIntent = {
  /** Undefined for the native token. */
  from: `0x${string}` | undefined
  to: `0x${string}` | undefined
  amount: bigint
  /** Minimum that the contract has to enforce. */
  minimum: bigint
  /** The account that pays and receives. */
  account: string
  /** The spender of the source token; undefined if none is needed. */
  spender: string | undefined
  /** The wrapped native token that the router reports; undefined if the swap needs no router. */
  wrappedNative: string | undefined
  /** Unix seconds of the latest acceptable deadline, and of the current block time. */
  latestDeadline: number
  now: number
  /** The signed permit. */
  permit: { value: bigint; deadline: bigint; signature: string } | undefined
}

/** The fields of a transaction that decide which tokens move. */
export type SwapBytes = { to: string; value: bigint; data: `0x${string}` }

/** The result of reading a call, for the display and for later checks. */
export type ReadSwap = {
  form: 'router' | 'wrap' | 'unwrap'
  /** Minimum received, in base units. The contract enforces it. */
  minimum: bigint
  /** Unix seconds; undefined if it does not expire. */
  deadline: number | undefined
}

const depositSelector = '0xd0e30db0'
const withdrawSelector = '2e1a7d4d'
/** The address with which the router refers to itself. */
const routerItself = '0x0000000000000000000000000000000000000002'

/**
 * Reads the call of a swap and compares it with the preview. It takes exactly the amount of the source token and pays the target token only
 * to the account. It gives at least the promised minimum, before the deadline. Only the call forms that our server builds are accepted.
 *
 * @throws LatchkeyError `swap_mismatch`, with the difference in its details
 */
export function readSwapCall({ call, intent }: { call: SwapBytes; intent: SwapIntent }): ReadSwap {
  const { from, to, amount, minimum } = intent
  const data = call.data.toLowerCase()
  if (data === depositSelector) {
    if (from || !is(to, call.to) || call.value !== amount || amount < minimum) refuse('It wraps something else')
    return { form: 'wrap', minimum: amount, deadline: undefined }
  }
  const unwrapped = new RegExp(`^0x${withdrawSelector}([0-9a-f]{64})$`).exec(data)?.[1]
  if (unwrapped !== undefined) {
    if (to || !is(from, call.to) || call.value !== 0n || BigInt(`0x${unwrapped}`) !== amount || amount < minimum)
      refuse('It unwraps something else')
    return { form: 'unwrap', minimum: amount, deadline: undefined }
  }
  const swap = decodeRouterSwap(data) ?? refuse('Its function is not known')
  if (call.value !== (from ? 0n : amount)) refuse('It sends another value along')
  if (from && !is(intent.spender, call.to)) refuse('It goes to another contract than the one that may take the token')
  if (swap.deadline < BigInt(intent.now) || swap.deadline > BigInt(intent.latestDeadline)) refuse('Its deadline is off')
  const enforced = followCalls({ calls: readPermit({ calls: swap.calls, intent }), intent })
  if (enforced < minimum) refuse('It accepts less than was promised')
  return { form: 'router', minimum: enforced, deadline: Number(swap.deadline) }
}

/** Follows the calls and the balance of the router between them. @returns the minimum that the router enforces */
function followCalls({ calls, intent }: { calls: readonly RouterCall[]; intent: SwapIntent }): bigint {
  const source = intent.from ?? intent.wrappedNative
  const target = intent.to ?? intent.wrappedNative
  let paid = 0n
  /** The token that the router holds for the next pool. */
  let underWay: string | undefined
  let collected = false
  let direct: bigint | undefined
  let enforced: bigint | undefined
  for (const call of calls) {
    if (enforced !== undefined || direct !== undefined) return refuse('It goes on after it has paid out')
    if (call.type === 'permit') return refuse('It permits something in the middle')
    if (call.type === 'sweep' || call.type === 'unwrap') {
      const native = call.type === 'unwrap'
      if (!collected || underWay !== undefined) return refuse('It pays out tokens before it has them')
      if (native !== (intent.to === undefined) || (!native && !is(target, call.token)))
        return refuse('It pays out another token')
      if (!is(intent.account, call.receiver)) return refuse('It pays another receiver')
      enforced = call.minimum
      continue
    }
    const [first, last] = [call.tokens[0], call.tokens.at(-1)]
    if (call.amountIn === 0n) {
      if (underWay === undefined || !is(underWay, first)) return refuse('It goes on with a token that it does not hold')
    } else {
      if (underWay !== undefined || !is(source, first)) return refuse('It takes another token')
      paid += call.amountIn
    }
    underWay = undefined
    if (is(intent.account, call.receiver)) {
      if (collected || !intent.to || !is(target, last)) return refuse('It pays out another token')
      direct = call.minimum
    } else if (!is(routerItself, call.receiver)) return refuse('It pays another receiver')
    else if (is(target, last)) collected = true
    else if (is(source, last)) return refuse('It goes back to where it came from')
    else underWay = last
  }
  if (paid !== intent.amount) refuse('It takes another amount')
  return enforced ?? direct ?? refuse('It does not pay out')
}

/** Removes the leading permit and compares it with the signed one. */
function readPermit({ calls, intent }: { calls: readonly RouterCall[]; intent: SwapIntent }): readonly RouterCall[] {
  const [first, ...rest] = calls
  const { permit } = intent
  if (!permit) return calls
  const same =
    first?.type === 'permit' &&
    is(intent.from, first.token) &&
    first.value === permit.value &&
    first.deadline === permit.deadline &&
    `0x${first.r}${first.s}${first.v.toString(16)}` === permit.signature.toLowerCase()
  return same ? rest : refuse('It does not carry the permit that was signed')
}

function is(expected: string | undefined, actual: string | undefined): boolean {
  return expected !== undefined && expected.toLowerCase() === actual?.toLowerCase()
}

function refuse(details: string): never {
  throw new ServiceError('swap_mismatch', { details })
}

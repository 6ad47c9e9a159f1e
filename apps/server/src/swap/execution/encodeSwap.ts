import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { encodeFunctionData, encodePacked } from 'viem/utils'
import type { Hex } from '../../chains/rpcTypes.ts'
import type { Hop, Part, Route } from '../router/Route.ts'
import { routerAbi } from './routerAbi.ts'
import { splitSignature } from './splitSignature.ts'

/** A call that an account sends. */
export type SwapCall = { to: EvmAddress; data: Hex; value: bigint }

/** Signed permit (ERC-2612) that lets the router spend the source token. */
export type SignedPermit = {
  /** Base units. */
  value: bigint
  /** Unix seconds. */
  deadline: bigint
  /** 65 bytes: r, s, v. */
  signature: Hex
}

/** Addresses are in lower case. The native token is 0xeeee…eeee in `from` and `to`. */
export type SwapToEncode = {
  /** SwapRouter02. */
  router: EvmAddress
  route: Route
  from: EvmAddress
  to: EvmAddress
  /** Account that swaps, and the only receiver. */
  account: EvmAddress
  /** Base units of the target token; the chain refuses the swap below it. */
  minimum: bigint
  /** Unix seconds; the chain refuses the swap afterwards. */
  deadline: bigint
  permit?: SignedPermit | undefined
}

/** Address that means the router itself in the router's calls. */
const itself: EvmAddress = '0x0000000000000000000000000000000000000002'
/** Amount that means the router's whole balance of a token. */
const everything = 0n

/**
 * Encodes a swap for SwapRouter02, always as `multicall(deadline, …)`.
 *
 * A single part through pools of one kind pays the account directly, with the minimum in its call. All other routes collect
 * in the router and end with one `sweepToken` or `unwrapWETH9`, so that the minimum applies to the sum. A part through pools
 * of both kinds continues with the router's balance.
 *
 * @throws Error if the route does not connect the two tokens, or does not carry the whole amount
 * @example
 * encodeSwap({ router, route, from: usd, to: nativeEvmAddress, account, minimum: 990n, deadline: 1_900_000_000n })
 */
export function encodeSwap({ router, route, from, to, account, minimum, deadline, permit }: SwapToEncode): SwapCall {
  const target = check({ route, from, to, minimum })
  const parts = route.parts.map((part) => ({ part, runs: splitRuns(part.hops) }))
  const unwraps = to === nativeEvmAddress
  const paysAtOnce = !unwraps && parts.length === 1 && parts[0]?.runs.length === 1
  const calls: Hex[] = permit ? [encodePermit({ permit, token: from })] : []
  for (const { part, runs } of parts) {
    runs.forEach((hops, index) => {
      calls.push(
        encodeRun({
          hops,
          amountIn: index === 0 ? part.amountIn : everything,
          receiver: paysAtOnce ? account : itself,
          minimum: paysAtOnce ? minimum : 0n,
        }),
      )
    })
  }
  if (unwraps) {
    calls.push(encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minimum, account] }))
  } else if (!paysAtOnce) {
    calls.push(encodeFunctionData({ abi: routerAbi, functionName: 'sweepToken', args: [target, minimum, account] }))
  }
  return {
    to: router,
    data: encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, calls] }),
    value: from === nativeEvmAddress ? route.amountIn : 0n,
  }
}

/**
 * Encodes the permit call, which lets the router spend the source token. Anyone who sees the permit can submit it to the
 * token first. The router then has its allowance and continues.
 */
function encodePermit({
  permit: { value, deadline, signature },
  token,
}: {
  permit: SignedPermit
  token: EvmAddress
}): Hex {
  const { v, r, s } = splitSignature(signature)
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'selfPermitIfNecessary',
    args: [token, value, deadline, v, r, s],
  })
}

/** Groups consecutive hops through pools of one kind: each group is one call. */
function splitRuns(hops: readonly Hop[]): Hop[][] {
  const runs: Hop[][] = []
  for (const hop of hops) {
    const run = runs.at(-1)
    if (run?.[0]?.pool.kind === hop.pool.kind) run.push(hop)
    else runs.push([hop])
  }
  return runs
}

function encodeRun({
  hops,
  amountIn,
  receiver,
  minimum,
}: {
  hops: readonly Hop[]
  amountIn: bigint
  receiver: EvmAddress
  minimum: bigint
}): Hex {
  const [first] = hops
  if (!first) throw new Error('a part of the route has no pools')
  const tokens = [first.tokenIn, ...hops.map(({ tokenOut }) => tokenOut)]
  if (first.pool.kind === 'uniswap-v2') {
    const args = [amountIn, minimum, tokens, receiver] as const
    return encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args })
  }
  const path = hops.reduce<Hex>(
    (text, { pool, tokenOut }) => `${text}${encodePacked(['uint24', 'address'], [pool.fee, tokenOut]).slice(2)}`,
    first.tokenIn,
  )
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'exactInput',
    args: [{ path, recipient: receiver, amountIn, amountOutMinimum: minimum }],
  })
}

/** @returns the token that the last pools pay: the target, or its wrapped form */
function check({ route, from, to, minimum }: Pick<SwapToEncode, 'route' | 'from' | 'to' | 'minimum'>): EvmAddress {
  const target = route.parts[0]?.hops.at(-1)?.tokenOut
  const source = route.parts[0]?.hops[0]?.tokenIn
  if (!target || !source) throw new Error('the route is empty')
  const total = route.parts.reduce((sum, { amountIn }) => sum + amountIn, 0n)
  if (total !== route.amountIn) throw new Error('the parts of the route do not add up to the amount')
  if (minimum <= 0n) throw new Error('a swap needs a minimum')
  if ((from !== nativeEvmAddress && source !== from) || (to !== nativeEvmAddress && target !== to)) {
    throw new Error('the route is between other tokens')
  }
  for (const part of route.parts) checkPart({ part, source, target })
  return target
}

function checkPart({ part, source, target }: { part: Part; source: EvmAddress; target: EvmAddress }): void {
  // The router reads 0 as its whole balance.
  if (part.amountIn <= 0n) throw new Error('a part of the route is empty')
  let token = source
  for (const { pool, tokenIn, tokenOut } of part.hops) {
    const isPool =
      tokenIn < tokenOut
        ? pool.token0 === tokenIn && pool.token1 === tokenOut
        : pool.token1 === tokenIn && pool.token0 === tokenOut
    // If a part returned to the first token or passed the target, the router's balance of that token would be swapped again.
    if (tokenIn !== token || !isPool || tokenOut === source || tokenIn === target)
      throw new Error('the pools of the route do not connect')
    token = tokenOut
  }
  if (token !== target) throw new Error('a part of the route ends at another token')
}

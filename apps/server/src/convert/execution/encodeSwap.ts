import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { encodeFunctionData, encodePacked } from 'viem/utils'
import type { Hex } from '../../chains/rpcTypes.ts'
import type { Hop, Part, Route } from '../router/Route.ts'
import { routerAbi } from './routerAbi.ts'
import { splitSignature } from './splitSignature.ts'

/** A call as an account sends it. */
export type SwapCall = { to: EvmAddress; data: Hex; value: bigint }

/** A signed permit (ERC-2612) that lets the router take the source token. */
export type SignedPermit = {
  /** Base units. */
  value: bigint
  /** Unix seconds. */
  deadline: bigint
  /** 65 bytes: r, s, v. */
  signature: Hex
}

/** What to encode. Addresses in lower case; the native coin is 0xeeee…eeee in `from` and `to`. */
export type SwapToEncode = {
  /** SwapRouter02. */
  router: EvmAddress
  route: Route
  from: EvmAddress
  to: EvmAddress
  /** Whose swap it is; nobody else ever receives. */
  account: EvmAddress
  /** Base units of the target token below which the chain refuses it. */
  minimum: bigint
  /** Unix seconds after which the chain refuses it. */
  deadline: bigint
  permit?: SignedPermit | undefined
}

/** How the router's calls name the router itself. */
const itself: EvmAddress = '0x0000000000000000000000000000000000000002'
/** How the router's calls name all that it has of a token. */
const everything = 0n

/**
 * Encodes a swap for SwapRouter02, always as `multicall(deadline, …)`.
 *
 * One part through pools of one kind pays the account at once, its minimum in the call. Everything else collects in the router and ends with
 * one `sweepToken` or `unwrapWETH9`, so that the minimum holds for the sum. A part through pools of both kinds goes on with what the router got.
 *
 * @throws Error when the route does not lead from the one token to the other, or not with the whole amount
 * @example encodeSwap({ router, route, from: usd, to: nativeEvmAddress, account, minimum: 990n, deadline: 1_900_000_000n })
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
          recipient: paysAtOnce ? account : itself,
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
 * Lets the router take the source token by its owner's signature. Anybody who sees it may hand it to the token first: then the router has what it
 * needs, and goes on.
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

/** Hops in a row through pools of one kind are one call. */
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
  recipient,
  minimum,
}: {
  hops: readonly Hop[]
  amountIn: bigint
  recipient: EvmAddress
  minimum: bigint
}): Hex {
  const [first] = hops
  if (!first) throw new Error('a part of the route has no hops')
  const tokens = [first.tokenIn, ...hops.map(({ tokenOut }) => tokenOut)]
  if (first.pool.kind === 'uniswap-v2') {
    const args = [amountIn, minimum, tokens, recipient] as const
    return encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args })
  }
  const path = hops.reduce<Hex>(
    (text, { pool, tokenOut }) => `${text}${encodePacked(['uint24', 'address'], [pool.fee, tokenOut]).slice(2)}`,
    first.tokenIn,
  )
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'exactInput',
    args: [{ path, recipient, amountIn, amountOutMinimum: minimum }],
  })
}

/** @returns the token that the last pools give: the target, or its wrapped form */
function check({ route, from, to, minimum }: Pick<SwapToEncode, 'route' | 'from' | 'to' | 'minimum'>): EvmAddress {
  const target = route.parts[0]?.hops.at(-1)?.tokenOut
  const source = route.parts[0]?.hops[0]?.tokenIn
  if (!target || !source) throw new Error('the route is empty')
  const total = route.parts.reduce((sum, { amountIn }) => sum + amountIn, 0n)
  if (total !== route.amountIn) throw new Error('the parts of the route are not the whole amount')
  if (minimum <= 0n) throw new Error('a swap needs a minimum')
  if ((from !== nativeEvmAddress && source !== from) || (to !== nativeEvmAddress && target !== to)) {
    throw new Error('the route is between other tokens')
  }
  for (const part of route.parts) checkPart({ part, source, target })
  return target
}

function checkPart({ part, source, target }: { part: Part; source: EvmAddress; target: EvmAddress }): void {
  // 0 would mean all that lies in the router.
  if (part.amountIn <= 0n) throw new Error('a part of the route is empty')
  let token = source
  for (const { pool, tokenIn, tokenOut } of part.hops) {
    const isPool =
      tokenIn < tokenOut
        ? pool.token0 === tokenIn && pool.token1 === tokenOut
        : pool.token1 === tokenIn && pool.token0 === tokenOut
    // Back at the first or past the last token, what the router collects would be swapped on.
    if (tokenIn !== token || !isPool || tokenOut === source || tokenIn === target)
      throw new Error('the hops of the route do not fit')
    token = tokenOut
  }
  if (token !== target) throw new Error('a part of the route ends elsewhere')
}

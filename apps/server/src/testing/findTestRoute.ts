import type { PoolState } from '../convert/pools/PoolState.ts'
import { liquiditySources } from '../convert/pools/sources.ts'
import { findRoute } from '../convert/router/findRoute.ts'
import type { NoRoute, Route, RouteRequest } from '../convert/router/Route.ts'
import { type TestToken, testToken } from './createTestPools.ts'

/** The native coin's wrapping, a dollar of six digits, and a coin of eight. */
export const [eth, dollar, coin] = [testToken(1, 18, 3000), testToken(2, 6, 1), testToken(3, 8, 64_000)] as const

/** The best way over the given pools: one ether for dollars, with gas counted as nothing, unless the request says otherwise. */
export function findTestRoute(request: Partial<RouteRequest> & { pools: readonly PoolState[] }): Route | NoRoute {
  return findRoute({
    request: {
      tokenIn: eth.address,
      tokenOut: dollar.address,
      amountIn: 10n ** 18n,
      gasPrice: 0n,
      wrappedNative: eth.address,
      transferFees: { from: 0, to: 0 },
      ...request,
    },
    sources: Object.values(liquiditySources),
  })
}

/** The route, where there has to be one. */
export function demandRoute(found: Route | NoRoute): Route {
  if ('reason' in found) throw new Error(`No route: ${found.reason}`)
  return found
}

/** So much of a token, in base units, as that many dollars buy; at least one. */
export function worthOf({ decimals, price }: TestToken, usd: number): bigint {
  return BigInt(Math.max(1, Math.floor((usd / price) * 10 ** decimals)))
}

import type { PoolState } from '../swap/pools/PoolState.ts'
import { liquiditySources } from '../swap/pools/sources.ts'
import { findRoute } from '../swap/router/findRoute.ts'
import type { NoRoute, Route, RouteRequest } from '../swap/router/Route.ts'
import { type TestToken, testToken } from './createTestPools.ts'

/** The wrapped native token, a dollar with six decimals, and a token with eight. */
export const [eth, dollar, coin] = [testToken(1, 18, 3000), testToken(2, 6, 1), testToken(3, 8, 64_000)] as const

/** Returns the best route through the given pools. Defaults: one ether for dollars, without gas costs. */
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

/** Returns the route, or throws if there is none. */
export function demandRoute(found: Route | NoRoute): Route {
  if ('reason' in found) throw new Error(`No route: ${found.reason}`)
  return found
}

/** Returns the amount of a token, in base units, for a value in dollars; at least one. */
export function worthOf({ decimals, price }: TestToken, usd: number): bigint {
  return BigInt(Math.max(1, Math.floor((usd / price) * 10 ** decimals)))
}

import { getBalance, getHistory, getIdentity } from '@latchkey/protocol/api'
import { createCache } from '../platform/cache/createCache.ts'
import type { Clock } from '../platform/clock/Clock.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { Accounts } from './createAccounts.ts'

/** Seconds for which an identity is remembered, here and by clients. */
const identityTtl = 300

/** Registers `/v1/account/{address}/balance`, `/v1/account/{address}/history` and `/v1/identity/{address}`. */
export function registerAccountRoutes({ app, accounts, clock }: { app: App; accounts: Accounts; clock: Clock }): void {
  registerEndpoint(app, getBalance, async ({ params, query }, { header }) => {
    const { chainId, forceUpdate } = query
    const { response, stale } = await accounts.balances.read({ address: params.address, chainId, forceUpdate })
    if (stale > 0) header('x-stale', String(stale))
    return response
  })

  registerEndpoint(app, getHistory, async ({ params, query }, { header }) => {
    const { chainId, cursor, onramp } = query
    // No on-ramp is configured on this server, so there are no purchases to list.
    if (onramp !== undefined) return { data: [], next: null }
    const { response, stale } = await accounts.histories.read({ address: params.address, chainId, cursor })
    if (stale > 0) header('x-stale', String(stale))
    return response
  })

  const identities = createCache<{ name: null; avatar: null; resolvedAt: string }>({
    clock,
    ttl: identityTtl,
    staleFor: 0,
  })
  registerEndpoint(app, getIdentity, async ({ params }, { header }) => {
    const { value, age } = await identities.read({
      key: params.address.toLowerCase(),
      load: async () => ({ name: null, avatar: null, resolvedAt: new Date(clock.now()).toISOString() }),
    })
    header('cache-control', `public, max-age=${Math.max(0, Math.floor(identityTtl - age))}`)
    return value
  })
}

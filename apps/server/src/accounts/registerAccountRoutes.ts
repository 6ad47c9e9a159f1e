import { getBalance, getHistory } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { readAccountReference } from '../platform/http/readAccountReference.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { Accounts } from './createAccounts.ts'

/** Registers `/v1/account/{address}/balance` and `/v1/account/{address}/history`. */
export function registerAccountRoutes({ app, accounts }: { app: App; accounts: Accounts }): void {
  registerEndpoint(app, getBalance, async ({ params, query }, { header }) => {
    const { address, chainId } = readAccountReference({ account: params.address, chainId: query.chainId })
    const { response, stale } = await accounts.balances.read({ address, chainId, forceUpdate: query.forceUpdate })
    if (stale > 0) header('x-stale', String(stale))
    return response
  })

  registerEndpoint(app, getHistory, async ({ params, query }, { header }) => {
    const { cursor, onramp } = query
    const { address, chainId } = readAccountReference({ account: params.address, chainId: query.chainId })
    if (onramp !== undefined) {
      const orders = await accounts.orders?.list({ address, provider: onramp, chainId, cursor })
      return orders ?? { data: [], next: null }
    }
    const { response, stale } = await accounts.histories.read({ address, chainId, cursor })
    if (stale > 0) header('x-stale', String(stale))
    return response
  })
}

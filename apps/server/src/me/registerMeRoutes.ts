import {
  getMyOrders,
  getSavedAddresses,
  getSettings,
  removeSavedAddress,
  saveAddress,
  saveSettings,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { toCookieCall } from '../siwx/toCookieCall.ts'
import type { Asking, Me } from './createMe.ts'

/**
 * Registers `/v1/me/…`.
 *
 * @param options.me undefined if the server has no sign-in
 */
export function registerMeRoutes({ app, me }: { app: App; me: Me | undefined }): void {
  const own = (): Me => {
    if (me) return me
    throw new ServiceError('siwx_unavailable')
  }
  const ask = (
    call: Parameters<typeof toCookieCall>[0] & { ip: string },
    { account }: { account?: string | undefined },
  ): Asking => ({ call: toCookieCall(call), account, ip: call.ip })

  registerEndpoint(app, getSavedAddresses, async ({ query }, call) => ({
    addresses: await own().listAddresses(ask(call, query), call.language),
  }))
  registerEndpoint(app, saveAddress, ({ query, body }, call) => own().saveAddress(ask(call, query), body))
  registerEndpoint(app, removeSavedAddress, async ({ query, params }, call) => {
    await own().removeAddress(ask(call, query), params.id)
    return {}
  })
  registerEndpoint(app, getSettings, ({ query }, call) => own().readSettings(ask(call, query)))
  registerEndpoint(app, saveSettings, ({ query, body }, call) => own().saveSettings(ask(call, query), body))
  registerEndpoint(app, getMyOrders, ({ query }, call) => own().listOrders(ask(call, query), query.cursor))
}

import {
  getSiwxDevices,
  getSiwxNonce,
  getSiwxSessions,
  revokeSiwx,
  revokeSiwxDevice,
  verifySiwx,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { Siwx } from './createSiwx.ts'
import { toCookieCall } from './toCookieCall.ts'

/**
 * Registers `/v1/siwx/…`, except for its tokens.
 *
 * @param options.siwx undefined if the server has no sign-in
 */
export function registerSiwxRoutes({ app, siwx }: { app: App; siwx: Pick<Siwx, 'service'> | undefined }): void {
  const own = () => {
    if (siwx) return siwx.service
    throw new ServiceError('siwx_unavailable')
  }

  registerEndpoint(app, getSiwxNonce, (_, call) => own().createNonce(toCookieCall(call)))
  registerEndpoint(app, verifySiwx, ({ body }, call) => own().verify(toCookieCall(call), body))
  registerEndpoint(app, getSiwxSessions, async (_, call) => ({ sessions: [...(await own().list(toCookieCall(call)))] }))
  registerEndpoint(app, revokeSiwx, async ({ body }, call) => {
    await own().revoke(toCookieCall(call), body)
    return {}
  })
  registerEndpoint(app, getSiwxDevices, async (_, call) => ({
    devices: [...(await own().listDevices(toCookieCall(call)))],
  }))
  registerEndpoint(app, revokeSiwxDevice, async ({ body }, call) => {
    await own().revokeDevice(toCookieCall(call), body.id)
    return {}
  })
}

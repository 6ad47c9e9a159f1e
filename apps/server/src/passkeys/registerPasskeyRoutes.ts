import {
  finishPasskeyLogin,
  finishPasskeyRegistration,
  finishPasskeyStepUp,
  startPasskeyLogin,
  startPasskeyRegistration,
  startPasskeyStepUp,
} from '@latchkey/protocol/wallet'
import { nameDevice } from '../auth/nameDevice.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { PasskeyService } from './createPasskeyService.ts'

/** Registers `/v1/passkeys/…`. */
export function registerPasskeyRoutes({ app, passkeys }: { app: App; passkeys: PasskeyService }): void {
  registerEndpoint(app, startPasskeyRegistration, (_input, { caller }) => passkeys.startRegistration(caller.session))
  registerEndpoint(app, finishPasskeyRegistration, ({ body }, { caller }) =>
    passkeys.finishRegistration(caller.session, body),
  )
  registerEndpoint(app, startPasskeyLogin, ({ body }, { caller: { jkt } }) => passkeys.startLogin({ ...body, jkt }))
  registerEndpoint(app, finishPasskeyLogin, ({ body }, { caller: { jkt }, userAgent, language }) =>
    passkeys.finishLogin({ ...body, jkt, device: nameDevice(userAgent), language }),
  )
  registerEndpoint(app, startPasskeyStepUp, (_input, { caller }) => passkeys.startStepUp(caller.session))
  registerEndpoint(app, finishPasskeyStepUp, ({ body }, { caller }) => passkeys.finishStepUp(caller.session, body))
}

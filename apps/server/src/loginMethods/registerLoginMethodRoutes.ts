import { listLoginMethods, removeLoginMethod } from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { LoginMethodService } from './createLoginMethodService.ts'

/** Registers `/v1/identities` and `/v1/identities/remove` on the application of the wallet's origin. */
export function registerLoginMethodRoutes({ app, loginMethods }: { app: App; loginMethods: LoginMethodService }): void {
  registerEndpoint(app, listLoginMethods, (_input, { caller }) => loginMethods.list(caller.session))
  registerEndpoint(app, removeLoginMethod, ({ body }, { caller, language }) =>
    loginMethods.remove({ ...caller.session, language }, body),
  )
}

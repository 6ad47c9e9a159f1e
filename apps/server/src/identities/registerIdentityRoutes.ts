import { listIdentities, removeIdentity } from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { IdentityService } from './createIdentityService.ts'

/** Registers `/v1/identities` and `/v1/identities/remove` on the application of the wallet's origin. */
export function registerIdentityRoutes({ app, identities }: { app: App; identities: IdentityService }): void {
  registerEndpoint(app, listIdentities, (_input, { caller }) => identities.list(caller.session))
  registerEndpoint(app, removeIdentity, ({ body }, { caller, language }) =>
    identities.remove({ ...caller.session, language }, body),
  )
}

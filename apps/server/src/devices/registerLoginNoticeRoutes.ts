import { endLogin as endLoginEndpoint, inspectLoginNotice as inspectEndpoint } from '@latchkey/protocol/wallet'
import type { LoginParts } from '../auth/LoginParts.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { endLogin, inspectLoginNotice } from './endLogin.ts'

/** Registers the endpoints of the link in a new device's notice. */
export function registerLoginNoticeRoutes({ app, parts }: { app: App; parts: LoginParts }): void {
  registerEndpoint(app, inspectEndpoint, ({ body: { token } }, { ip }) => inspectLoginNotice(parts, { token, ip }))
  registerEndpoint(app, endLoginEndpoint, ({ body: { token } }, { ip }) => endLogin(parts, { token, ip }))
}

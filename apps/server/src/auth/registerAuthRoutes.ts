import {
  approveDevice,
  endSession,
  inspectDeviceLink,
  lockSession,
  noteUse,
  proveHealth,
  refreshSession,
  startEmailLogin,
  startStepUp,
  verifyEmailCode,
  verifyStepUp,
  waitForDevice,
  watchSession,
} from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { Auth } from './createAuth.ts'

/** Registers the login endpoints on the application of the wallet's origin. */
export function registerAuthRoutes({ app, auth }: { app: App; auth: Auth }): void {
  registerEndpoint(app, startEmailLogin, ({ body }, { caller, ip, userAgent, language }) =>
    auth.startEmailLogin({ language, ...body, jkt: caller.jkt, ip, userAgent }),
  )
  registerEndpoint(app, verifyEmailCode, ({ body }, { caller, ip }) =>
    auth.verifyEmailLogin({ ...body, jkt: caller.jkt, ip }),
  )
  registerEndpoint(app, waitForDevice, ({ body: { attemptId } }, { caller, signal }) =>
    auth.waitForDevice({ attemptId, jkt: caller.jkt, signal }),
  )
  registerEndpoint(app, inspectDeviceLink, ({ body: { token } }, { ip }) => auth.inspectDeviceLink({ token, ip }))
  registerEndpoint(app, approveDevice, async ({ body }, { ip, prove }) =>
    auth.approveDevice({ ...body, jkt: (await prove())?.jkt, ip }),
  )
  registerEndpoint(app, refreshSession, ({ body: { refreshToken } }, { caller }) =>
    auth.refreshSession({ refreshToken, jkt: caller.jkt }),
  )
  registerEndpoint(app, endSession, async (_, { caller }) => {
    await auth.endSession({ session: caller.session })
    return {}
  })
  registerEndpoint(app, lockSession, async (_, { caller }) => {
    await auth.lockSession({ session: caller.session })
    return {}
  })
  registerEndpoint(app, noteUse, async (_, { caller }) => {
    await auth.noteUse({ session: caller.session })
    return {}
  })
  registerEndpoint(app, proveHealth, ({ query: { nonce } }) => auth.proveHealth({ nonce }))
  registerEndpoint(app, watchSession, (_, { caller, signal }) => auth.watchSession({ session: caller.session, signal }))
  registerEndpoint(app, startStepUp, (_, { caller, ip, language }) =>
    auth.startStepUp({ session: caller.session, ip, language }),
  )
  registerEndpoint(app, verifyStepUp, ({ body }, { caller, ip }) =>
    auth.verifyStepUp({ ...body, session: caller.session, ip }),
  )
}

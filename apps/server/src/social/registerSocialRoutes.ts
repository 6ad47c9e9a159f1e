import {
  beginSocialLogin,
  finishSocialConfirmation,
  inspectSocialLogin,
  redeemSocialLogin,
  startFarcasterLogin,
  startSocialLink,
  startSocialLogin,
  startSocialStepUp,
} from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { SocialService } from './createSocialService.ts'

/** Registers the provider logins on the application of the wallet's origin. */
export function registerSocialRoutes({ app, social }: { app: App; social: SocialService }): void {
  registerEndpoint(app, startSocialLogin, async ({ body }, { caller, ip, userAgent, language, header }) => {
    const beginning = { ...body, language: body.language ?? language, jkt: caller.jkt, ip, userAgent }
    const { attempt, cookie } = await social.startLogin(beginning)
    header('set-cookie', cookie)
    return attempt
  })
  registerEndpoint(app, startFarcasterLogin, ({ body }, { caller, ip, userAgent, language }) =>
    social.startFarcasterLogin({ ...body, language: body.language ?? language, jkt: caller.jkt, ip, userAgent }),
  )
  registerEndpoint(app, inspectSocialLogin, ({ body }, { ip, readHeader }) =>
    social.inspect({ ...body, cookies: readHeader('cookie'), ip }),
  )
  registerEndpoint(app, beginSocialLogin, async ({ body: { attemptId, ...proof } }, { ip, header, readHeader }) => {
    const { authorizeUrl, cookie } = await social.begin({ attemptId, proof, cookies: readHeader('cookie'), ip })
    if (cookie !== undefined) header('set-cookie', cookie)
    return { authorizeUrl }
  })
  registerEndpoint(app, redeemSocialLogin, ({ body }, { caller, signal }) =>
    social.redeem({ ...body, jkt: caller.jkt, signal }),
  )
  registerEndpoint(app, startSocialStepUp, (_, { caller, ip, language }) =>
    social.startStepUp({ session: { ...caller.session, language }, ip }),
  )
  registerEndpoint(app, startSocialLink, ({ body: { provider } }, { caller, ip, language }) =>
    social.startLink({ session: { ...caller.session, language }, provider, ip }),
  )
  registerEndpoint(app, finishSocialConfirmation, ({ body }, { caller, signal }) =>
    social.confirm({ ...body, session: caller.session, signal }),
  )
}

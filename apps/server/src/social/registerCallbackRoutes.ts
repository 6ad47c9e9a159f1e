import { oauthProviders } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { readBody } from '../platform/http/readBody.ts'
import { type RouteCall, type RouteReply, registerRoute } from '../platform/http/registerRoute.ts'
import { withoutValues } from '../platform/log/withoutValues.ts'
import type { SocialService } from './createSocialService.ts'
import { lastPage } from './finishAuthorization.ts'

/** A code, a state and a name fit into less. */
const maxBytes = 64 * 1024

/**
 * Registers where providers send visitors back to: by an address, or, for Apple, by a form of its page. A person sees what this answers, so it
 * is always a page in words.
 */
export function registerCallbackRoutes({
  app,
  social,
  walletOrigin,
}: {
  app: App
  social: SocialService
  walletOrigin: string
}): void {
  for (const provider of oauthProviders) {
    const answer = async ({ request, admit }: RouteCall, read: () => Promise<URLSearchParams>): Promise<RouteReply> => {
      try {
        await admit(undefined)
        const cookies = request.headers.get('cookie')
        return leadTo(await social.finishAuthorization({ provider, parameters: await read(), cookies }))
      } catch (error) {
        const isKnown = error instanceof ServiceError
        if (!isKnown)
          app.log.error({ provider, message: withoutValues(error)(String(error)) }, 'A visitor could not be taken back')
        const failure = isKnown && error.code === 'rate_limited' ? error.code : 'social_refused'
        return leadTo({ location: lastPage({ walletOrigin, provider, failure }), cookie: undefined })
      }
    }
    const path = `/oauth/callback/${provider}`
    registerRoute(app, { method: 'GET', path, project: 'none' }, (call) =>
      answer(call, async () => new URL(call.request.url).searchParams),
    )
    if (provider === 'apple') {
      registerRoute(app, { method: 'POST', path, project: 'none' }, (call) =>
        answer(call, async () => new URLSearchParams(await readBody({ call, maxBytes }))),
      )
    }
  }
}

function leadTo({ location, cookie }: { location: string; cookie: string | undefined }): RouteReply {
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
    body: null,
  }
}

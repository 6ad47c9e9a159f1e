import { oauthProviders } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { readBody } from '../platform/http/readBody.ts'
import { type RouteCall, type RouteReply, registerRoute } from '../platform/http/registerRoute.ts'
import { withoutValues } from '../platform/log/withoutValues.ts'
import type { SocialService } from './createSocialService.ts'
import { lastPage } from './finishAuthorization.ts'

/** A code, a state and a name are smaller than this. */
const maxBytes = 64 * 1024

/**
 * Registers the callbacks of providers: a URL, or, for Apple, the target of a form. A person sees the reply, so it is always a page with a
 * message.
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
          app.log.error(
            { provider, message: withoutValues(error)(String(error)) },
            'Handling the return from a provider failed',
          )
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

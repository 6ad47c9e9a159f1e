import { type SignInEnd, signInAt, startIdentityProvider } from '@latchkey/devnet/identity'
import type { OauthProvider } from '@latchkey/protocol'
import type { SessionTokens, SocialAttempt } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { sessions } from '../../auth/schema.ts'
import type { ServerConfigInput } from '../../platform/config/ServerConfig.ts'
import { createDeviceKey, createTestOrigin, hostOrigin, walletOrigin } from '../../testing/createTestOrigin.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import type { FarcasterChannels } from '../FarcasterChannels.ts'
import { socialAttempts } from '../schema.ts'

/** Reply to a call. */
type Answer<Body> = { status: number; code: string | undefined; json: Body }

/** Provider logins over HTTP: the wallet's origin on one side, the local identity provider on the other. */
export type TestSocial = Awaited<ReturnType<typeof createTestSocial>>

/**
 * A visitor with a browser: the key of the frame, and the cookies of the windows. `isPartitioned`: windows do not get the cookies of a
 * frame.
 */
export type TestVisitor = Awaited<ReturnType<TestSocial['visitor']>>

/**
 * Opens the wallet's origin and the local identity provider.
 *
 * @param options.providerDeadline creates the timeout signal of each request to a provider
 */
export async function createTestSocial({
  channels,
  providerDeadline,
  config = {},
  log,
}: {
  channels?: FarcasterChannels
  providerDeadline?: () => AbortSignal
  log?: Logger
  config?: Partial<ServerConfigInput>
} = {}) {
  let ahead = 0
  const identity = await startIdentityProvider({ walletOrigin })
  const origin = await createTestOrigin({
    config: { social: identity.social, ...config },
    clock: { now: () => Date.now() + ahead },
    ...(channels ? { channels } : {}),
    ...(log ? { log } : {}),
    ...(providerDeadline ? { providerDeadline } : {}),
  })
  const { context } = origin

  const visitor = async ({ isPartitioned = false }: { isPartitioned?: boolean } = {}) => {
    const key = await createDeviceKey()
    const call = origin.callWithProof(key)
    const cookies = new Map<string, string>()
    const keepCookies = (headers: Headers) => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
    }
    const post = async <Body>(path: string, body: unknown): Promise<Answer<Body>> => {
      const { status, json, headers } = await call('POST', path, body)
      // Windows have the frame's cookies as well, unless the browser separates the two.
      if (!isPartitioned) keepCookies(headers)
      const answer = json as unknown as Body & { code?: string }
      return { status, json: answer, code: status < 400 ? undefined : answer.code }
    }
    /** Calls as a page of the wallet: without the frame's key, with the browser's cookies. */
    const browse = async (path: string, init: RequestInit = {}) => {
      const response = await origin.app.request(new URL(path, walletOrigin).href, {
        ...init,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(init.headers as Record<string, string> | undefined),
        },
      })
      keepCookies(response.headers)
      return response
    }
    const postAsWindow = async <Body>(path: string, body: unknown): Promise<Answer<Body> & { headers: Headers }> => {
      const response = await browse(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const json = (await response.json()) as Body & { code?: string }
      const { status, headers } = response
      return { status, json, headers, code: status < 400 ? undefined : json.code }
    }

    const inspect = (body: { attemptId: string; isDetached?: boolean }) =>
      postAsWindow<{ app: string; mode: string; hostOrigin: string; device: string; isSameBrowser: boolean }>(
        '/v1/oauth/inspect',
        body,
      )
    const begin = (body: unknown) => postAsWindow<{ authorizeUrl: string }>('/v1/oauth/begin', body)
    /** The wallet's own page lets the window of an attempt continue, and the visitor follows. */
    const openWindow = async (attempt: SocialAttempt) => {
      const { attemptId, handshake } = attempt
      const begun = await begin({ attemptId, handshake, openerOrigin: walletOrigin })
      if (begun.status !== 200) throw new Error(`The window could not begin: ${begun.code}`)
      return { ...attempt, authorizeUrl: begun.json.authorizeUrl }
    }
    const open = async (provider: OauthProvider) => {
      const start = { projectId: testProjectId, hostOrigin, provider }
      return openWindow((await post<SocialAttempt>('/v1/oauth/start', start)).json)
    }
    const comeBack = async (end: SignInEnd) => {
      const response =
        end.kind === 'redirect'
          ? await browse(end.url)
          : await browse(end.url, {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded', origin: identity.url },
              body: new URLSearchParams(end.fields).toString(),
            })
      if (response.status !== 303) throw new Error(`The callback answered ${response.status}`)
      return (response.headers.get('location') ?? '').replace(walletOrigin, '')
    }
    const redeem = (attemptId: string, options: { resultToken?: string; isDetached?: boolean } = {}) =>
      post<{ status: string; isDetached?: boolean; session: SessionTokens }>('/v1/oauth/redeem', {
        attemptId,
        ...options,
      })
    return {
      key,
      cookies,
      /** Cookies that bind a window to its browser. */
      bound: () => [...cookies.keys()].filter((name) => name.includes('latchkey-oauth-')),
      post,
      browse,
      start: (provider: OauthProvider, options: { returnUrl?: string; hostOrigin?: string; projectId?: string } = {}) =>
        post<SocialAttempt>('/v1/oauth/start', { projectId: testProjectId, hostOrigin, provider, ...options }),
      inspect,
      begin,
      openWindow,
      /** Starts and begins like a pop-up. @returns the attempt, with the URL of its window */
      open,
      /** Returns from the provider. @returns the next URL of the window, without the wallet's origin */
      comeBack,
      redeem,
      /** Logs in completely. @returns the tokens, and calls with the access token */
      login: async (provider: OauthProvider, person = 'ada') => {
        const { attemptId, authorizeUrl } = await open(provider)
        await comeBack(await signInAt({ authorizeUrl, person }))
        const { json } = await redeem(attemptId)
        return { ...json.session, call: origin.callWithProof(key, json.session.accessToken) }
      },
      /** Returns the number of logins of this browser's key. */
      sessions: async () => (await context.database.select().from(sessions).where(eq(sessions.jkt, key.jkt))).length,
    }
  }

  return {
    ...origin,
    identity,
    visitor,
    /** Logs in with an address and a code. */
    signInByMail: (email: string) => origin.signIn({ email }),
    /** Logs in at the provider. `null` cancels there. */
    signIn: (authorizeUrl: string, person: string | null = 'ada') => signInAt({ authorizeUrl, person }),
    /** Returns the row of an attempt. */
    attempt: async (id: string) =>
      (await context.database.select().from(socialAttempts).where(eq(socialAttempts.id, id)))[0],
    /** Advances the clock by the given seconds. */
    pass: (seconds: number) => {
      ahead += seconds * 1000
    },
    stop: async () => {
      await identity.stop()
      await origin.stop()
    },
  }
}

import type { ErrorCode, SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { LoginMethod } from '@latchkey/protocol/wallet'
import type { TestSession } from './createTestServer.ts'
import type { TestSessionRules } from './testSessionRules.ts'

/** Identity at a provider, as the test server receives it. */
export type TestPerson = { provider: SocialProvider; subject: string; email: string | null; userName: string | null }

type Attempt = {
  attemptId: string
  provider: SocialProvider
  jkt: string
  resultToken: string | null
  isDetached: boolean
  end: { person: TestPerson } | { code: ErrorCode } | null
  redeemed: boolean
}
type Request = { body: Record<string, unknown>; jkt: string; session?: TestSession | undefined }

/** Logins with a provider at the test server. The test performs the actions of windows and providers. */
export type TestSocial = {
  routes: Record<string, (request: Request) => unknown>
  /** The caller's login methods. */
  identities: LoginMethod[]
  /** The window of the last attempt lost its opener. */
  detach: () => void
  /** The provider vouches for an identity in the last attempt. Returns the token of a login without a window. */
  vouch: (person?: Partial<TestPerson>) => string
  /** The last attempt ends with a refusal. */
  refuse: (code: ErrorCode) => void
}

/** Creates {@link TestSocial}. */
export function createTestSocial({
  now,
  login,
  rules,
}: {
  now: () => number
  /** Issues the tokens of a login. */
  login: (options: { person: TestPerson; jkt: string }) => unknown
  /** Requirements for a login. */
  rules: (session: TestSession) => TestSessionRules
}): TestSocial {
  const attempts: Attempt[] = []
  const waiting = new Set<() => void>()
  /** Attempts that add a login method. */
  const linking = new Set<string>()
  const wake = () => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const last = () => {
    const attempt = attempts.at(-1)
    if (!attempt) throw new Error('No login with a provider was begun')
    return attempt
  }
  const identities: LoginMethod[] = [
    { id: crypto.randomUUID(), kind: 'google', label: 'mira@mail.example', addedAt: new Date(0).toISOString() },
  ]
  const sessionOf = ({ session }: Request) => {
    if (!session) throw new ServiceError('session_ended')
    return session
  }
  const requireChange = (request: Request) => {
    const { requireEnrolled, requireStepUp } = rules(sessionOf(request))
    requireEnrolled()
    requireStepUp()
  }
  /** Waits for an event of an attempt. */
  const newsOf = async (attempt: Attempt, { body }: Request) => {
    const isNews = () => attempt.end !== null || (attempt.isDetached && body.isDetached !== true)
    while (!isNews()) await new Promise<void>((resolve) => waiting.add(resolve))
    const { end } = attempt
    if (end === null) return null
    attempt.redeemed = true
    if ('code' in end) throw new ServiceError(end.code)
    return end
  }
  const find = ({ body }: Request) => {
    const attempt = attempts.find(({ attemptId }) => attemptId === body.attemptId)
    if (!attempt || attempt.redeemed) throw new ServiceError('attempt_unknown')
    return attempt
  }
  const describe = (attemptId: string) => ({
    attemptId,
    handshake: 'h'.repeat(43),
    number: '42',
    popupUrl: `https://wallet.example/popup/oauth#${attemptId}`,
    expiresAt: expiresAt(),
  })
  const expiresAt = () => new Date(now() + 10 * 60_000).toISOString()
  const open = (provider: SocialProvider, { body, jkt }: Request) => {
    const attemptId = crypto.randomUUID()
    const resultToken = body.returnUrl === undefined ? null : 'r'.repeat(43)
    attempts.push({ attemptId, provider, jkt, resultToken, isDetached: false, end: null, redeemed: false })
    return attemptId
  }
  return {
    routes: {
      'POST /v1/oauth/start': (request) => describe(open(request.body.provider as SocialProvider, request)),
      'POST /v1/farcaster/start': (request) => {
        const attemptId = open('farcaster', request)
        return { attemptId, url: 'https://farcaster.example/channel', expiresAt: expiresAt() }
      },
      'POST /v1/oauth/redeem': async (request) => {
        const { body, jkt } = request
        const attempt = find(request)
        if (attempt.jkt !== jkt) throw new ServiceError('attempt_unknown')
        if (attempt.resultToken !== null && attempt.resultToken !== body.resultToken)
          throw new ServiceError('social_refused')
        const end = await newsOf(attempt, request)
        if (end === null) return { status: 'pending', isDetached: attempt.isDetached }
        return { status: 'connected', session: login({ person: end.person, jkt }) }
      },
      'POST /v1/auth/step-up/social/start': (request) => {
        sessionOf(request)
        return describe(open('google', request))
      },
      'POST /v1/identities/link/start': (request) => {
        requireChange(request)
        const attemptId = open(request.body.provider as SocialProvider, request)
        linking.add(attemptId)
        return describe(attemptId)
      },
      'POST /v1/oauth/confirm': async (request) => {
        const session = sessionOf(request)
        const attempt = find(request)
        const end = await newsOf(attempt, request)
        if (end === null) return { status: 'pending', isDetached: attempt.isDetached }
        if (!linking.has(attempt.attemptId)) return { status: 'done', ...rules(session).freshen('code') }
        const { provider: kind, userName: label } = end.person
        identities.push({ id: crypto.randomUUID(), kind, label, addedAt: new Date(now()).toISOString() })
        return { status: 'done', freshUntil: null }
      },
      'GET /v1/identities': (request) => {
        sessionOf(request)
        return { identities, available: ['google', 'github'] }
      },
      'POST /v1/identities/remove': (request) => {
        requireChange(request)
        if (identities.length === 1) throw new ServiceError('identity_last')
        const index = identities.findIndex(({ id }) => id === request.body.identityId)
        if (index < 0) throw new ServiceError('identity_unknown')
        identities.splice(index, 1)
        return {}
      },
    },
    identities,
    detach: () => {
      last().isDetached = true
      wake()
    },
    vouch: (person = {}) => {
      const attempt = last()
      const { provider, resultToken } = attempt
      attempt.end = { person: { provider, subject: '1', email: null, userName: null, ...person } }
      wake()
      return resultToken ?? ''
    },
    refuse: (code) => {
      last().end = { code }
      wake()
    },
  }
}

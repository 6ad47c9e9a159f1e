import type { ErrorCode, SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** Who signed in with a provider, as the test server is told. */
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
type Request = { body: Record<string, unknown>; jkt: string }

/** Logins with a provider at the test server: what windows and providers do there is done by the test. */
export type TestSocial = {
  routes: Record<string, (request: Request) => unknown>
  /** The window of the last attempt lost the page that opened it. */
  detach: () => void
  /** The provider vouches for somebody, in the last attempt. Gives the token of a login without a window. */
  vouch: (person?: Partial<TestPerson>) => string
  /** The last attempt ends with a refusal. */
  refuse: (code: ErrorCode) => void
}

/** Makes {@link TestSocial}. */
export function createTestSocial({
  now,
  login,
}: {
  now: () => number
  /** Issues a session. */
  login: (options: { person: TestPerson; jkt: string }) => unknown
}): TestSocial {
  const attempts: Attempt[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const last = () => {
    const attempt = attempts.at(-1)
    if (!attempt) throw new Error('No login with a provider was begun')
    return attempt
  }
  const expiresAt = () => new Date(now() + 10 * 60_000).toISOString()
  const open = (provider: SocialProvider, { body, jkt }: Request) => {
    const attemptId = crypto.randomUUID()
    const resultToken = body.returnUrl === undefined ? null : 'r'.repeat(43)
    attempts.push({ attemptId, provider, jkt, resultToken, isDetached: false, end: null, redeemed: false })
    return attemptId
  }
  return {
    routes: {
      'POST /v1/oauth/start': (request) => {
        const attemptId = open(request.body.provider as SocialProvider, request)
        const popupUrl = `https://wallet.example/popup/oauth#${attemptId}`
        return { attemptId, handshake: 'h'.repeat(43), number: '42', popupUrl, expiresAt: expiresAt() }
      },
      'POST /v1/farcaster/start': (request) => {
        const attemptId = open('farcaster', request)
        return { attemptId, url: 'https://farcaster.example/channel', expiresAt: expiresAt() }
      },
      'POST /v1/oauth/redeem': async ({ body, jkt }) => {
        const attempt = attempts.find(({ attemptId }) => attemptId === body.attemptId)
        if (!attempt || attempt.jkt !== jkt || attempt.redeemed) throw new ServiceError('attempt_unknown')
        if (attempt.resultToken !== null && attempt.resultToken !== body.resultToken)
          throw new ServiceError('social_refused')
        const isNews = () => attempt.end !== null || (attempt.isDetached && body.isDetached !== true)
        while (!isNews()) await new Promise<void>((resolve) => waiting.add(resolve))
        const { end, isDetached } = attempt
        if (end === null) return { status: 'pending', isDetached }
        attempt.redeemed = true
        if ('code' in end) throw new ServiceError(end.code)
        return { status: 'connected', session: login({ person: end.person, jkt }) }
      },
    },
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

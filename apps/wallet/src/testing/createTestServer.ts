import { type ErrorCode, type HttpErrorCode, walletRpcPaths } from '@latchkey/protocol'
import { errorCatalog, ServiceError } from '@latchkey/protocol/errors'
import { answerTestWallet } from './answerTestWallet.ts'
import { createTestHealth } from './createTestHealth.ts'
import { createTestSocial, type TestPerson, type TestSocial } from './createTestSocial.ts'
import { createTestWork, type TestWork } from './createTestWork.ts'
import type { TestWallet } from './TestWallet.ts'
import { testEndpoints, thumbprint } from './testEndpoints.ts'
import { testSessionRules } from './testSessionRules.ts'

/** `key`: identifies the user; an address, or a provider's own ID. */
export type TestUser = { userId: string; key: string; email: string | null }
export type TestDevice = { deviceId: string; userId: string; jkt: string; revoked: boolean }
export type TestSession = {
  sessionId: string
  userId: string
  deviceId: string
  jkt: string
  ended: boolean
  /** Time of the last proof of identity, and whether it was a passkey. */
  authTime: number
  isByPasskey: boolean
  /** Last use of the wallet. */
  activeAt: number
  lockedAt: number | null
  person: TestPerson | null
}
export type TestDeviceTransfer = {
  userId: string
  answer: { pub: string; mac: string } | null
  sealed: { enc: string; ct: string } | null
}

/** An entry of the audit log. */
export type TestAuditEntry = {
  userId: string
  deviceId: string
  at: number
  event: string
  data: Record<string, string | number>
}

/** State of the test server; tests may read and change it. */
export type TestState = {
  users: TestUser[]
  devices: TestDevice[]
  sessions: TestSession[]
  wallets: TestWallet[]
  passkeys: { userId: string; credentialId: string; prfEnabled: boolean }[]
  deviceTransfers: Map<string, TestDeviceTransfer>
  challenges: Map<string, { userId: string | null }>
  /** Logins that wait for a step-up code, by attempt. */
  stepUps: Map<string, string>
  /** The new address of each open change. */
  emailChanges: Map<string, string>
  audit: TestAuditEntry[]
  /** Uses of each rate limit. */
  counters: Map<string, number[]>
}

/** Simulated failure of the next call of a path. */
type Fault = 'before' | 'after' | ErrorCode

/** The wallet's HTTP API in memory, with the same answers. One code works for everyone: `123456`. */
export type TestServer = TestWork & {
  fetch: typeof fetch
  state: TestState
  /** Called paths, in order. */
  calls: string[]
  /**
   * The next call of the path fails: the network is cut before or after the server worked, or the server refuses. With `times`, so
   * many calls fail: a read is repeated twice.
   */
  fail: (path: string, fault: Fault, times?: number) => void
  /** The server signs its health answers with another key from now on. */
  replaceHealthKey: () => void
  /** Whether the server is unreachable. */
  setAway: (away: boolean) => void
  /** As `fail`, for the next call that changes something. */
  failPost: (path: string, fault: Fault) => void
  /** Answers RPC requests. */
  answerRpc: (handler: TestRpc) => void
  /** Answers requests about calls, and the bundler. */
  answerCalls: (handler: TestRpc) => void
  /** Bodies of RPC requests, in order. */
  rpcCalls: { method: string; params: unknown[]; chainId: string }[]
  settings: {
    origins: string[]
    recovery: string
    autoLock: number | 'off'
    hostMayTypeCode: boolean
    cardApprovals: string
    tokens: TestToken[]
    /** Chain IDs of the networks with smart accounts. */
    smartAccounts: number[]
    /** Chain IDs of EVM networks, in addition to those with smart accounts. */
    chains: number[]
    /** Networks outside of EVM, by CAIP-2. */
    families: string[]
  }
  /** Whether the next logins need the device's confirmation. */
  requireDevice: (required: boolean) => void
  /** Uses the link of the email. */
  approveDevice: () => void
  /** Actions of windows and providers. */
  social: TestSocial
  /** Wakes the devices that watch their login. */
  wake: () => void
  /** The next answers have this clock. */
  now: () => number
}

/** Answers a JSON-RPC request; a thrown value is the refusal. */
export type TestRpc = (request: { method: string; params: unknown[]; chainId: string }) => unknown

type TestToken = {
  address: string
  symbol: string | null
  name: string | null
  decimals: number | null
  usd: string | null
}
type Attempt = { email: string; jkt: string; done: boolean; tries: number; device: 'none' | 'waiting' | 'approved' }
type Context = {
  body: Record<string, never>
  query: URLSearchParams
  jkt: string
  session: TestSession | undefined
}

const epochMilliseconds = 10 * 60_000
/** Creates the test server. */
export function createTestServer({ now }: { now: () => number }): TestServer {
  const state: TestState = {
    users: [],
    devices: [],
    sessions: [],
    wallets: [],
    passkeys: [],
    deviceTransfers: new Map(),
    challenges: new Map(),
    stepUps: new Map(),
    emailChanges: new Map(),
    audit: [],
    counters: new Map(),
  }
  const attempts = new Map<string, Attempt>()
  const refreshTokens = new Map<string, { sessionId: string; usedAt: number | null; next: unknown }>()
  const accessTokens = new Map<string, { sessionId: string; until: number }>()
  const faults: { path: string; fault: Fault; method?: string }[] = []
  const calls: string[] = []
  const rpcCalls: TestServer['rpcCalls'] = []
  const watchers = new Set<() => void>()
  const settings = {
    origins: ['https://app.example'],
    recovery: 'before-funding',
    autoLock: 15 as number | 'off',
    hostMayTypeCode: false,
    cardApprovals: 'everything',
    tokens: [] as TestToken[],
    smartAccounts: [] as number[],
    chains: [1, 8453],
    families: [] as string[],
  }
  let deviceRequired = false
  let isAway = false
  let sentAt = new Map<string, number>()
  let rpc: TestRpc = () => '0x1'
  let callRpc: TestRpc = () => null

  const iso = (time: number) => new Date(time).toISOString()
  const issue = (session: TestSession) => {
    const user = state.users.find(({ userId }) => userId === session.userId)
    const accessToken = `access-${crypto.randomUUID()}`
    const refreshToken = `refresh-${crypto.randomUUID()}`
    accessTokens.set(accessToken, { sessionId: session.sessionId, until: now() + epochMilliseconds })
    refreshTokens.set(refreshToken, { sessionId: session.sessionId, usedAt: null, next: null })
    return {
      accessToken,
      refreshToken,
      expiresIn: 600,
      userId: session.userId,
      deviceId: session.deviceId,
      email: user?.email ?? null,
      socialProvider: session.person?.provider ?? null,
      userName: session.person?.userName ?? null,
    }
  }
  const login = ({
    key,
    email,
    person = null,
    jkt,
  }: {
    key: string
    email: string | null
    person?: TestPerson | null
    jkt: string
  }) => {
    let user = state.users.find((one) => one.key === key)
    if (!user) {
      user = { userId: crypto.randomUUID(), key, email }
      state.users.push(user)
    }
    const { userId } = user
    let device = state.devices.find((one) => one.userId === userId && one.jkt === jkt && !one.revoked)
    if (!device) {
      device = { deviceId: crypto.randomUUID(), userId, jkt, revoked: false }
      state.devices.push(device)
    }
    const { deviceId } = device
    const times = { authTime: now(), isByPasskey: false, activeAt: now(), lockedAt: null }
    const session = { sessionId: crypto.randomUUID(), userId, deviceId, jkt, ended: false, ...times, person }
    state.sessions.push(session)
    return issue(session)
  }
  const rulesOf = (session: TestSession) => testSessionRules({ session, state, autoLock: settings.autoLock, now })
  let health = createTestHealth({ now })
  const gate = createTestWork({ now })
  const social = createTestSocial({
    now,
    rules: (session) => rulesOf(session),
    login: ({ person, jkt }) =>
      login({ key: `${person.provider}|${person.subject}`, email: person.email, person, jkt }),
  })
  const attemptOf = (id: unknown, jkt: string) => {
    const attempt = attempts.get(String(id))
    if (!attempt || attempt.jkt !== jkt || attempt.done) throw new ServiceError('attempt_unknown')
    return attempt
  }

  const routes: Record<string, (context: Context) => unknown> = {
    ...social.routes,
    'GET /v1/frame/config': () => ({
      name: 'Test',
      custody: 'self',
      ...settings,
      chains: [
        ...[...new Set([...settings.chains, ...settings.smartAccounts])].map((id) => ({
          chainId: `eip155:${id}`,
          name: `Chain ${id}`,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          testnet: false,
          blockExplorer: null,
          smartAccounts: settings.smartAccounts.includes(id),
          tokens: settings.tokens,
        })),
        ...settings.families.map((chainId) => ({
          chainId,
          name: chainId,
          nativeCurrency: chainId.startsWith('solana:')
            ? { name: 'Solana', symbol: 'SOL', decimals: 9 }
            : { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
          testnet: true,
          blockExplorer: null,
          smartAccounts: false,
          tokens: [],
        })),
      ],
      walletUrl: 'https://wallet.example',
    }),
    'GET /v1/health': ({ query }) => health.prove(query.get('nonce') ?? ''),
    'POST /v1/auth/email/start': ({ body, jkt }) => {
      const email = String(body.email)
      const last = sentAt.get(email)
      if (last !== undefined && now() - last < 30_000)
        throw new ServiceError('email_cooldown', { retryAfter: Math.ceil((last + 30_000 - now()) / 1000) })
      sentAt = sentAt.set(email, now())
      const attemptId = crypto.randomUUID()
      attempts.set(attemptId, { email, jkt, done: false, tries: 0, device: deviceRequired ? 'waiting' : 'none' })
      return {
        attemptId,
        action: deviceRequired ? 'VERIFY_DEVICE' : 'VERIFY_OTP',
        matchNumber: deviceRequired ? '42' : null,
        expiresAt: iso(now() + epochMilliseconds),
        resendAt: iso(now() + 30_000),
        hostMayTypeCode: settings.hostMayTypeCode,
        cardApprovals: settings.cardApprovals,
      }
    },
    'POST /v1/auth/device/wait': async ({ body, jkt }) => {
      const attempt = attemptOf(body.attemptId, jkt)
      if (attempt.device !== 'approved') await new Promise<void>((resolve) => watchers.add(resolve))
      return attempt.device === 'approved'
        ? { status: 'approved', resendAt: iso(now() + 30_000), expiresAt: iso(now() + epochMilliseconds) }
        : { status: 'pending' }
    },
    'POST /v1/auth/email/verify': ({ body, jkt }) => {
      const attempt = attemptOf(body.attemptId, jkt)
      attempt.tries += 1
      if (attempt.tries > 5 || attempt.device === 'waiting') throw new ServiceError('code_expired')
      if (body.otp !== '123456') throw new ServiceError('code_wrong')
      attempt.done = true
      return login({ key: attempt.email.toLowerCase(), email: attempt.email, jkt })
    },
    'POST /v1/auth/token/refresh': ({ body, jkt }) => {
      const token = refreshTokens.get(String(body.refreshToken))
      const session = state.sessions.find(({ sessionId }) => sessionId === token?.sessionId)
      if (!token || !session || session.ended || session.jkt !== jkt) throw new ServiceError('session_ended')
      // The first answer may have been lost.
      if (token.usedAt !== null && now() - token.usedAt <= 10_000) return token.next
      if (token.usedAt !== null) {
        // Used twice: the whole token family ends, as after a theft.
        session.ended = true
        throw new ServiceError('session_ended')
      }
      token.usedAt = now()
      token.next = issue(session)
      return token.next
    },
  }

  const wake = () => {
    for (const resolve of watchers) resolve()
    watchers.clear()
  }

  const work = async (method: string, path: string, context: Context): Promise<unknown> => {
    const route = routes[`${method} ${path}`]
    if (route) return route(context)
    const { session } = context
    if (!session) throw new ServiceError('session_ended')
    if (path === '/v1/auth/session/end') {
      session.ended = true
      wake()
      return {}
    }
    if (path === '/v1/auth/session/watch') {
      await new Promise<void>((resolve) => watchers.add(resolve))
      if (session.ended) throw new ServiceError('session_ended')
      return { status: 'changed' }
    }
    const { body } = context
    return answerTestWallet({ method, path, body, session, rules: rulesOf(session), state, now, wake })
  }
  /** In the order of the real server: the caller, then whether a locked login may call it, then the shapes of request and answer. */
  const answer = async (method: string, path: string, context: Context): Promise<unknown> => {
    const endpoint = testEndpoints.get(`${method} ${path}`)
    if (!endpoint) return work(method, path, context)
    const { session } = context
    if (endpoint.auth === 'session' && session && endpoint.whenLocked !== 'served') rulesOf(session).requireUnlocked()
    if (endpoint.body && !endpoint.body.safeParse(context.body).success) throw new ServiceError('invalid_body')
    const result = await work(method, path, context)
    const checked = endpoint.response.safeParse(result)
    if (!checked.success) throw new Error(`The test server breaks the contract of ${path}: ${checked.error.message}`)
    return result
  }

  const respond = (status: number, body: unknown, retryAfter?: number) =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json',
        date: new Date(now()).toUTCString(),
        ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      },
    })
  const refuse = (error: ServiceError, more: object = {}) => {
    const entry = errorCatalog[error.code as HttpErrorCode]
    return respond(
      entry.status,
      { status: 'FAILED', code: error.code, reasons: [{ field: 'x', description: 'words of the server' }], ...more },
      error.retryAfter,
    )
  }

  return {
    state,
    calls,
    rpcCalls,
    settings,
    now,
    social,
    wake,
    fail: (path, fault, times = 1) => {
      for (let count = 0; count < times; count++) faults.push({ path, fault })
    },
    replaceHealthKey: () => {
      health = createTestHealth({ now })
    },
    setAway: (next) => {
      isAway = next
    },
    failPost: (path, fault) => {
      faults.push({ path, fault, method: 'POST' })
    },
    answerRpc: (handler) => {
      rpc = handler
    },
    answerCalls: (handler) => {
      callRpc = handler
    },
    ...gate,
    requireDevice: (required) => {
      deviceRequired = required
    },
    approveDevice: () => {
      for (const attempt of attempts.values())
        attempt.device = attempt.device === 'waiting' ? 'approved' : attempt.device
      wake()
    },
    fetch: async (input, init = {}) => {
      const url = new URL(String(input))
      if (isAway) throw new TypeError('Nothing gets through')
      const { method = 'GET', signal } = init
      const body = init.body ? JSON.parse(String(init.body)) : {}
      if (['/v1', walletRpcPaths.walletOrigin, '/v1/bundler'].includes(url.pathname)) {
        const request = { method: body.method, params: body.params, chainId: url.searchParams.get('chainId') ?? '' }
        const isNode = url.pathname === '/v1'
        if (isNode) rpcCalls.push(request)
        try {
          const result = await (isNode ? rpc : callRpc)(request)
          return respond(200, { jsonrpc: '2.0', id: body.id, result })
        } catch (error) {
          if (error instanceof TypeError) throw error
          return respond(200, { jsonrpc: '2.0', id: body.id, error })
        }
      }
      calls.push(url.pathname)
      const index = faults.findIndex((one) => one.path === url.pathname && (one.method ?? method) === method)
      const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
      if (fault === 'before') throw new TypeError('cut')
      const serve = async () => {
        try {
          if (fault !== undefined && fault !== 'after') throw new ServiceError(fault)
          if (gate.needsWork(url.pathname, body)) return refuse(new ServiceError('work_required'), gate.askForWork())
          const headers = new Headers(init.headers)
          const jkt = await thumbprint(headers.get('dpop'))
          const token = headers.get('authorization')?.replace(/^DPoP /, '')
          const access = token === undefined ? undefined : accessTokens.get(token)
          const session = state.sessions.find(({ sessionId }) => sessionId === access?.sessionId)
          if (token !== undefined && (!access || access.until <= now() || session?.jkt !== jkt))
            throw new ServiceError('proof_invalid')
          if (session?.ended) throw new ServiceError('session_ended')
          return respond(200, await answer(method, url.pathname, { body, query: url.searchParams, jkt, session }))
        } catch (error) {
          if (error instanceof ServiceError) return refuse(error)
          throw error
        }
      }
      const aborted = new Promise<never>((_, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      const response = await Promise.race([serve(), aborted])
      if (fault === 'after') throw new TypeError('cut')
      return response
    },
  }
}

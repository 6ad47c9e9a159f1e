import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint, EndpointResponse } from '@latchkey/protocol/api'
import { startEmailLogin, verifyEmailCode, type WorkSolution, watchSession } from '@latchkey/protocol/wallet'
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Logger } from 'pino'
import { createAudit } from '../../audit/createAudit.ts'
import { registerLoginNoticeRoutes } from '../../devices/registerLoginNoticeRoutes.ts'
import { createEmailChange } from '../../emailChange/createEmailChange.ts'
import { registerEmailChangeRoutes } from '../../emailChange/registerEmailChangeRoutes.ts'
import { createLoginMethodService } from '../../loginMethods/createLoginMethodService.ts'
import { registerLoginMethodRoutes } from '../../loginMethods/registerLoginMethodRoutes.ts'
import { createMailer } from '../../mail/createMailer.ts'
import type { MailContents, Mailer, MailTemplate } from '../../mail/Mailer.ts'
import { findAccountOfLogin } from '../../newWallets/moveStore.ts'
import type { ServerConfigInput } from '../../platform/config/ServerConfig.ts'
import { createSealer } from '../../platform/crypto/createSealer.ts'
import type { DatabaseConnection } from '../../platform/db/Database.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import { createTestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { createAuth } from '../createAuth.ts'
import { createCounters } from '../createCounters.ts'
import { finishLogin } from '../finishLogin.ts'
import type { ProvenIdentity } from '../ProvenIdentity.ts'
import { registerAuthRoutes } from '../registerAuthRoutes.ts'
import { passkeys } from '../schema.ts'
import type { WalletCaller } from '../WalletCaller.ts'

/** An email in the outbox. */
export type SentMail = {
  [Template in MailTemplate]: { template: Template; to: string; contents: MailContents[Template]; language: string }
}[MailTemplate]

/** Reply to a call of a device. */
export type Reply<E extends Endpoint> = {
  status: number
  /** Body of a successful reply. */
  body: EndpointResponse<E>
  /** Code of a refusal. */
  code: string | undefined
  message: string | undefined
  headers: Headers
}

/** A browser: a key, and its login. */
export type TestDevice = Awaited<ReturnType<typeof createTestDevice>>

/** Origin of the wallet in these tests. */
export const walletUrl = 'https://wallet.example.com'

/** Origin of the site around the frame. */
export const siteOrigin = 'https://app.example.com'

/** Key-encryption key of these tests. */
export const testKey = new Uint8Array(32).fill(7)

/** Client settings of a provider, which is never called. */
const testClient = { clientId: 'client', clientSecret: 'secret' }

/** A second project, which verifies devices that are new to an address. */
export const strictProjectId = 'f'.repeat(32)

/** Creates the whole login with a separate database, an adjustable clock, and emails in memory and in the outbox. */
export async function createTestLogin({
  config,
  connection,
  startAt = Date.now(),
  log,
}: {
  config?: Partial<ServerConfigInput>
  connection?: DatabaseConnection
  startAt?: number
  /** Replaces the silent log. */
  log?: Logger
} = {}) {
  let now = startAt
  const clock = { now: () => now }
  const made = await createTestContext({
    clock,
    ...(connection ? { connection } : {}),
    config: {
      http: { trustProxy: true },
      limits: { readPerMinute: 1_000_000 },
      wallet: { publicUrl: walletUrl, folder: 'none', keyFile: 'none' },
      mail: { url: 'smtp://127.0.0.1:9', from: 'Latchkey <no-reply@example.com>' },
      social: { google: testClient, github: testClient, x: testClient },
      projects: [
        { id: testProjectId, name: 'Example token', origins: [siteOrigin] },
        {
          id: strictProjectId,
          name: 'Strict token',
          origins: [siteOrigin],
          wallet: { deviceVerification: 'unknown-device', hostMayTypeCode: true },
        },
      ],
      ...config,
    },
  })
  const context = { ...made, ...(log ? { log } : {}) }
  const sealer = createSealer({ keys: [testKey] })
  const audit = createAudit({ clock, sealer })
  const mails: SentMail[] = []
  const outbox = createMailer({ context, sealer })
  const mailer: Mailer = {
    enqueue: async (tx, mail) => {
      await outbox.enqueue(tx, mail)
      mails.push(mail as unknown as SentMail)
    },
  }
  const counters = createCounters({ context, sealer })
  const auth = await createAuth({ context, sealer, audit, mailer, counters, findAccount: findAccountOfLogin })
  const app = createHttpApp({ context, admit: async () => undefined })
  app.authenticate = auth.authenticate
  registerAuthRoutes({ app, auth })
  registerEmailChangeRoutes({ app, emailChange: createEmailChange({ parts: auth.parts }) })
  registerLoginMethodRoutes({ app, loginMethods: createLoginMethodService({ parts: auth.parts }) })
  registerLoginNoticeRoutes({ app, parts: auth.parts })

  const mailTo = <Template extends MailTemplate>(to: string, template: Template) => {
    const found = mails.findLast((mail) => mail.to === to && mail.template === template)
    if (!found) throw new Error(`There is no mail ${template}`)
    return found.contents as MailContents[Template]
  }
  const device = (options: { ip?: string; userAgent?: string } = {}) =>
    createTestDevice({ clock, request: app.request, ...options })

  return {
    context,
    app,
    auth,
    sealer,
    audit,
    counters,
    mails,
    mailTo,
    device,
    /** Advances the clock by the given seconds. */
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    start: (
      from: TestDevice,
      email: string,
      { projectId = testProjectId, work }: { projectId?: string; work?: WorkSolution } = {},
    ) => from.call(startEmailLogin, { body: { projectId, email, hostOrigin: siteOrigin, work } }),
    /** Logs in with a code. */
    login: async (from: TestDevice, email: string, { projectId = testProjectId }: { projectId?: string } = {}) => {
      const { body } = await from.call(startEmailLogin, { body: { projectId, email, hostOrigin: siteOrigin } })
      const { code } = mailTo(email, 'loginCode')
      const done = await from.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: code } })
      if (done.status !== 200) throw new Error(`The login failed: ${done.code}`)
      from.use(done.body.accessToken)
      return done.body
    },
    /** Logs in with a proven login method of a provider. */
    socialLogin: async (
      from: TestDevice,
      identity: ProvenIdentity,
      { projectId = testProjectId }: { projectId?: string } = {},
    ) => {
      const place = { projectId, hostOrigin: siteOrigin, jkt: from.jkt, deviceName: 'Chrome on macOS', language: 'en' }
      const session = await context.database.transaction((tx) =>
        finishLogin(auth.parts, tx, { login: place, identity, methods: ['social'] }),
      )
      from.use(session.accessToken)
      return session
    },
    /** Returns the login of an access token, as a step of the server receives it. */
    sessionOf: async (accessToken: string): Promise<WalletCaller> => {
      const session = await auth.parts.sessions.read(String(decodeJwt(accessToken).sid))
      if (!session) throw new Error('The login was not found')
      return { ...session, language: 'en' }
    },
    /** Adds an unusable passkey to a user. */
    addPasskey: async (userId: string) => {
      await context.database.insert(passkeys).values({
        credentialId: randomUUID(),
        userId,
        scope: testProjectId,
        publicKey: new Uint8Array(),
        counter: 0,
        backupEligible: false,
        backedUp: false,
        prfEnabled: true,
        transports: '',
        createdAt: new Date(),
      })
    },
    /** Returns whether a device's login is active. */
    isAlive: async (from: TestDevice) => {
      const controller = new AbortController()
      const watching = from.call(watchSession, { signal: controller.signal })
      controller.abort()
      return (await watching).status === 200
    },
    stop: context.stop,
  }
}

/** Faults of a proof. */
export type ProofFaults = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  proof?: string | null
  authorization?: string | null
  signal?: AbortSignal
}

const chromeOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let networks = 0

async function createTestDevice({
  clock,
  request,
  ip,
  userAgent = chromeOnMac,
}: {
  clock: { now: () => number }
  request: (path: string, init: RequestInit) => Response | Promise<Response>
  ip?: string
  userAgent?: string
}) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const jkt = await calculateJwkThumbprint(jwk)
  // Each device is in a separate network by default.
  networks += 1
  const address = ip ?? `10.${networks >> 8}.${networks & 255}.7`
  let accessToken: string | undefined

  const prove = async (endpoint: Pick<Endpoint, 'method' | 'path'>, { claims, header }: ProofFaults = {}) => {
    const hash = accessToken && new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(accessToken)))
    const payload = {
      htm: endpoint.method,
      htu: `${walletUrl}${endpoint.path}`,
      iat: Math.floor(clock.now() / 1000),
      jti: randomUUID(),
      ...(hash ? { ath: Buffer.from(hash).toString('base64url') } : {}),
      ...claims,
    }
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header }).sign(privateKey)
  }

  return {
    jkt,
    jwk,
    privateKey,
    prove,
    /** Sets the access token of further calls. */
    use: (token: string | undefined) => {
      accessToken = token
    },
    call: async <E extends Endpoint>(
      endpoint: E,
      { body, ...faults }: { body?: unknown } & ProofFaults = {},
    ): Promise<Reply<E>> => {
      const proof = faults.proof === undefined ? await prove(endpoint, faults) : faults.proof
      const authorization =
        faults.authorization === undefined ? accessToken && `DPoP ${accessToken}` : faults.authorization
      const response = await request(endpoint.path, {
        method: endpoint.method,
        headers: {
          'content-type': 'application/json',
          'user-agent': userAgent,
          'x-forwarded-for': address,
          ...(proof === null ? {} : { dpop: proof }),
          ...(authorization ? { authorization } : {}),
        },
        ...(endpoint.method === 'POST' && body !== undefined ? { body: JSON.stringify(body) } : {}),
        ...(faults.signal ? { signal: faults.signal } : {}),
      })
      const answer = (await response.json()) as EndpointResponse<E> & {
        code?: string
        reasons?: { description: string }[]
      }
      const refused = response.status >= 400
      return {
        status: response.status,
        body: answer,
        code: refused ? answer.code : undefined,
        message: refused ? answer.reasons?.[0]?.description : undefined,
        headers: response.headers,
      }
    },
  }
}

/** Returns a wrong code. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Returns a token in the format of links that was never sent. */
export function unknownToken(): string {
  return randomBytes(32).toString('base64url')
}

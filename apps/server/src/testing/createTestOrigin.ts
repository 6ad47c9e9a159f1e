import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Logger } from 'pino'
import { createAccounts } from '../accounts/createAccounts.ts'
import { findOrCreateDevice } from '../auth/findOrCreateDevice.ts'
import { findOrCreateUser } from '../auth/findOrCreateUser.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { findAccountOfLogin } from '../newWallets/moveStore.ts'
import type { Clock } from '../platform/clock/Clock.ts'
import type { ServerConfigInput } from '../platform/config/ServerConfig.ts'
import { createSealer } from '../platform/crypto/createSealer.ts'
import type { App } from '../platform/http/App.ts'
import { createRpcService } from '../rpc/createRpcService.ts'
import { createSmartAccounts } from '../smartAccounts/createSmartAccounts.ts'
import type { FarcasterChannels } from '../social/FarcasterChannels.ts'
import { createWalletApp } from '../walletOrigin/createWalletApp.ts'
import { createWalletServices, type WalletServices } from '../walletOrigin/createWalletServices.ts'
import { readWalletBuild } from '../walletOrigin/readWalletBuild.ts'
import { createTestContext, type TestContext } from './createTestContext.ts'
import { testProjectId } from './testProjectId.ts'
import { writeTestBuild } from './writeTestBuild.ts'

/** Origin of the site around the frame in tests. */
export const hostOrigin = 'http://localhost:5173'
/** Origin of the wallet in tests. */
export const walletOrigin = 'http://wallet.localhost:7102'

/** An API call of a device, with its reply. */
export type Call = (
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; json: Record<string, never>; headers: Headers }>

/** A logged-in device of a test. */
export type TestDevice = {
  call: Call
  jkt: string
  userId: string
  deviceId: string
  accessToken: string
  /** Exchanges the refresh token, as a device does after its access token has expired. */
  renew: () => Promise<void>
}

/** The wallet's origin on a test context. */
export type TestOrigin = {
  context: TestContext
  services: WalletServices
  app: App
  build: ReturnType<typeof writeTestBuild>
  /** The key-encryption key, for tests with an attacker. */
  key: Uint8Array
  /** Logs in an address or another login method on a new device (or on that of `key`), as after a login's code. */
  signIn: (options?: {
    email?: string
    identity?: ProvenIdentity
    key?: DeviceKey
    hostOrigin?: string
  }) => Promise<TestDevice>
  /** Calls with a device's key, and without a login unless there is an access token. */
  callWithProof: (key: DeviceKey, accessToken?: string) => Call
  stop: () => Promise<void>
}

/** A device's DPoP key. */
export type DeviceKey = Awaited<ReturnType<typeof createDeviceKey>>

/** Creates a device's DPoP key. */
export async function createDeviceKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return { privateKey, jwk, jkt: await calculateJwkThumbprint(jwk) }
}

/** Creates the wallet's origin: services, routes, and small pages instead of the built ones. */
export async function createTestOrigin({
  config = {},
  clock,
  channels,
  providerDeadline,
  log,
}: {
  config?: Partial<ServerConfigInput>
  clock?: Clock
  /** Replaces the silent log. */
  log?: Logger
  channels?: FarcasterChannels
  /** Creates the timeout signal of each request to a provider. */
  providerDeadline?: () => AbortSignal
} = {}): Promise<TestOrigin> {
  const build = writeTestBuild()
  const made = await createTestContext({
    config: {
      wallet: { publicUrl: walletOrigin, folder: build.folder, keyFile: '/nonexistent' },
      mail: { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' },
      ...config,
    },
    ...(clock ? { clock } : {}),
  })
  const context = { ...made, ...(log ? { log } : {}) }
  const key = new Uint8Array(randomBytes(32))
  const services = await createWalletServices({
    context,
    sealer: createSealer({ keys: [key] }),
    channels,
    providerDeadline,
  })
  const rpc = createRpcService({ context })
  const accounts = await createAccounts(context, { rpc })
  const smartAccounts = await createSmartAccounts({ context, rpc, balances: accounts.balances })
  const app = await createWalletApp({
    context,
    wallet: { publicUrl: walletOrigin },
    build: await readWalletBuild(build),
    services,
    rpc,
    accounts,
    smartAccounts,
    version: '0.0.0',
  })
  const { parts } = services.auth

  const createCall =
    ({ privateKey, jwk }: DeviceKey, token: () => string | undefined = () => undefined): Call =>
    async (method, path, body, headers = {}) => {
      const accessToken = token()
      const url = new URL(path, walletOrigin)
      const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url')
      const proof = await new SignJWT({
        htm: method,
        htu: `${url.origin}${url.pathname}`,
        jti: randomUUID(),
        iat: Math.floor(context.clock.now() / 1000),
        ...(ath ? { ath } : {}),
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey)
      const response = await app.request(url.href, {
        method,
        headers: {
          dpop: proof,
          ...(accessToken ? { authorization: `DPoP ${accessToken}` } : {}),
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      })
      return { status: response.status, json: JSON.parse(await response.text()), headers: response.headers }
    }

  return {
    context,
    services,
    app,
    build,
    key,
    callWithProof: (deviceKey, accessToken) => createCall(deviceKey, () => accessToken),
    signIn: async ({
      email = `${randomUUID()}@example.com`,
      identity = { kind: 'email' as const, email },
      key: given,
      hostOrigin: host = hostOrigin,
    } = {}) => {
      const deviceKey = given ?? (await createDeviceKey())
      const scope = testProjectId
      const { sealer } = parts
      const issued = await context.database.transaction(async (tx) => {
        const found = await findOrCreateUser(tx, { scope, identity, sealer, clock: context.clock })
        const { identityId } = found
        const userId = await findAccountOfLogin(tx, { ...found, jkt: deviceKey.jkt })
        const place = { projectId: testProjectId, hostOrigin: host, jkt: deviceKey.jkt }
        const { deviceId } = await findOrCreateDevice(tx, {
          ...place,
          userId,
          name: 'Chrome on Linux',
          clock: context.clock,
        })
        return parts.sessions.issue(tx, { ...place, userId, deviceId, identityId, methods: ['otp'] })
      })
      const { userId, deviceId, accessToken } = issued
      const { jkt } = deviceKey
      let tokens = { accessToken, refreshToken: issued.refreshToken }
      const renew = async () => {
        tokens = await services.auth.refreshSession({ refreshToken: tokens.refreshToken, jkt })
      }
      const call = createCall(deviceKey, () => tokens.accessToken)
      return { userId, deviceId, accessToken, jkt, call, renew }
    },
    stop: async () => {
      await context.stop()
      rmSync(build.folder, { recursive: true, force: true })
    },
  }
}

import { createDeviceKey, type DeviceKey } from '../../../server/src/testing/createTestOrigin.ts'
import { createTestClock } from '../../../wallet/src/testing/createTestClock.ts'
import { createTestServer } from '../../../wallet/src/testing/createTestServer.ts'
import type { ContractWorld } from './ContractWorld.ts'

type Tokens = { accessToken: string; refreshToken: string; userId: string; deviceId: string }
type Answer = { status: number; json: Record<string, unknown> }

const url = (path: string) => `https://wallet.example${path}`
const textOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The server that replaces the real one in the wallet's tests. */
export async function createStandInWorld(): Promise<ContractWorld> {
  const clock = createTestClock()
  const server = createTestServer(clock)

  const send = async (
    key: DeviceKey,
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> => {
    // It reads the key of a proof without verifying its signature.
    const dpop = `${textOf({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk })}.${textOf({})}.x`
    const response = await server.fetch(url(path), {
      method,
      headers: { dpop, ...(token === undefined ? {} : { authorization: `DPoP ${token}` }) },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const taken = ({ status, json }: Answer): Tokens => {
    if (status !== 200) throw new Error(`The login failed: ${JSON.stringify(json)}`)
    return json as unknown as Tokens
  }

  return {
    createKey: createDeviceKey,
    pass: clock.advance,
    logIn: async ({ email, key: given }) => {
      const key = (given ?? (await createDeviceKey())) as DeviceKey
      // Another email to the same address must wait.
      clock.advance(30_000)
      const start = { projectId: '0123456789abcdef0123456789abcdef', email, hostOrigin: 'https://app.example' }
      const { json } = await send(key, undefined, 'POST', '/v1/auth/email/start', start)
      const code = { attemptId: json.attemptId, otp: '123456' }
      let tokens = taken(await send(key, undefined, 'POST', '/v1/auth/email/verify', code))
      const call = (method: string, path: string, body?: unknown) => send(key, tokens.accessToken, method, path, body)
      const { userId, deviceId } = tokens
      return {
        userId,
        deviceId,
        call,
        renew: async () => {
          const { refreshToken } = tokens
          tokens = taken(await send(key, undefined, 'POST', '/v1/auth/token/refresh', { refreshToken }))
        },
        stepUp: async () => {
          const { json: started } = await call('POST', '/v1/auth/step-up/start')
          await call('POST', '/v1/auth/step-up/verify', { attemptId: started.attemptId, otp: '123456' })
        },
      }
    },
    stop: async () => {},
  }
}

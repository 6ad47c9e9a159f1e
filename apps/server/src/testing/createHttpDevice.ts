import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { SignJWT } from 'jose'
import { createDeviceKey, type DeviceKey, hostOrigin } from './createTestOrigin.ts'
import type { TestMailServer } from './startMailServer.ts'
import { testProjectId } from './testProjectId.ts'
import { until } from './until.ts'

type Reply = { status: number; json: Record<string, unknown> }

/** A visitor's device that calls a running server. */
export type HttpDevice = {
  key: DeviceKey
  call: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Reply>
  /** Logs in with the emailed code. */
  logIn: (options: { email: string; mailServer: TestMailServer }) => Promise<{ userId: string; deviceId: string }>
  /** Gets the next tokens. */
  refresh: () => Promise<Reply>
}

/** Creates a device. @param url the wallet's origin, below `localhost` */
export async function createHttpDevice({ url }: { url: string }): Promise<HttpDevice> {
  const key = await createDeviceKey()
  let accessToken: string | undefined
  let refreshToken: unknown

  const call: HttpDevice['call'] = async (method, path, body) => {
    const place = new URL(path, url)
    const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url')
    const proof = await new SignJWT({
      ...{
        htm: method,
        htu: `${place.origin}${place.pathname}`,
        jti: randomUUID(),
        iat: Math.floor(Date.now() / 1000),
      },
      ...(ath ? { ath } : {}),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.jwk })
      .sign(key.privateKey)
    const headers: Record<string, string> = {
      host: place.host,
      dpop: proof,
      ...(accessToken ? { authorization: `DPoP ${accessToken}` } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    }
    const content = method === 'POST' ? JSON.stringify(body ?? {}) : undefined
    // Only browsers resolve names below localhost to this machine.
    const options = { host: '127.0.0.1', port: place.port, path: `${place.pathname}${place.search}`, method, headers }
    return new Promise<Reply>((resolve, reject) => {
      const sent = request(options, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode ?? 0, json: text === '' ? {} : JSON.parse(text) })
      })
      sent.on('error', reject)
      sent.end(content)
    })
  }
  const take = (reply: Reply) => {
    if (reply.status !== 200) throw new Error(`Refused: ${JSON.stringify(reply.json)}`)
    accessToken = String(reply.json.accessToken)
    refreshToken = reply.json.refreshToken
    return reply
  }

  return {
    key,
    call,
    logIn: async ({ email, mailServer }) => {
      const before = mailServer.mails.length
      const started = await call('POST', '/v1/auth/email/start', { projectId: testProjectId, email, hostOrigin })
      if (started.status !== 200) throw new Error(`No code: ${JSON.stringify(started.json)}`)
      const codeOf = () =>
        mailServer.mails
          .slice(before)
          .find(({ to }) => to.includes(email))
          ?.parsed.text?.match(/\b\d{6}\b/)?.[0]
      await until(async () => codeOf() !== undefined)
      const { attemptId } = started.json
      const { json } = take(await call('POST', '/v1/auth/email/verify', { attemptId, otp: codeOf() }))
      const user = json.user as { id?: string } | undefined
      return { userId: String(user?.id ?? json.userId), deviceId: String(json.deviceId) }
    },
    refresh: async () => {
      const reply = await call('POST', '/v1/auth/token/refresh', { refreshToken })
      return reply.status === 200 ? take(reply) : reply
    },
  }
}

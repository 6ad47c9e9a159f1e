import { createHash, randomUUID } from 'node:crypto'
import type { Endpoint } from '@latchkey/protocol/api'
import { SignJWT } from 'jose'
import { createDeviceKey, type DeviceKey } from '../../../server/src/testing/createTestOrigin.ts'
import { nextAddress } from '../world/openBrowser.ts'
import { type World, walletOrigin } from '../world/startWorld.ts'
import type { Knowledge } from './createKnowledge.ts'
import type { Outcome } from './Move.ts'

/** Endpoints that wait for events, which no run waits for. */
const waiting = [
  '/v1/auth/device/wait',
  '/v1/auth/session/watch',
  '/v1/handovers/wait',
  '/v1/oauth/redeem',
  '/v1/oauth/confirm',
]

/** An attacker's own computer: a key, a network address, its logins, and cookies. */
export type Machine = ReturnType<typeof createMachine>

/** Answer of a call. */
export type Reply = { status: number; json: Record<string, unknown>; outcome: Outcome }

let spare: Promise<DeviceKey> | undefined

/** Creates a {@link Machine}. Its answers go into `knowledge`. */
export function createMachine({
  world,
  knowledge,
  key,
  address = nextAddress,
}: {
  world: World
  knowledge: Knowledge
  key: DeviceKey
  /** Address of each request. */
  address?: () => string
}) {
  const ip = address()
  let accessToken: string | undefined
  const userIds = new Set<string>()

  const prove = (method: string, path: string) => {
    const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url')
    return new SignJWT({
      htm: method,
      htu: `${walletOrigin}${path}`,
      jti: randomUUID(),
      iat: Math.floor(world.clock.now() / 1000),
      ...(ath ? { ath } : {}),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.jwk })
      .sign(key.privateKey)
  }
  const call = async (
    endpoint: Pick<Endpoint, 'method' | 'path' | 'auth'>,
    {
      body,
      query = '',
      patience = 30,
    }: { body?: unknown; query?: string /** Milliseconds to wait for events. */; patience?: number } = {},
  ): Promise<Reply> => {
    const { method, path } = endpoint
    const withSession = accessToken !== undefined && endpoint.auth === 'session'
    const token = accessToken
    if (!withSession) accessToken = undefined
    const dpop = endpoint.auth === undefined && !withSession ? undefined : await prove(method, path)
    accessToken = token
    const controller = waiting.includes(path) ? new AbortController() : undefined
    const answer = world.request(`${walletOrigin}${path}${query}`, {
      ip: address === nextAddress ? ip : address(),
      method,
      headers: {
        ...(dpop ? { dpop } : {}),
        ...(withSession ? { authorization: `DPoP ${token}` } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      ...(controller ? { signal: controller.signal } : {}),
    })
    const timer = setTimeout(() => controller?.abort(), patience)
    const response = await answer
    clearTimeout(timer)
    const text = await response.text()
    const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
    knowledge.learn(json)
    const session = (typeof json.accessToken === 'string' ? json : json.session) as
      | { accessToken?: string; userId?: string }
      | undefined
    if (session?.accessToken) {
      accessToken = session.accessToken
      if (session.userId) userIds.add(session.userId)
    }
    return { status: response.status, json, outcome: response.ok ? 'ok' : String(json.code ?? response.status) }
  }
  return {
    ip,
    jkt: key.jkt,
    call,
    /** Users whose logins it has. */
    userIds,
    hasSession: () => accessToken !== undefined,
    /** Drops its login. */
    forget: () => {
      accessToken = undefined
    },
  }
}

/** Returns a DPoP key, and creates the next one in advance. */
export async function nextKey(): Promise<DeviceKey> {
  const key = await (spare ?? createDeviceKey())
  spare = createDeviceKey()
  return key
}

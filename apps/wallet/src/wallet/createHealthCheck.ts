import { healthTokenType, proveHealth } from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url } from '@latchkey/vault'
import type { HealthPin, KeyValueStore } from '../device/KeyValueStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import type { Api } from '../login/createApi.ts'

/** Timeout of the server's answer in milliseconds. */
const patience = 8_000
/** Milliseconds after which the pinned keys are renewed: a server rotates them, and announces the next one an hour before. */
const pinnedFor = 30 * 60_000

/** Checks whether the server is reachable, only by its signature over a fresh nonce. */
export type HealthCheck = {
  /** Returns whether a pinned key signed an answer in time. */
  isServerThere: () => Promise<boolean>
  /** Pins the keys of a server that just unlocked the wallet. Does nothing while the stored ones are recent. */
  pin: () => Promise<void>
}

/**
 * Creates the {@link HealthCheck}. An answer without a signature of a pinned key counts as no answer: it neither allows nor prevents
 * anything.
 */
export function createHealthCheck({
  api,
  store,
  baseUrl,
  now,
  schedule,
}: {
  api: Api
  store: KeyValueStore
  /** The wallet's own origin, which must be the answer's issuer. */
  baseUrl: string
  now: () => number
  schedule: Schedule
}): HealthCheck {
  const issuer = new URL(baseUrl).origin
  const ask = async (signal: AbortSignal) => {
    const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
    return { nonce, ...(await api.request(proveHealth, { query: { nonce }, signal })) }
  }
  const inTime = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const controller = new AbortController()
    const cancel = schedule(() => controller.abort(new DOMException('Too late', 'TimeoutError')), patience)
    try {
      return await work(controller.signal)
    } finally {
      cancel()
    }
  }
  return {
    isServerThere: async () => {
      const pin = await store.get('healthPins', 'server')
      if (!pin) return false
      try {
        const { nonce, token } = await inTime(ask)
        return await isSignedBy({ token, keys: pin.keys, issuer, nonce })
      } catch {
        return false
      }
    },
    pin: async () => {
      const pin = await store.get('healthPins', 'server')
      if (pin && now() - pin.at < pinnedFor) return
      const { nonce, token, keys } = await inTime(ask)
      // Do not pin a key that signed nothing.
      if (await isSignedBy({ token, keys, issuer, nonce })) await store.put('healthPins', 'server', { keys, at: now() })
    },
  }
}

/** Returns whether a token (JWS, RFC 7515, ES256) is this server's health answer to this nonce, signed by one of the keys. */
async function isSignedBy({
  token,
  keys,
  issuer,
  nonce,
}: {
  token: string
  keys: HealthPin['keys']
  issuer: string
  nonce: string
}): Promise<boolean> {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0) return false
  const { alg, typ, kid } = readJson(header)
  const claims = readJson(payload)
  const jwk = keys.find((key) => key.kid === kid)
  if (!jwk || alg !== 'ES256' || typ !== healthTokenType || claims.iss !== issuer || claims.nonce !== nonce)
    return false
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const { kty, crv, x, y } = jwk
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  return crypto.subtle.verify(algorithm, key, fromBase64Url(signature), signed)
}

function readJson(part: string): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(fromBase64Url(part))) as Record<string, unknown>
}

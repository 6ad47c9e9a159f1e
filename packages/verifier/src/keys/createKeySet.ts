import type { CryptoKey } from 'jose'
import { VerifierError } from '../VerifierError.ts'
import { type Fetch, fetchJson } from './fetchJson.ts'
import { readKeySet } from './readKeySet.ts'

/** Milliseconds after which the keys are fetched again. */
const freshFor = 300_000
/** Milliseconds for which cached keys are valid while the server does not answer. */
const goodFor = 3_600_000
/** Milliseconds between two attempts, whatever key IDs tokens name. Shorter while there are no keys. */
const pause = 30_000
const shortPause = 5_000
const timeout = 5_000
const maxBytes = 65_536

/** The cached keys of the server. */
export type KeySet = {
  /**
   * @returns undefined if the server has no such key
   * @throws VerifierError `keys_unavailable` if that is unknown
   */
  find: (kid: string) => Promise<CryptoKey | undefined>
}

/**
 * Creates a cache of the keys that are published at a URL. Fetches them on first use, again after five minutes, and at most twice a minute
 * if a token names an unknown one. While the server does not answer, cached keys stay valid for an hour.
 */
export function createKeySet({ url, fetch, now }: { url: string; fetch: Fetch; now: () => number }): KeySet {
  let keys: ReadonlyMap<string, CryptoKey> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let failure: unknown
  let pending: Promise<void> | undefined

  const read = async () => {
    triedAt = now()
    try {
      keys = await readKeySet(await fetchJson({ url, fetch, timeout, maxBytes }))
      readAt = now()
      failure = undefined
    } catch (error) {
      failure = error
    }
  }
  const share = () => {
    const reading = read().finally(() => {
      if (pending === reading) pending = undefined
    })
    pending = reading
    return reading
  }
  /** Fetches the keys, or waits for a fetch in progress, unless the last attempt was a moment ago. */
  const refresh = async () => {
    if (pending && !endsWithRequest()) return pending
    if (now() - triedAt >= (keys ? pause : shortPause)) await share()
  }
  const age = () => now() - readAt

  return {
    find: async (kid) => {
      if (age() >= goodFor) await refresh()
      else if (age() >= freshFor) {
        const refreshing = refresh()
        // With cached keys no request waits for the fetch. Only where work ends with its request, this is the only chance to finish it.
        if (endsWithRequest()) await refreshing
      }
      if (!keys?.has(kid)) await refresh()
      if (keys && age() < goodFor) {
        const key = keys.get(kid)
        // The last fetch failed, so an unknown key can be a new one.
        if (key || failure === undefined) return key
      }
      throw new VerifierError('keys_unavailable', { cause: failure, retryAfter: (keys ? pause : shortPause) / 1000 })
    },
  }
}

/** Whether work ends with its request, as in edge workers: a promise that another, finished request started never settles. */
function endsWithRequest(): boolean {
  const { navigator, WebSocketPair, EdgeRuntime } = globalThis as {
    navigator?: { userAgent?: string }
    WebSocketPair?: unknown
    EdgeRuntime?: unknown
  }
  return WebSocketPair !== undefined || EdgeRuntime === 'vercel' || navigator?.userAgent === 'Cloudflare-Workers'
}

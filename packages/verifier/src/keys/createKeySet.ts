import type { CryptoKey } from 'jose'
import { VerifierError } from '../VerifierError.ts'
import { type Fetch, fetchJson } from './fetchJson.ts'
import { readKeySet } from './readKeySet.ts'

/** Milliseconds after which the keys are read again. */
const freshFor = 300_000
/** Milliseconds for which they are good while the server does not answer. */
const goodFor = 3_600_000
/** Milliseconds between two attempts, whatever tokens name; fewer as long as there is no key at all. */
const pause = 30_000
const shortPause = 5_000
const timeout = 5_000
const maxBytes = 65_536

/** The server's keys, kept. */
export type KeySet = {
  /**
   * @returns undefined when the server has no such key
   * @throws VerifierError `keys_unavailable` when that cannot be told
   */
  find: (kid: string) => Promise<CryptoKey | undefined>
}

/**
 * Creates the keys that are published at an address. They are read on first use, again after five minutes and, twice a minute at most, when a
 * token names one that is not there. While the server does not answer the known ones go on for an hour.
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
  /** Reads, or waits for whoever does, unless it was tried a moment ago. */
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
        // Nobody waits for what is known. Where what a request began ends with it, there is no other time.
        if (endsWithRequest()) await refreshing
      }
      if (!keys?.has(kid)) await refresh()
      if (keys && age() < goodFor) {
        const key = keys.get(kid)
        // It may be a new one, as long as nobody could look.
        if (key || failure === undefined) return key
      }
      throw new VerifierError('keys_unavailable', { cause: failure, retryAfter: (keys ? pause : shortPause) / 1000 })
    },
  }
}

/** Workers at the edge: what one request waits for never comes when it was another one that began it and is over. */
function endsWithRequest(): boolean {
  const { navigator, WebSocketPair, EdgeRuntime } = globalThis as {
    navigator?: { userAgent?: string }
    WebSocketPair?: unknown
    EdgeRuntime?: unknown
  }
  return WebSocketPair !== undefined || EdgeRuntime === 'vercel' || navigator?.userAgent === 'Cloudflare-Workers'
}

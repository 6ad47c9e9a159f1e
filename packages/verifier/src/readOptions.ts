import type { Fetch } from './keys/fetchJson.ts'
import type { ReplayStore } from './proof/createMemoryReplays.ts'

/** Options of a verifier. */
export type VerifierOptions = {
  /** The server's `http.publicUrl` from its configuration: `https://api.example.com`. */
  issuer: string
  /**
   * Audience of the tokens: the origin of the page if the page requests no other, or an entry of `siwx.audiences` in the server's
   * configuration. With several, a token must be for one of them.
   */
  audience: string | readonly string[]
  /**
   * Pages whose visitors this backend serves: `https://example.com`. Tokens of all other pages are refused. On a server with several projects,
   * pages of all projects can request tokens for its audiences. `any`: every page of the server.
   */
  origins: readonly string[] | 'any'
  /**
   * URL of this backend for clients, to verify DPoP proofs: `https://orders.example.com`, with the path prefix that a proxy removes. The host
   * that a request claims is never trusted. Default: the audiences that are URLs.
   */
  publicUrl?: string | undefined
  /** URL of the keys. Default: `/.well-known/jwks.json` of the issuer. Use plain http only in your own network. */
  jwksUrl?: string | undefined
  /** Largest difference between the clocks of server and backend, in seconds. Default 10. */
  clockTolerance?: number | undefined
  /** Refuses tokens that are not bound to a key. Default false. */
  requireProof?: boolean | undefined
  /** Stores used proofs. Default: in this process. */
  replays?: ReplayStore | undefined
  fetch?: Fetch | undefined
  /** Unix milliseconds; for tests. */
  now?: (() => number) | undefined
}

/** Validated options. */
export type Settings = {
  issuer: string
  audiences: string[]
  /** Undefined: any. */
  origins: ReadonlySet<string> | undefined
  addresses: string[]
  jwksUrl: string
  clockTolerance: number
}

/** @throws TypeError for unsafe or missing values, such as an environment variable that is not set */
export function readOptions({
  issuer,
  audience,
  origins,
  publicUrl,
  jwksUrl,
  clockTolerance = 10,
}: VerifierOptions): Settings {
  const home = readUrl('issuer', issuer)
  const isLocal = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(home).hostname)
  if (jwksUrl === undefined && !home.startsWith('https:') && !isLocal)
    throw new TypeError('The issuer of a verifier is reached by https, or its jwksUrl is named')
  const audiences = [audience].flat()
  if (audiences.length === 0 || audiences.some((one) => typeof one !== 'string' || one === ''))
    throw new TypeError('A verifier needs an audience: the name under which tokens are made for this backend')
  if (origins !== 'any' && !isListOfOrigins(origins))
    throw new TypeError(
      "The origins of a verifier are a list of pages without their paths, such as https://example.com, or 'any' for every page of the server",
    )
  if (!Number.isFinite(clockTolerance) || clockTolerance < 0 || clockTolerance > 300)
    throw new TypeError('The clockTolerance of a verifier is 0 to 300 seconds')
  const addresses =
    publicUrl === undefined
      ? audiences.filter((one) => /^https?:/.test(one) && URL.canParse(one)).map((one) => new URL(one).origin)
      : [readUrl('publicUrl', publicUrl)]
  const keys = jwksUrl === undefined ? `${home}/.well-known/jwks.json` : readUrl('jwksUrl', jwksUrl)
  return {
    ...{ issuer: home, audiences, addresses, jwksUrl: keys, clockTolerance },
    origins: origins === 'any' ? undefined : new Set(origins),
  }
}

/** Whether all are origins as browsers write them. A URL with a path, or a wildcard, would never match. */
function isListOfOrigins(origins: unknown): boolean {
  const isOrigin = (one: unknown) =>
    typeof one === 'string' && !one.includes('*') && URL.canParse(one) && one === writeOrigin(new URL(one))
  return Array.isArray(origins) && origins.length > 0 && origins.every(isOrigin)
}

/** Returns an origin. Apps have their own schemes, for which the platform returns no origin. */
function writeOrigin({ protocol, host, origin }: URL): string {
  return origin === 'null' ? `${protocol}//${host}` : origin
}

function readUrl(name: string, value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    throw new TypeError(`The ${name} of a verifier is an address that begins with https://, without a password`)
  return String(value).replace(/\/+$/, '')
}

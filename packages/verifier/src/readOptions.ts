import type { Fetch } from './keys/fetchJson.ts'
import type { ReplayStore } from './proof/createMemoryReplays.ts'

/** What a verifier is made of. */
export type VerifierOptions = {
  /** The server, as its configuration has it in `http.publicUrl`: `https://api.example.com`. */
  issuer: string
  /**
   * Whom tokens have to be for: the origin of the page, where the page asks for no other, or an entry of `siwx.audiences` of the server's
   * configuration. With several a token has to be for one of them.
   */
  audience: string | readonly string[]
  /**
   * The pages whose visitors this backend serves: `https://example.com`. Tokens of all others are refused: on a server with several projects the
   * pages of all of them may ask for tokens for its audiences. `any`: those of every page of the server.
   */
  origins: readonly string[] | 'any'
  /**
   * Where clients reach this backend, for proofs of keys: `https://orders.example.com`, with the path that a proxy cuts off. What requests say
   * about their own host is never trusted. Default: the audiences that are addresses.
   */
  publicUrl?: string | undefined
  /** Where the keys are. Default: `/.well-known/jwks.json` of the issuer. Plain http is for networks of your own. */
  jwksUrl?: string | undefined
  /** Seconds by which the clocks of server and backend may differ. Default 10. */
  clockTolerance?: number | undefined
  /** Takes no token that is not bound to a key. Default false. */
  requireProof?: boolean | undefined
  /** Remembers the proofs that were used. Default: in this process. */
  replays?: ReplayStore | undefined
  fetch?: Fetch | undefined
  /** Unix milliseconds; for tests. */
  now?: (() => number) | undefined
}

/** Options as they are used. */
export type Settings = {
  issuer: string
  audiences: string[]
  /** Undefined: any. */
  origins: ReadonlySet<string> | undefined
  addresses: string[]
  jwksUrl: string
  clockTolerance: number
}

/** @throws TypeError for what must not be left to chance, such as a variable of the environment that is not set */
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

/** As browsers write them; an address with a path, or a wildcard, would never fit. */
function isListOfOrigins(origins: unknown): boolean {
  const isOrigin = (one: unknown) =>
    typeof one === 'string' && !one.includes('*') && URL.canParse(one) && one === writeOrigin(new URL(one))
  return Array.isArray(origins) && origins.length > 0 && origins.every(isOrigin)
}

/** Apps have schemes of their own, of which the platform knows no origin. */
function writeOrigin({ protocol, host, origin }: URL): string {
  return origin === 'null' ? `${protocol}//${host}` : origin
}

function readUrl(name: string, value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    throw new TypeError(`The ${name} of a verifier is an address that begins with https://, without a password`)
  return String(value).replace(/\/+$/, '')
}

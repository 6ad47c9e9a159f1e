import { verify } from 'node:crypto'
import { decodeBase58 } from '@latchkey/protocol'
import { toEd25519Key } from '../../platform/crypto/toEd25519Key.ts'

/** Reason why a token was refused. `detail` is for the developer of the client. */
export type TokenRefusal = { reason: 'missing' | 'malformed' | 'signature' | 'audience' | 'time'; detail: string }

/** Seconds after its expiry in which a token is still valid, to tolerate clock differences. */
const leeway = 120
/**
 * Seconds that a token can be ahead of the relay's clock. Phones and laptops can have clocks that are hours fast without a visible sign.
 * Strictness would not add security, because the signer of a token chooses its start.
 */
const lead = 86_400
const longestToken = 2_048

/**
 * Checks a client's token: a JWT, signed with EdDSA by the key in its issuer. Source: WalletConnect specification, relay client
 * authentication; did:key; RFC 8037.
 *
 * @param options.audiences names of this relay, without a slash at the end
 * @param options.now Unix milliseconds
 * @returns the client id (did:key), or the reason of the refusal
 */
export function verifyRelayToken({
  token,
  audiences,
  now,
}: {
  token: string | undefined
  audiences: ReadonlySet<string>
  now: number
}): { clientId: string } | TokenRefusal {
  if (!token) return { reason: 'missing', detail: 'no token: send it as auth in the query' }
  const malformed = (detail: string): TokenRefusal => ({ reason: 'malformed', detail })
  const [header = '', payload = '', signature = '', ...rest] = token.slice(0, longestToken + 1).split('.')
  if (token.length > longestToken || rest.length > 0) return malformed('the token is not a JWT')
  const { alg, typ = 'JWT' } = readPart(header)
  if (alg !== 'EdDSA' || typ !== 'JWT') return malformed('the token is not a JWT of EdDSA')
  const { iss, sub, aud, iat, exp } = readPart(payload)
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || typeof aud !== 'string') {
    return malformed('the token lacks iss, sub or aud')
  }
  if (!isTime(iat) || !isTime(exp)) return malformed('iat or exp of the token is not a number')
  const key = readClientKey(iss)
  if (!key) return malformed('iss of the token is not an Ed25519 did:key')

  // Check the signature last, because it costs the most.
  const seconds = now / 1000
  if (exp !== undefined && exp + leeway < seconds) return { reason: 'time', detail: 'the token has expired (exp)' }
  if (iat !== undefined && iat - lead > seconds) return { reason: 'time', detail: 'the token is from the future (iat)' }
  if (!audiences.has(toAudience(aud))) {
    return { reason: 'audience', detail: `the token is for ${aud.slice(0, 48)}: see relay.addresses` }
  }
  const bytes = Buffer.from(signature, 'base64url')
  // Several texts decode to the same bytes, but only the canonical one is accepted.
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) {
    return { reason: 'signature', detail: 'the signature of the token is malformed' }
  }
  if (!verify(null, Buffer.from(`${header}.${payload}`), toEd25519Key(key), bytes)) {
    return { reason: 'signature', detail: 'the token was not signed by its issuer' }
  }
  return { clientId: iss }
}

/** Returns a URL for comparisons. Clients write it with or without a trailing slash, and some with a query. */
export function toAudience(address: string): string {
  return (address.split('?')[0] ?? '').replace(/\/+$/, '')
}

/** Returns the 32 bytes of the Ed25519 key in a did:key, or undefined for anything else. */
function readClientKey(clientId: string): Uint8Array | undefined {
  // Ed25519 keys have a common prefix, and 48 characters after the z.
  if (!/^did:key:z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/.test(clientId)) return undefined
  const bytes = decodeBase58(clientId.slice('did:key:z'.length))
  return bytes?.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01 ? bytes.subarray(2) : undefined
}

function readPart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value))
}

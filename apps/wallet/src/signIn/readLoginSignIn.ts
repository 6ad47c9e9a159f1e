import { type ChainId, isChainId } from '@latchkey/protocol'
import { type OneClickMessage, readSiwxMessage, writeSiwxMessage } from '@latchkey/protocol/siwx'
import type { LoginSignIn } from './LoginSignIn.ts'

/** Maximum networks that one login signs for. */
export const mostNetworks = 5
/** Maximum characters of a statement that a login's card shows. */
export const longestStatement = 200
/** Milliseconds: how far a site's server may be ahead of this clock, and how old a message may be. */
const [clockDrift, oldest] = [5 * 60_000, 10 * 60_000]
/** Allowed fields of a message. Resources are not among them: a login is no consent to further rights of the site. */
const fields = [
  ...(['scheme', 'domain', 'statement', 'uri', 'version', 'nonce'] as const),
  ...(['issuedAt', 'expirationTime', 'notBefore', 'requestId'] as const),
]
/** Placeholder of the account, which is unknown before the login. */
const nobody = `0x${'0'.repeat(40)}`

/**
 * Parses a sign-in that a site requests with a login. It must be plain, to the site itself, fresh, and on networks that the wallet
 * knows. Each field is parsed from the text that would be signed, and must be the same there.
 *
 * @param options.asked as the page sent it
 * @param options.origin of the page, verified
 * @param options.chainIds the networks that the wallet knows
 * @param options.now Unix milliseconds
 * @returns null for anything else, which a separate prompt handles
 * @see EIP-4361, the wallet's duties
 */
export function readLoginSignIn({
  asked,
  origin,
  chainIds: known,
  now,
}: {
  asked: unknown
  origin: string
  chainIds: readonly ChainId[]
  now: number
}): LoginSignIn | null {
  const { chainIds, message, ...others } = recordOf(asked)
  const given = Object.entries(recordOf(message)).filter(([, value]) => value !== undefined)
  const isPlain = given.every(([name, value]) => fields.includes(name as never) && typeof value === 'string')
  if (!isPlain || !Array.isArray(chainIds) || Object.keys(others).length > 0) return null
  const own = [...new Set(chainIds)]
    .filter((chainId) => isChainId(chainId) && chainId.startsWith('eip155:') && known.includes(chainId))
    .slice(0, mostNetworks)
  const [chainId] = own
  if (!chainId) return null

  const fixed = Object.fromEntries(given) as OneClickMessage
  const text = writeSiwxMessage({ ...fixed, accountAddress: nobody, chainId })
  const { data } = readSiwxMessage(text)
  // A field that also writes other fields parses differently than it was given.
  if (!data || fields.some((name) => data[name] !== fixed[name])) return null
  return isOfSite({ message: data, origin }) && isOfNow({ message: data, now }) && isPlainStatement(data.statement)
    ? { chainIds: own, message: fixed }
    : null
}

type Message = Partial<OneClickMessage>

function isOfSite({ message: { domain, uri = '', scheme }, origin }: { message: Message; origin: string }): boolean {
  const [site, target] = [readUrl(origin), readUrl(uri)]
  if (!site || !target || target.username || target.password) return false
  return (
    domain === site.host && target.origin === site.origin && (scheme === undefined || `${scheme}:` === site.protocol)
  )
}

function isOfNow({ message, now }: { message: Message; now: number }): boolean {
  const { issuedAt = '', expirationTime, notBefore } = message
  const issued = Date.parse(issuedAt)
  return (
    issued >= now - oldest &&
    issued <= now + clockDrift &&
    (expirationTime === undefined || Date.parse(expirationTime) > now) &&
    (notBefore === undefined || Date.parse(notBefore) <= now + clockDrift)
  )
}

/** The card shows all of it. A resource sentence of ERC-5573 is no plain statement, even without resources. */
function isPlainStatement(statement: string | undefined): boolean {
  return statement === undefined || (statement.length <= longestStatement && !/further authorize/i.test(statement))
}

function readUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

import { isAccountId, toAccountId } from '../caip/accountId.ts'
import { isChainId, parseChainId } from '../caip/chainId.ts'
import { isDateTime } from './isDateTime.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/**
 * The part of an RFC 3986 authority that an origin has: host and optional port. No user, which could look like the host. No percent-encoding
 * and only ASCII letters, because browsers write origins that way.
 */
const authority = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)(?::[1-9]\d{0,4})?$/
/** RFC 3986: brackets are allowed only around the address of a host, and there is at most one fragment. */
const uriText =
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?\[[0-9a-fA-F:.]+\])?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/
/** RFC 3986, pchar. */
const requestIdText = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*$/
/** EIP-4361: reserved and unreserved characters of RFC 3986, and the space. */
const ethereumStatement = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;= -]*$/
/**
 * Any language, without characters that break the line, change its direction or are invisible. Allows code points that Unicode has not
 * assigned yet, because servers and browsers disagree on which those are.
 */
const statement =
  /^(?:[\ufe00-\ufe0f]|[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])*$/u

/**
 * Finds the first field of a sign-in message that is malformed, or that could imitate another field. The verifier must judge the values
 * of the fields. Does not check the checksum (EIP-55).
 *
 * @example findSiwxIssue({ ...data, statement: 'Hello\nURI: https://evil.example' }) // 'statement'
 * @see EIP-4361, CAIP-122
 */
export function findSiwxIssue(data: SiwxMessageData): keyof SiwxMessageData | undefined {
  const { accountAddress, chainId, domain, uri, version, nonce, requestId, resources, scheme } = data
  if (!isChainId(chainId)) return 'chainId'
  const { namespace, reference } = parseChainId(chainId)
  const isEthereum = namespace === 'eip155'
  // A number that is not a safe integer equals its neighbors.
  if (isEthereum && !Number.isSafeInteger(Number(reference))) return 'chainId'
  if (!isAccountId(toAccountId({ chainId, address: accountAddress }))) return 'accountAddress'
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return 'scheme'
  if (!authority.test(domain) || !URL.canParse(`https://${domain}`)) return 'domain'
  if (!isUri(uri)) return 'uri'
  if (version !== '1') return 'version'
  // EIP-4361: at least 8 letters and digits.
  if (!/^[A-Za-z0-9]{8,}$/.test(nonce)) return 'nonce'
  if (!(isEthereum ? ethereumStatement : statement).test(data.statement ?? '')) return 'statement'
  if (requestId !== undefined && !requestIdText.test(requestId)) return 'requestId'
  if (resources?.some((resource) => !isUri(resource))) return 'resources'
  // Optional in CAIP-122.
  if (isEthereum && data.issuedAt === undefined) return 'issuedAt'
  return findWrongTime(data)
}

function findWrongTime({ issuedAt, expirationTime, notBefore }: SiwxMessageData): keyof SiwxMessageData | undefined {
  const isTime = (time: string | undefined) => time === undefined || isDateTime(time)
  if (!isTime(issuedAt)) return 'issuedAt'
  if (!isTime(expirationTime)) return 'expirationTime'
  if (!isTime(notBefore)) return 'notBefore'
  // A message that is never valid.
  const begin = Math.max(...[issuedAt, notBefore].map((time) => (time === undefined ? -Infinity : Date.parse(time))))
  return expirationTime !== undefined && Date.parse(expirationTime) <= begin ? 'expirationTime' : undefined
}

function isUri(value: string): boolean {
  return uriText.test(value) && URL.canParse(value)
}

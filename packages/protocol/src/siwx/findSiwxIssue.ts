import { isAccountId, toAccountId } from '../caip/accountId.ts'
import { isChainId, parseChainId } from '../caip/chainId.ts'
import { isDateTime } from './isDateTime.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/**
 * What an RFC 3986 authority has of an origin: host, port if any. No user, who could look like the host; nothing percent-encoded, and
 * no letters but ASCII, as no browser writes an origin with them.
 */
const authority = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)(?::[1-9]\d{0,4})?$/
/** RFC 3986: brackets stand around the address of a host alone, and there is one fragment. */
const uriText =
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?\[[0-9a-fA-F:.]+\])?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/
/** RFC 3986, pchar. */
const requestIdText = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*$/
/** EIP-4361: reserved and unreserved characters of RFC 3986, and the space. */
const ethereumStatement = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;= -]*$/
/**
 * Every language, and nothing that breaks the line, turns its direction round or is not seen. Characters that Unicode has not given out
 * yet are fine: which those are, servers and browsers do not agree on.
 */
const statement =
  /^(?:[\ufe00-\ufe0f]|[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])*$/u

/**
 * Finds the first field of a sign-in message that is malformed, or that could pretend to be another. What the fields say is whoever
 * takes the message to judge; a checksum (EIP-55) is not looked at.
 *
 * @example findSiwxIssue({ ...data, statement: 'Hello\nURI: https://evil.example' }) // 'statement'
 * @see EIP-4361, CAIP-122
 */
export function findSiwxIssue(data: SiwxMessageData): keyof SiwxMessageData | undefined {
  const { accountAddress, chainId, domain, uri, version, nonce, requestId, resources, scheme } = data
  if (!isChainId(chainId)) return 'chainId'
  const { namespace, reference } = parseChainId(chainId)
  const isEthereum = namespace === 'eip155'
  // A number that is not safe is that of its neighbours, too.
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
  // CAIP-122 lets it be missing.
  if (isEthereum && data.issuedAt === undefined) return 'issuedAt'
  return findWrongTime(data)
}

function findWrongTime({ issuedAt, expirationTime, notBefore }: SiwxMessageData): keyof SiwxMessageData | undefined {
  const isTime = (time: string | undefined) => time === undefined || isDateTime(time)
  if (!isTime(issuedAt)) return 'issuedAt'
  if (!isTime(expirationTime)) return 'expirationTime'
  if (!isTime(notBefore)) return 'notBefore'
  // A message that is never good.
  const begin = Math.max(...[issuedAt, notBefore].map((time) => (time === undefined ? -Infinity : Date.parse(time))))
  return expirationTime !== undefined && Date.parse(expirationTime) <= begin ? 'expirationTime' : undefined
}

function isUri(value: string): boolean {
  return uriText.test(value) && URL.canParse(value)
}

import { isAccountId, toAccountId } from '../caip/accountId.ts'
import { isChainId } from '../caip/chainId.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/** An RFC 3986 authority: host, port if any; no user, no path. */
const authority = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~%-]+)(:\d{1,5})?$/
/** RFC 3339. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Finds the first field of a sign-in message that is malformed, or that could pretend to be another. What the fields say is whoever
 * takes the message to judge; a checksum (EIP-55) is not looked at.
 *
 * @example findSiwxIssue({ ...data, statement: 'Hello\nURI: https://evil.example' }) // 'statement'
 */
export function findSiwxIssue(data: SiwxMessageData): keyof SiwxMessageData | undefined {
  const { accountAddress, chainId, domain, uri, version, nonce, statement, requestId, resources, scheme } = data
  if (!isChainId(chainId)) return 'chainId'
  if (!isAccountId(toAccountId({ chainId, address: accountAddress }))) return 'accountAddress'
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return 'scheme'
  if (!authority.test(domain)) return 'domain'
  if (!isUri(uri)) return 'uri'
  if (version !== '1') return 'version'
  // EIP-4361: at least 8 letters and digits.
  if (!/^[A-Za-z0-9]{8,}$/.test(nonce)) return 'nonce'
  // EIP-4361 wants ASCII; no family may break the line, or a statement could write fields.
  const sentence = chainId.startsWith('eip155:') ? /^[\x20-\x7e]+$/ : /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u
  if (statement !== undefined && !sentence.test(statement)) return 'statement'
  if (requestId !== undefined && !/^[A-Za-z0-9._~!$&'()*+,;=:@%-]*$/.test(requestId)) return 'requestId'
  if (resources?.some((resource) => !isUri(resource))) return 'resources'
  return findWrongTime(data)
}

function findWrongTime({ issuedAt, expirationTime, notBefore }: SiwxMessageData): keyof SiwxMessageData | undefined {
  const isTime = (time: string | undefined) =>
    time === undefined || (dateTime.test(time) && !Number.isNaN(Date.parse(time)))
  if (!isTime(issuedAt)) return 'issuedAt'
  if (!isTime(expirationTime)) return 'expirationTime'
  if (!isTime(notBefore)) return 'notBefore'
  // A message that is never good.
  const begin = Math.max(...[issuedAt, notBefore].map((time) => (time === undefined ? 0 : Date.parse(time))))
  return expirationTime !== undefined && Date.parse(expirationTime) <= begin ? 'expirationTime' : undefined
}

function isUri(value: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/.test(value) && URL.canParse(value)
}

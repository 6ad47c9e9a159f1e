import { isAccountId, isChainId, parseChainId, toAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import type { SiwxMessage, SiwxMessageData } from './Siwx.ts'

/** What {@link createSiwxMessage} takes: the message's fields; `version` is '1', `issuedAt` now unless given. */
export type CreateSiwxMessageParameters = Omit<SiwxMessageData, 'version'> & { version?: string }

const blockchains = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' } as const
/** An RFC 3986 authority: host, port if any; no user, no path. */
const authority = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~%-]+)(:\d{1,5})?$/
/** RFC 3339. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Writes the message that a wallet signs to sign in. For `eip155` it is EIP-4361 to the letter; for `solana` and `bip122`
 * the same form with the family's name (CAIP-122). Every field is checked, so that no field can pretend to be another.
 *
 * @throws LatchkeyError `siwx_message_invalid`, with the `field`
 * @example
 * const message = createSiwxMessage({ accountAddress, chainId: 'eip155:1', domain: 'example.com', uri: 'https://example.com', nonce })
 * message.toString() // 'example.com wants you to sign in with your Ethereum account:\n…'
 */
export function createSiwxMessage(parameters: CreateSiwxMessageParameters): SiwxMessage {
  const { statement, ...fields } = parameters
  const data = {
    version: '1',
    issuedAt: new Date().toISOString(),
    ...withoutUndefined(fields),
    ...(statement ? { statement } : {}),
  }
  const issue = findIssue(data)
  if (issue) throw new ServiceError('siwx_message_invalid', { field: issue })
  const { namespace } = parseChainId(data.chainId)
  const accountAddress = namespace === 'eip155' ? checksumAddress(data.accountAddress) : data.accountAddress
  const text = writeMessage({ ...data, accountAddress })
  return { ...data, accountAddress, toString: () => text }
}

/** The first field that is wrong. */
function findIssue(data: SiwxMessageData): keyof SiwxMessageData | undefined {
  const { accountAddress, chainId, domain, uri, version, nonce, statement, requestId, resources } = data
  if (!isChainId(chainId)) return 'chainId'
  if (!isAccountId(toAccountId({ chainId, address: accountAddress }))) return 'accountAddress'
  if (!authority.test(domain)) return 'domain'
  if (!isUri(uri)) return 'uri'
  if (version !== '1') return 'version'
  // EIP-4361: at least 8 letters and digits.
  if (!/^[A-Za-z0-9]{8,}$/.test(nonce)) return 'nonce'
  // EIP-4361 wants ASCII; no family may break the line, or a statement could write fields.
  const sentence = chainId.startsWith('eip155:') ? /^[\x20-\x7e]*$/ : /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u
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

function writeMessage(data: SiwxMessageData): string {
  const { namespace, reference } = parseChainId(data.chainId)
  const lines = [
    `${data.domain} wants you to sign in with your ${blockchains[namespace]} account:`,
    data.accountAddress,
    '',
    ...(data.statement === undefined ? [] : [data.statement]),
    '',
    `URI: ${data.uri}`,
    `Version: ${data.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${data.nonce}`,
  ]
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['Issued At', data.issuedAt],
    ['Expiration Time', data.expirationTime],
    ['Not Before', data.notBefore],
    ['Request ID', data.requestId],
  ]
  for (const [name, value] of optional) if (value !== undefined) lines.push(`${name}: ${value}`)
  if (data.resources) lines.push('Resources:', ...data.resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T
}

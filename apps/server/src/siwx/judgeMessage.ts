import { type AccountId, type ChainId, parseAccountId, parseChainId, toAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { findRecapIssue, readSiwxMessage, type SiwxMessageData } from '@latchkey/protocol/siwx'
import { isAddress } from 'viem'
import { nonceSeconds, skewSeconds } from './createNonces.ts'
import { isSameAccount } from './isSameAccount.ts'

/** Input for the checks of a message. */
export type MessageCall = {
  /** The text that was signed. */
  message: string
  /** Alleged signer. */
  address: AccountId
  /** Origin of the page. Undefined for servers and scripts. */
  origin: string | undefined
  /** Origins of the project, as configured. */
  origins: readonly string[]
  /** Networks of this server. */
  chainIds: readonly ChainId[]
  /** @throws ServiceError `siwx_nonce_invalid`, `siwx_nonce_expired` */
  checkNonce: (nonce: string) => { expiresAt: Date }
  /** Unix milliseconds. */
  now: number
}

/** A message that passed all checks except the signature. */
export type JudgedMessage = {
  data: SiwxMessageData
  account: AccountId
  /** Origin of the page for the sign-in. */
  origin: string
  /** Expiry of its nonce. */
  nonceExpiresAt: Date
  /** Expiry of the sign-in according to the message. */
  expiresAt: Date | undefined
}

/**
 * Checks a sign-in message, except its signature and whether its nonce was used. The result depends only on the message, the call and the
 * clock.
 *
 * @throws ServiceError `siwx_…` with the wrong field, `unsupported_chain`
 * @see EIP-4361, CAIP-122, ERC-5573
 */
export function judgeMessage({
  message,
  address,
  origin,
  origins,
  chainIds,
  checkNonce,
  now,
}: MessageCall): JudgedMessage {
  const { data, issue } = readSiwxMessage(message)
  if (!data) throw new ServiceError('siwx_message_invalid', { field: issue })
  const { accountAddress, chainId, expirationTime } = data
  // A wrong checksum means a mistyped address (EIP-55).
  if (parseChainId(chainId).namespace === 'eip155' && !isAddress(accountAddress, { strict: true })) {
    throw new ServiceError('siwx_message_invalid', { field: 'accountAddress' })
  }
  const account = toAccountId({ chainId, address: accountAddress })
  if (parseAccountId(address).chainId !== chainId) throw new ServiceError('siwx_chain_wrong', { field: 'chainId' })
  if (!isSameAccount(address, account)) throw new ServiceError('siwx_address_wrong', { field: 'accountAddress' })
  if (!chainIds.includes(chainId)) throw new ServiceError('unsupported_chain', { field: 'chainId' })
  const page = judgePlace(data, origin === undefined ? origins.filter((entry) => !entry.includes('*')) : [origin])
  const { expiresAt: nonceExpiresAt } = checkNonce(data.nonce)
  judgeTimes(data, now)
  // The statement must describe every permission in words, so that the visitor can read it (ERC-5573).
  const unsaid = findRecapIssue(data)
  if (unsaid) throw new ServiceError('siwx_resources_refused', { field: unsaid })
  return {
    ...{ data, account, origin: page, nonceExpiresAt },
    expiresAt: expirationTime === undefined ? undefined : new Date(expirationTime),
  }
}

/** The message must exactly match the calling page, because a similar domain belongs to another site. */
function judgePlace({ domain, scheme, uri }: SiwxMessageData, origins: readonly string[]): string {
  const pages = origins.filter(
    (origin) => hostOf(origin) === domain && (scheme === undefined || origin.startsWith(`${scheme}://`)),
  )
  if (pages.length === 0) throw new ServiceError('siwx_domain_wrong', { field: 'domain' })
  const page = pages.find((origin) => uri.startsWith(origin) && ['', '/', '?', '#'].includes(uri.charAt(origin.length)))
  if (page === undefined) throw new ServiceError('siwx_uri_wrong', { field: 'uri' })
  return page
}

/** Returns host and port of an origin with any scheme. */
function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('://') + 3)
}

function judgeTimes({ issuedAt, expirationTime, notBefore }: SiwxMessageData, now: number): void {
  const skew = skewSeconds * 1000
  const issued = issuedAt === undefined ? Number.NaN : Date.parse(issuedAt)
  // A missing time is NaN, for which every comparison is false.
  const isOfNow = issued <= now + skew && issued >= now - nonceSeconds * 1000 - skew
  if (!isOfNow) throw new ServiceError('siwx_issued_at_wrong', { field: 'issuedAt' })
  if (expirationTime !== undefined && Date.parse(expirationTime) <= now) {
    throw new ServiceError('siwx_message_expired', { field: 'expirationTime' })
  }
  if (notBefore !== undefined && Date.parse(notBefore) > now + skew) {
    throw new ServiceError('siwx_message_not_yet_valid', { field: 'notBefore' })
  }
}

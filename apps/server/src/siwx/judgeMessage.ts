import { type AccountId, type ChainId, parseAccountId, parseChainId, toAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { findRecapIssue, readSiwxMessage, type SiwxMessageData } from '@latchkey/protocol/siwx'
import { isAddress } from 'viem'
import { nonceSeconds, skewSeconds } from './createNonces.ts'
import { isSameAccount } from './isSameAccount.ts'

/** What a message is judged by. */
export type MessageCall = {
  /** The text that was signed. */
  message: string
  /** Who is said to have signed it. */
  address: AccountId
  /** Of the page; undefined for servers and scripts. */
  origin: string | undefined
  /** The project's, as the configuration lists them. */
  origins: readonly string[]
  /** The networks of this server. */
  chainIds: readonly ChainId[]
  /** @throws ServiceError `siwx_nonce_invalid`, `siwx_nonce_expired` */
  checkNonce: (nonce: string) => { expiresAt: Date }
  /** Unix milliseconds. */
  now: number
}

/** A message against which nothing speaks; whether it was signed is another question. */
export type JudgedMessage = {
  data: SiwxMessageData
  account: AccountId
  /** The origin of the page that it signs in to. */
  origin: string
  /** Until when its nonce is good. */
  nonceExpiresAt: Date
  /** Until when it says that somebody is signed in. */
  expiresAt: Date | undefined
}

/**
 * Judges a sign-in message: everything but the signature, and whether its nonce was used. A function of the message, the call and the clock alone.
 *
 * @throws ServiceError `siwx_…` with the field that is wrong, `unsupported_chain`
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
  // A wrong checksum is an address that somebody mistyped (EIP-55).
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
  // What it allows an app to do, its sentence has to say: nobody allows what they cannot read (ERC-5573).
  const unsaid = findRecapIssue(data)
  if (unsaid) throw new ServiceError('siwx_resources_refused', { field: unsaid })
  return {
    ...{ data, account, origin: page, nonceExpiresAt },
    expiresAt: expirationTime === undefined ? undefined : new Date(expirationTime),
  }
}

/** The message is for the page that asks, to the letter: what looks like it is another's. */
function judgePlace({ domain, scheme, uri }: SiwxMessageData, origins: readonly string[]): string {
  const pages = origins.filter(
    (origin) => hostOf(origin) === domain && (scheme === undefined || origin.startsWith(`${scheme}://`)),
  )
  if (pages.length === 0) throw new ServiceError('siwx_domain_wrong', { field: 'domain' })
  const page = pages.find((origin) => uri.startsWith(origin) && ['', '/', '?', '#'].includes(uri.charAt(origin.length)))
  if (page === undefined) throw new ServiceError('siwx_uri_wrong', { field: 'uri' })
  return page
}

/** Host and port of an origin, of whatever scheme. */
function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('://') + 3)
}

function judgeTimes({ issuedAt, expirationTime, notBefore }: SiwxMessageData, now: number): void {
  const skew = skewSeconds * 1000
  const issued = issuedAt === undefined ? Number.NaN : Date.parse(issuedAt)
  // Without a time it is nothing (NaN), which compares with nothing.
  const isOfNow = issued <= now + skew && issued >= now - nonceSeconds * 1000 - skew
  if (!isOfNow) throw new ServiceError('siwx_issued_at_wrong', { field: 'issuedAt' })
  if (expirationTime !== undefined && Date.parse(expirationTime) <= now) {
    throw new ServiceError('siwx_message_expired', { field: 'expirationTime' })
  }
  if (notBefore !== undefined && Date.parse(notBefore) > now + skew) {
    throw new ServiceError('siwx_message_not_yet_valid', { field: 'notBefore' })
  }
}

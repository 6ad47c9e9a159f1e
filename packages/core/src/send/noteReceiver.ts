import { type KnownAddress, noteAddress } from '@latchkey/clear-signing/checks'
import { getHistory, type HistoryItem } from '@latchkey/protocol/api'
import type { Subject } from '../account/readSubject.ts'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import { decimalsCall, totalSupplyCall } from '../chains/eip155/erc20.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { ReceiverNotice } from './SendFeature.ts'

/** The addresses that an account sent to, by its latest transactions. */
export type Counterparties = { addresses: readonly string[]; complete: boolean }

/** Pages of the history that are looked through at most. */
const maxPages = 6
/** Milliseconds after which no further page is asked for. */
const patience = 3_000

/**
 * Reads whom the account sent to, page by page until the receiver is among them or the history ends, but no longer than a
 * visitor waits; undefined when the history cannot be had, which holds up no send.
 *
 * @param options.receiver whom to look for; left out: the first page alone
 */
export async function readCounterparties({
  client,
  subject: { address, network },
  receiver,
  now = Date.now,
}: {
  client: ApiClient
  subject: Subject
  receiver?: string | undefined
  now?: () => number
}): Promise<Counterparties | undefined> {
  const own = address.toLowerCase()
  const wanted = receiver?.toLowerCase()
  const began = now()
  const addresses = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    try {
      const { data } = await client.request(getHistory, {
        params: { address },
        query: { chainId: network.caipNetworkId, currency: 'usd', ...(cursor === undefined ? {} : { cursor }) },
      })
      for (const { metadata } of data.data) if (isOwn(metadata, own)) addresses.add(metadata.sentTo.toLowerCase())
      if (data.next === null) return { addresses: [...addresses], complete: true }
      cursor = data.next
    } catch {
      if (page === 0) return undefined
      break
    }
    if (wanted === undefined || addresses.has(wanted) || now() - began > patience) break
  }
  return { addresses: [...addresses], complete: false }
}

/**
 * Whether the account itself sent it. Transfers from the account that stand in somebody else's transaction do not count, nor do
 * those to it: a poisoner makes both to have an address in the history.
 */
function isOwn({ sentFrom, sentBy = sentFrom }: HistoryItem['metadata'], own: string): boolean {
  return sentFrom.toLowerCase() === own && sentBy.toLowerCase() === own
}

/**
 * Says what is remarkable about a receiver, given whom the account dealt with: by the rules of the embedded wallet.
 *
 * @param options.contacts addresses of those whom the visitor has paid from this browser
 */
export function noteReceiver({
  receiver,
  own,
  history,
  contacts = [],
  isToken = false,
}: {
  receiver: string
  own: string
  history: Counterparties | undefined
  contacts?: readonly string[]
  /** The receiver is the contract of a token. */
  isToken?: boolean
}): ReceiverNotice | undefined {
  const as = (kind: KnownAddress['kind']) => (address: string) => ({ address: address as `0x${string}`, kind })
  const knownAddresses = [...contacts.map(as('contact')), ...(history?.addresses ?? []).map(as('history'))]
  const notice = noteAddress({ address: receiver, account: own, knownAddresses })
  if (notice.kind === 'own') return { type: 'own' }
  if (notice.kind === 'lookAlike') {
    const known = notice.resembles.toLowerCase()
    const source = contacts.some((address) => address.toLowerCase() === known) ? 'contacts' : 'history'
    return { type: 'look-alike', knownAddress: checksumAddress(known), source }
  }
  if (isToken) return { type: 'token-contract' }
  return history && notice.kind === 'firstTime' ? { type: 'unseen', complete: history.complete } : undefined
}

/** Tells whether an address is the contract of a token: what is sent there is lost, as a rule. */
export async function readIsToken({ gateway, address }: { gateway: GatewayClient; address: string }): Promise<boolean> {
  const answers = await Promise.all(
    [decimalsCall, totalSupplyCall].map((data) =>
      gateway.request('eth_call', [{ to: address, data }, 'latest']).catch(() => undefined),
    ),
  )
  return answers.every((answer) => typeof answer === 'string' && answer.length === 66)
}

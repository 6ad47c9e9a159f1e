import { type KnownAddress, noteAddress } from '@latchkey/clear-signing/checks'
import type { ChainNamespace } from '@latchkey/protocol'
import { getHistory } from '@latchkey/protocol/api'
import type { Subject } from '../account/readSubject.ts'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import { decimalsCall, totalSupplyCall } from '../chains/eip155/erc20.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { ReceiverNotice } from './SendFeature.ts'

/** The receivers of an account's latest transactions. */
export type Counterparties = { addresses: readonly string[]; complete: boolean }

/** Largest number of pages to read. */
const maxPages = 6
/** Milliseconds after which no further page is requested. */
const patience = 3_000

/**
 * Reads the receivers of the account, page by page until the given receiver is found, the activity ends or the time limit passes. Returns
 * undefined if the activity is unavailable, which does not block a send.
 *
 * @param options.receiver the receiver to look for; without it, only the first page is read
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
  const { chainNamespace: namespace } = network
  const own = writeAddress(namespace, address)
  const wanted = receiver === undefined ? undefined : writeAddress(namespace, receiver)
  const began = now()
  const addresses = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    try {
      const { data } = await client.request(getHistory, {
        params: { address },
        query: { chainId: network.caipNetworkId, currency: 'usd', ...(cursor === undefined ? {} : { cursor }) },
      })
      for (const { metadata } of data.data) {
        const { sentFrom, sentBy = sentFrom, sentTo } = metadata
        // Only transactions that the account itself sent count. Attackers put transfers from and to the account into their own transactions
        // (address poisoning).
        if ([sentFrom, sentBy].every((sender) => writeAddress(namespace, sender) === own))
          addresses.add(writeAddress(namespace, sentTo))
      }
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

/** Normalizes an address for comparison. Only base 58 is case-sensitive. */
function writeAddress(namespace: ChainNamespace, address: string): string {
  if (namespace === 'eip155' || /^(bc|tb|bcrt)1/i.test(address)) return address.toLowerCase()
  return address
}

/**
 * Returns a warning about a receiver, from the known addresses of the account. The embedded wallet uses the same rules.
 *
 * @param options.contacts addresses that the visitor has paid from this browser
 */
export function noteReceiver({
  namespace = 'eip155',
  receiver,
  own,
  history,
  contacts = [],
  known,
}: {
  /** Default `eip155`. */
  namespace?: ChainNamespace
  receiver: string
  own: string
  history: Counterparties | undefined
  contacts?: readonly string[]
  /** A notice from the network data. */
  known?: ReceiverNotice | undefined
}): ReceiverNotice | undefined {
  const as = (kind: KnownAddress['kind']) => (address: string) => ({ address: address as `0x${string}`, kind })
  const knownAddresses = [...contacts.map(as('contact')), ...(history?.addresses ?? []).map(as('history'))]
  const notice = noteAddress({ address: receiver, account: own, knownAddresses })
  if (notice.kind === 'own') return { type: 'own' }
  if (notice.kind === 'lookAlike') {
    const resembled = writeAddress(namespace, notice.resembles)
    const source = contacts.some((address) => writeAddress(namespace, address) === resembled) ? 'contacts' : 'history'
    const knownAddress = namespace === 'eip155' ? checksumAddress(resembled) : notice.resembles
    return { type: 'look-alike', knownAddress, source }
  }
  if (known) return known
  return history && notice.kind === 'firstTime' ? { type: 'unseen', complete: history.complete } : undefined
}

/** Whether an address is the contract of a token. Payments to it are usually lost. */
export async function readIsToken({ gateway, address }: { gateway: GatewayClient; address: string }): Promise<boolean> {
  const answers = await Promise.all(
    [decimalsCall, totalSupplyCall].map((data) =>
      gateway.request('eth_call', [{ to: address, data }, 'latest']).catch(() => undefined),
    ),
  )
  return answers.every((answer) => typeof answer === 'string' && answer.length === 66)
}

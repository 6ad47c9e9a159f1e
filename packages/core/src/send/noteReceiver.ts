import { type KnownAddress, noteAddress } from '@latchkey/clear-signing/checks'
import type { ChainNamespace } from '@latchkey/protocol'
import { getHistory } from '@latchkey/protocol/api'
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
        // Only what the account itself sent: a poisoner makes transfers from it and to it stand in transactions of others.
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

/** An address in the form in which it is compared: letter case counts in base 58, and nowhere else. */
function writeAddress(namespace: ChainNamespace, address: string): string {
  if (namespace === 'eip155' || /^(bc|tb|bcrt)1/i.test(address)) return address.toLowerCase()
  return address
}

/**
 * Says what is remarkable about a receiver, given whom the account dealt with: by the rules of the embedded wallet.
 *
 * @param options.contacts addresses of those whom the visitor has paid from this browser
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
  /** What the chain says of the receiver. */
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

/** Tells whether an address is the contract of a token: what is sent there is lost, as a rule. */
export async function readIsToken({ gateway, address }: { gateway: GatewayClient; address: string }): Promise<boolean> {
  const answers = await Promise.all(
    [decimalsCall, totalSupplyCall].map((data) =>
      gateway.request('eth_call', [{ to: address, data }, 'latest']).catch(() => undefined),
    ),
  )
  return answers.every((answer) => typeof answer === 'string' && answer.length === 66)
}

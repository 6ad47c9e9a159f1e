import { getHistory } from '@latchkey/protocol/api'
import type { Subject } from '../account/readSubject.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { ReceiverNotice } from './SendFeature.ts'

/** The addresses that an account dealt with, by its latest transactions. */
export type Counterparties = { addresses: readonly string[]; complete: boolean }

/** Reads whom the account dealt with; undefined when the history cannot be had, which holds up no send. */
export async function readCounterparties({
  client,
  subject: { address, network },
}: {
  client: ApiClient
  subject: Subject
}): Promise<Counterparties | undefined> {
  try {
    const { data } = await client.request(getHistory, {
      params: { address },
      query: { chainId: network.caipNetworkId, currency: 'usd' },
    })
    const addresses = data.data
      // A poisoner's own transfers must not make their address a known one: only what the account sent counts.
      .filter(({ metadata }) => metadata.sentFrom.toLowerCase() === address.toLowerCase())
      .map(({ metadata }) => metadata.sentTo.toLowerCase())
    return { addresses: [...new Set(addresses)], complete: data.next === null }
  } catch {
    return undefined
  }
}

/** Says what is remarkable about a receiver, given whom the account dealt with. */
export function noteReceiver({
  receiver,
  own,
  history,
}: {
  receiver: string
  own: string
  history: Counterparties | undefined
}): ReceiverNotice | undefined {
  const wanted = receiver.toLowerCase()
  if (wanted === own.toLowerCase()) return { type: 'own' }
  if (history?.addresses.includes(wanted)) return undefined
  const knownAddress = [own.toLowerCase(), ...(history?.addresses ?? [])].find((known) => looksAlike(known, wanted))
  if (knownAddress) return { type: 'look-alike', knownAddress }
  return history ? { type: 'unseen', complete: history.complete } : undefined
}

/**
 * Tells whether two different addresses look alike where people look: at both ends, at least two digits each and five
 * together. By chance that happens to one pair in a hundred thousand or so.
 */
function looksAlike(a: string, b: string): boolean {
  const digits = a.slice(2)
  const others = b.slice(2)
  let head = 0
  while (head < 40 && digits[head] === others[head]) head++
  let tail = 0
  while (tail < 40 && digits[39 - tail] === others[39 - tail]) tail++
  return head >= 2 && tail >= 2 && head + tail >= 5
}

import { noteRecipient } from '@latchkey/clear-signing/checks'
import { getHistory } from '@latchkey/protocol/api'
import type { Subject } from '../account/readSubject.ts'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import { decimalsCall, totalSupplyCall } from '../chains/eip155/erc20.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
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

/** Says what is remarkable about a receiver, given whom the account dealt with: by the rules of the embedded wallet. */
export function noteReceiver({
  receiver,
  own,
  history,
  isToken = false,
}: {
  receiver: string
  own: string
  history: Counterparties | undefined
  /** The receiver is the contract of a token. */
  isToken?: boolean
}): ReceiverNotice | undefined {
  const knownAddresses = history?.addresses.map((address) => ({
    address: address as `0x${string}`,
    kind: 'history' as const,
  }))
  const notice = noteRecipient({ address: receiver, account: own, knownAddresses })
  if (notice.kind === 'own') return { type: 'own' }
  if (notice.kind === 'lookAlike') return { type: 'look-alike', knownAddress: checksumAddress(notice.resembles) }
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

import { readAddress } from '@latchkey/bitcoin'
import { bitcoinNetworks } from '@latchkey/protocol'
import type { Description, Finding } from '../Description.ts'
import { describeText } from '../families/describeText.ts'
import { Malformed } from '../request/Malformed.ts'
import { refuse } from '../request/refuse.ts'
import type { BitcoinReading } from './BitcoinReading.ts'
import type { BitcoinAsk } from './readAsk.ts'

type MessageAsk = Extract<BitcoinAsk, { kind: 'message' }>

/**
 * Describes a text to sign. Both forms distinguish it from a transaction: the legacy one by its prefix, BIP-322 by a tagged hash in a
 * transaction that no network accepts.
 *
 * @throws Malformed
 */
export function describeMessage({
  reading: { request, accounts, now },
  ask,
  raw,
}: {
  reading: BitcoinReading
  ask: MessageAsk
  raw: string
}): Description {
  const { origin, chainId } = request
  const { message, address } = ask
  const protocol = protocolOf(ask, chainId)
  const others = accounts.map((own) => own.address).filter((own) => own !== address)
  const clusters = Object.entries(bitcoinNetworks).flatMap(([name, id]) => (id === chainId ? [name] : []))
  const described = describeText({
    ...{ text: message, family: 'Bitcoin', origin, accounts: [address, ...others], chainId, clusters, now: now() },
  })
  const findings: Finding[] = accounts.some((own) => own.address === address)
    ? []
    : [{ level: 'refuse', code: 'accountMismatch', values: { wanted: address, account: request.account } }]
  return {
    ...refuse({ findings: [], raw, intent: 'signMessage' }),
    ...described,
    findings: [...findings, ...described.findings],
    family: { payload: { kind: 'bitcoinMessage', account: address, message, protocol } },
  }
}

/** Returns the protocol of a text's signature: the page's, else the default of the address. @throws Malformed */
export function protocolOf(
  { address, protocol }: MessageAsk,
  chainId: BitcoinReading['request']['chainId'],
): 'bip322' | 'ecdsa' {
  const isTaproot = readAddress({ text: address, chainId })?.type === 'p2tr'
  if (protocol === 'ecdsa' && isTaproot) throw new Malformed('protocol', 'this address signs by BIP-322 alone')
  return protocol ?? (isTaproot ? 'bip322' : 'ecdsa')
}

import type { ChainId } from '@latchkey/protocol'
import { createNameAddressMessage, createNameMessage, findNameLabelIssue, readCoinType } from '@latchkey/protocol'
import { readAddress } from '../address/readAddress.ts'

/** What somebody signs about a name. */
export type NameMessage = {
  /** Whole, with its zone. */
  name: string
  attributes: Readonly<Record<string, string>>
  /** Unix seconds. */
  timestamp: number
  /** The address that the name is to stand for, and where; undefined: the message registers the name, or sets its texts. */
  record?: { address: `0x${string}`; chainId: ChainId } | undefined
}

/** Seconds by which this clock and the server's may differ: whether the message is in time is the server's to say. */
const clockDrift = 300

/**
 * Reads the text that is signed to register a name, or to give it texts or an address, to the letter: the same members are written
 * once more, and anything that differs (an order, a space, a member too many or twice, a number written otherwise) makes it another
 * text. Names are those that a server's registry takes, of ASCII alone: they are what ENSIP-15 makes of them. A sign-in is
 * never one: it has line ends, and here there are none.
 *
 * @param now Unix milliseconds
 * @returns undefined when it is none
 */
export function readNameMessage({ text, now }: { text: string; now: number }): NameMessage | undefined {
  // Of what JSON escapes, quotes and backslashes alone are seen as they are.
  if (!text.startsWith('{') || /\\[^"]/.test(text.replaceAll('\\\\', ''))) return undefined
  const { name, attributes, timestamp, address, coin_type: coinType } = parse(text)
  if (typeof name !== 'string' || typeof timestamp !== 'number' || !isTexts(attributes)) return undefined
  const base = { name, attributes, timestamp }
  const isInReach = Number.isInteger(timestamp) && Math.abs(timestamp - now / 1000) <= clockDrift
  if (!isName(name) || !isInReach) return undefined
  if (address === undefined) return createNameMessage(base) === text ? base : undefined
  const receiver = readAddress(address)
  const chainId = typeof coinType === 'number' ? readCoinType(coinType)?.chainId : undefined
  if (!receiver || !chainId) return undefined
  const written = createNameAddressMessage({ ...base, address: receiver, coinType: coinType as number })
  return written === text ? { ...base, record: { address: receiver, chainId } } : undefined
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Keys that could be taken for words of the card are none. Source: ENSIP-5. */
function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([key, text]) => /^[\w.:-]{1,64}$/.test(key) && typeof text === 'string')
  )
}

/** A label of a registry, and a zone of two labels at least, which may be shorter. */
function isName(name: string): boolean {
  const [label = '', ...zone] = name.split('.')
  return (
    name.length <= 255 &&
    !findNameLabelIssue(label) &&
    zone.length > 1 &&
    zone.every((part) => part !== '' && [undefined, 'short'].includes(findNameLabelIssue(part)))
  )
}

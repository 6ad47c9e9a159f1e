import type { ChainId } from '@latchkey/protocol'
import { createNameAddressMessage, createNameMessage, findNameLabelIssue, readCoinType } from '@latchkey/protocol'
import { readAddress } from '../address/readAddress.ts'

/** A message that an owner signs about a name. */
export type NameMessage = {
  /** Complete, with its zone. */
  name: string
  attributes: Readonly<Record<string, string>>
  /** Unix seconds. */
  timestamp: number
  /** The address that the name would point to, and its network; undefined: the message registers the name, or sets its texts. */
  record?: { address: `0x${string}`; chainId: ChainId } | undefined
}

/** Seconds by which this clock and the server's may differ. The server decides whether the message is in time. */
const clockDrift = 300

/**
 * Parses the text that registers a name, or sets its texts or address, strictly. It writes the same members again, and refuses any
 * difference: an order, a space, an extra or repeated member, another number format. Names are those that a server's registry accepts,
 * in ASCII only: they are normalized by ENSIP-15. A sign-in never matches, because it has line breaks and this text has none.
 *
 * @param now Unix milliseconds
 * @returns undefined if it is none
 */
export function readNameMessage({ text, now }: { text: string; now: number }): NameMessage | undefined {
  // Of the characters that JSON escapes, only quotes and backslashes are visible as they are.
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

/** Refuses keys that could be mistaken for text of the card. Source: ENSIP-5. */
function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([key, text]) => /^[\w.:-]{1,64}$/.test(key) && typeof text === 'string')
  )
}

/** A label of a registry, and a zone of at least two labels, which may be shorter. */
function isName(name: string): boolean {
  const [label = '', ...zone] = name.split('.')
  return (
    name.length <= 255 &&
    !findNameLabelIssue(label) &&
    zone.length > 1 &&
    zone.every((part) => part !== '' && [undefined, 'short'].includes(findNameLabelIssue(part)))
  )
}

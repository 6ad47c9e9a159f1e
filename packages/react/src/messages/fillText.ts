import { shortenText } from '@latchkey/protocol'
import { isolate } from './isolate.ts'

/** Names that others choose, at any length: wallets, tokens, and names of paid contacts. */
const named: ReadonlySet<string> = new Set(['wallet', 'token', 'contact'])

/**
 * Prepares a value for a sentence: shortens names that others choose (specification 9), and isolates a value whose parts the writing
 * direction would reorder. Addresses, amounts and the names of receivers stay whole.
 *
 * @example fillText('Harbor', 'Continue in {wallet}', 'wallet') // 'Harbor'
 */
export function fillText(value: string, text: string, name: string): string {
  return isolate(named.has(name) ? shortenText(value) : value, text)
}

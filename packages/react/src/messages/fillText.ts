import { shortenText } from '@latchkey/protocol'
import { isolate } from './isolate.ts'

/** What others name, at any length: wallets, tokens, and who was paid by a name. */
const named: ReadonlySet<string> = new Set(['wallet', 'token', 'contact'])

/**
 * Prepares a value for a sentence: names of others are shortened (specification 9), and what the direction of writing would take
 * apart is kept in one piece. Addresses, amounts and the names of receivers stay whole.
 *
 * @example fillText('Harbor', 'Continue in {wallet}', 'wallet') // 'Harbor'
 */
export function fillText(value: string, text: string, name: string): string {
  return isolate(named.has(name) ? shortenText(value) : value, text)
}

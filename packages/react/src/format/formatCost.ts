import { roundCostUp } from '@latchkey/protocol'
import type { Format } from './createFormat.ts'

/**
 * Writes the limit of a network cost. It is rounded up as the wallet's own card rounds it, so that both show the same figure.
 *
 * @param text decimal text of the native coin
 * @example formatCost({ format, text: '0.000056041007845740' }) // '0.00005605'
 */
export function formatCost({ format, text }: { format: Pick<Format, 'amount'>; text: string }): string {
  return format.amount(roundCostUp(text), { digits: 80 })
}

import { parseUnits } from '@latchkey/protocol'
import type { SendIssue } from './SendFeature.ts'
import { toIssue } from './toIssue.ts'

/** Reads a typed amount in base units: above 0, and not finer than the token is. */
export function checkAmount({
  text,
  decimals,
}: {
  text: string
  decimals: number
}): { amount: bigint } | { issue: SendIssue } {
  const parsed = parseUnits(text.trim(), decimals)
  if (!parsed.ok && parsed.issue === 'too-many-decimals')
    return {
      issue: toIssue(
        'sendTokenAmount',
        'amount_too_precise',
        `The amount has more decimals than the token: ${decimals} at most`,
      ),
    }
  if (!parsed.ok || parsed.value === 0n) return { issue: toIssue('sendTokenAmount', 'invalid_amount') }
  return { amount: parsed.value }
}

import { parseUnits } from '@latchkey/protocol'
import type { SendForm, SendIssue } from './SendFeature.ts'
import { toIssue } from './toIssue.ts'

/** Parses a typed amount into base units. It must be above 0, without more decimals than the token. */
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

/** Reports an amount with more decimals than its token, during typing. An incomplete amount is not an issue. */
export function checkFineness({ token, sendTokenAmount: text }: Pick<SendForm, 'token' | 'sendTokenAmount'>) {
  const checked = token && checkAmount({ text, decimals: Number(token.quantity.decimals) })
  return checked && 'issue' in checked && checked.issue.code === 'amount_too_precise' ? [checked.issue] : []
}

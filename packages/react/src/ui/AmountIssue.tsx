import type { SendIssue, SwapIssue } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { formatCost } from '../format/formatCost.ts'

export type AmountIssueProps = {
  /** ID of the text, for the field that it describes. */
  id: string
  issue: SendIssue | SwapIssue
}

/**
 * The issue of an amount. A network cost that the account cannot pay shows its token, the cost, and the amount left for
 * it. The cost is rounded up and the rest cut, so that the shown rest is never the larger figure.
 */
export function AmountIssue({ id, issue }: AmountIssueProps) {
  const { t, format, sentence } = useModalScope()
  const { shortfall } = issue
  return (
    <span id={id} role="alert" className="issue">
      {shortfall === undefined
        ? sentence(issue)
        : t(shortfall.isNative ? 'cost.short.after' : 'cost.short', {
            token: shortfall.symbol,
            cost: formatCost({ format, text: shortfall.costText }),
            left: format.amount(shortfall.leftText),
          })}
    </span>
  )
}

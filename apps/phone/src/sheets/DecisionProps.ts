import type { PairedApproval } from '@latchkey/testkit'
import type { ReactNode } from 'react'

/** What a sheet on which the owner decides takes. */
export type DecisionProps<Approval extends PairedApproval = PairedApproval> = {
  approval: Approval
  /** Beside the title: the place in the queue. */
  aside: ReactNode
  onDecided: () => void
  /** Decide later. */
  onClose: () => void
}

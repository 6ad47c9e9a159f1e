import type { PairedApproval } from '@latchkey/testkit'
import type { ReactNode } from 'react'

/** Props of a sheet with a decision. */
export type DecisionProps<Approval extends PairedApproval = PairedApproval> = {
  approval: Approval
  /** Shown beside the title: the place in the queue. */
  aside: ReactNode
  onDecided: () => void
  /** Decide later. */
  onClose: () => void
}

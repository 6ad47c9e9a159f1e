import type { PairedApproval } from '@latchkey/testkit'
import { ProposalSheet } from './ProposalSheet.tsx'
import { RequestSheet } from './RequestSheet.tsx'
import { SignInSheet } from './SignInSheet.tsx'
import styles from './sheets.module.css'

/** The sheet of the pending approval, with its place in the queue. */
export function ApprovalSheet({
  approval,
  waiting,
  onDecided,
  onClose,
}: {
  approval: PairedApproval
  /** Number of pending approvals, including this one. */
  waiting: number
  onDecided: () => void
  onClose: () => void
}) {
  const aside = waiting > 1 ? <span className={styles.queue}>1 of {waiting}</span> : null
  const rest = { aside, onDecided, onClose }
  switch (approval.kind) {
    case 'connect':
      return <ProposalSheet key={approval.id} approval={approval} {...rest} />
    case 'signIn':
      return <SignInSheet key={approval.id} approval={approval} {...rest} />
    case 'request':
      return <RequestSheet key={approval.id} approval={approval} {...rest} />
  }
}

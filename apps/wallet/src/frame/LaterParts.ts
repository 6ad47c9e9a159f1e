import type { ApproveCard } from '../cards/ApproveCard.tsx'
import type { RefusedCard } from '../cards/RefusedCard.tsx'
import type { SecurityCard } from '../cards/SecurityCard.tsx'
import type { createApprovals } from '../rpc/createApprovals.ts'
import type { createRpc } from '../rpc/createRpc.ts'
import type { createWindowCalls } from '../windows/createWindowCalls.ts'
import type { createEmailChange } from './createEmailChange.ts'
import type { createSecurityCard } from './createSecurityCard.ts'

/** The screens that show only once a wallet is open. */
export type LaterCards = {
  ApproveCard: typeof ApproveCard
  RefusedCard: typeof RefusedCard
  SecurityCard: typeof SecurityCard
}

/** What is used only once a wallet is open. The page loads it as a second script, right after the one that opens wallets. */
export type LaterParts = {
  createApprovals: typeof createApprovals
  createEmailChange: typeof createEmailChange
  createRpc: typeof createRpc
  createSecurityCard: typeof createSecurityCard
  createWindowCalls: typeof createWindowCalls
  cards: LaterCards
}

import type { LaterCards } from '../cards/LaterCards.ts'
import type { MessageTable } from '../messages/createTranslate.ts'
import type { createApprovals } from '../rpc/createApprovals.ts'
import type { createRpc } from '../rpc/createRpc.ts'
import type { createSocialStepUp } from '../wallet/createSocialStepUp.ts'
import type { createEmailChange } from './createEmailChange.ts'
import type { createSecurityCard } from './createSecurityCard.ts'
import type { createSocialHandlers } from './handlers/createSocialHandlers.ts'
import type { createWindowCalls } from './windows/createWindowCalls.ts'

/** What is used only once a wallet is open, and logins with a provider. The page loads it as a second script, right after the one that opens wallets. */
export type LaterParts = {
  createApprovals: typeof createApprovals
  createEmailChange: typeof createEmailChange
  createRpc: typeof createRpc
  createSecurityCard: typeof createSecurityCard
  createSocialHandlers: typeof createSocialHandlers
  createSocialStepUp: typeof createSocialStepUp
  createWindowCalls: typeof createWindowCalls
  cards: LaterCards
  /** The English texts that come with these cards. */
  english: MessageTable
}

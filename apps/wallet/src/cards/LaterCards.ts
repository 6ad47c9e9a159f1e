import type { ApproveCard } from './ApproveCard.tsx'
import type { RefusedCard } from './RefusedCard.tsx'
import type { SecurityCard } from './SecurityCard.tsx'

/** The screens that show only once a wallet is open; they come with the page's second script. */
export type LaterCards = {
  ApproveCard: typeof ApproveCard
  RefusedCard: typeof RefusedCard
  SecurityCard: typeof SecurityCard
}

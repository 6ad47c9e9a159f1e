import { ApproveCard } from '../cards/ApproveCard.tsx'
import { RefusedCard } from '../cards/RefusedCard.tsx'
import { SecurityCard } from '../cards/SecurityCard.tsx'
import { createSecurityCard } from '../frame/createSecurityCard.ts'
import { createApprovals } from '../rpc/createApprovals.ts'
import { createWindowCalls } from '../windows/createWindowCalls.ts'
import { later } from './frame.tsx'

later.install({
  createApprovals,
  createSecurityCard,
  createWindowCalls,
  cards: { ApproveCard, RefusedCard, SecurityCard },
})

import { ApproveCard } from '../cards/ApproveCard.tsx'
import { RefusedCard } from '../cards/RefusedCard.tsx'
import { SecurityCard } from '../cards/SecurityCard.tsx'
import { createEmailChange } from '../frame/createEmailChange.ts'
import { createSecurityCard } from '../frame/createSecurityCard.ts'
import { createWindowCalls } from '../frame/windows/createWindowCalls.ts'
import { requestEn } from '../messages/requestEn.ts'
import { createApprovals } from '../rpc/createApprovals.ts'
import { createRpc } from '../rpc/createRpc.ts'
import { later } from './frame.tsx'

later.install({
  createApprovals,
  createEmailChange,
  createRpc,
  createSecurityCard,
  createWindowCalls,
  cards: { ApproveCard, RefusedCard, SecurityCard },
  english: requestEn,
})

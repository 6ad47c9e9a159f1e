import { ApproveCard } from '../cards/ApproveCard.tsx'
import { NumberCard } from '../cards/NumberCard.tsx'
import { RefusedCard } from '../cards/RefusedCard.tsx'
import { SecurityCard } from '../cards/SecurityCard.tsx'
import { SocialStepUpCard } from '../cards/SocialStepUpCard.tsx'
import { createEmailChange } from '../frame/createEmailChange.ts'
import { createSecurityCard } from '../frame/createSecurityCard.ts'
import { createSocialHandlers } from '../frame/handlers/createSocialHandlers.ts'
import { createWindowCalls } from '../frame/windows/createWindowCalls.ts'
import { requestEn } from '../messages/requestEn.ts'
import { socialEn } from '../messages/socialEn.ts'
import { createApprovals } from '../rpc/createApprovals.ts'
import { createRpc } from '../rpc/createRpc.ts'
import { createSocialStepUp } from '../wallet/createSocialStepUp.ts'
import { later } from './frame.tsx'

later.install({
  createApprovals,
  createEmailChange,
  createRpc,
  createSecurityCard,
  createSocialHandlers,
  createSocialStepUp,
  createWindowCalls,
  cards: { ApproveCard, NumberCard, RefusedCard, SecurityCard, SocialStepUpCard },
  english: { ...requestEn, ...socialEn },
})

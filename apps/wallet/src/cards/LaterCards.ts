import type { ApproveCard } from './ApproveCard.tsx'
import type { CallsCard } from './CallsCard.tsx'
import type { ChannelCard } from './ChannelCard.tsx'
import type { NumberCard } from './NumberCard.tsx'
import type { ProviderCard } from './ProviderCard.tsx'
import type { RefusedCard } from './RefusedCard.tsx'
import type { SecurityCard } from './SecurityCard.tsx'
import type { SignInText } from './SignInText.tsx'
import type { SocialStepUpCard } from './SocialStepUpCard.tsx'
import type { UnlockCard } from './UnlockCard.tsx'
import type { WorkCard } from './WorkCard.tsx'

/** Screens of an unlocked wallet or a provider login. They are in the page's second script. */
export type LaterCards = {
  ApproveCard: typeof ApproveCard
  CallsCard: typeof CallsCard
  ChannelCard: typeof ChannelCard
  NumberCard: typeof NumberCard
  ProviderCard: typeof ProviderCard
  RefusedCard: typeof RefusedCard
  SecurityCard: typeof SecurityCard
  SignInText: typeof SignInText
  SocialStepUpCard: typeof SocialStepUpCard
  WorkCard: typeof WorkCard
  UnlockCard: typeof UnlockCard
}

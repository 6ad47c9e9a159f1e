import { familyAssets } from 'virtual:family-assets'
import { isDeployed } from '../accounts/isDeployed.ts'
import { ApproveCard } from '../cards/ApproveCard.tsx'
import { CallsCard } from '../cards/CallsCard.tsx'
import { ChannelCard } from '../cards/ChannelCard.tsx'
import { NumberCard } from '../cards/NumberCard.tsx'
import { ProviderCard } from '../cards/ProviderCard.tsx'
import { RefusedCard } from '../cards/RefusedCard.tsx'
import { SecurityCard } from '../cards/SecurityCard.tsx'
import { SignInText } from '../cards/SignInText.tsx'
import { SocialStepUpCard } from '../cards/SocialStepUpCard.tsx'
import { UnlockCard } from '../cards/UnlockCard.tsx'
import { WorkCard } from '../cards/WorkCard.tsx'
import { createEmailChange } from '../frame/createEmailChange.ts'
import { createRequests } from '../frame/createRequests.ts'
import { createSecurityCard } from '../frame/createSecurityCard.ts'
import { createWorkSolver } from '../frame/createWorkSolver.ts'
import { createAccountHandlers } from '../frame/handlers/createAccountHandlers.ts'
import { createSocialHandlers } from '../frame/handlers/createSocialHandlers.ts'
import { createWindowCalls } from '../frame/windows/createWindowCalls.ts'
import { channelEn } from '../messages/channelEn.ts'
import { familyEn } from '../messages/familyEn.ts'
import { requestEn } from '../messages/requestEn.ts'
import { socialEn } from '../messages/socialEn.ts'
import { workEn } from '../messages/workEn.ts'
import { createFactors } from '../wallet/createFactors.ts'
import { createHealthCheck } from '../wallet/createHealthCheck.ts'
import { createOfflineExit } from '../wallet/createOfflineExit.ts'
import { createOfflineExports } from '../wallet/createOfflineExports.ts'
import { createPasskeyEndpoints, createProtection } from '../wallet/createProtection.ts'
import { createRotation } from '../wallet/createRotation.ts'
import { createSocialStepUp } from '../wallet/createSocialStepUp.ts'
import { createUnlocking } from '../wallet/createUnlocking.ts'
import { later } from './frame.tsx'

const familyReaders = { solana: familyAssets.solanaReader, bip122: familyAssets.bitcoinReader }

later.install({
  createAccountHandlers,
  createEmailChange,
  createFactors,
  createHealthCheck,
  createOfflineExit,
  createOfflineExports,
  createPasskeyEndpoints,
  createProtection,
  createRequests: (ports) => createRequests({ ...ports, familyReaders, codeDrawer: familyAssets.codeDrawer }),
  createRotation,
  createSecurityCard,
  createSocialHandlers,
  createSocialStepUp,
  createUnlocking,
  createWindowCalls,
  createWorkSolver: ({ startReader, ...ports }) =>
    createWorkSolver({ ...ports, startWorker: () => startReader(familyAssets.workSolver) }),
  isDeployed,
  cards: {
    ApproveCard,
    CallsCard,
    ChannelCard,
    NumberCard,
    ProviderCard,
    RefusedCard,
    SecurityCard,
    SignInText,
    SocialStepUpCard,
    WorkCard,
    UnlockCard,
  },
  english: { ...requestEn, ...familyEn, ...socialEn, ...channelEn, ...workEn },
})

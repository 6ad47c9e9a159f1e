import type { isDeployed } from '../accounts/isDeployed.ts'
import type { LaterCards } from '../cards/LaterCards.ts'
import type { SolveWork } from '../login/SolveWork.ts'
import type { MessageTable } from '../messages/createTranslate.ts'
import type { createFactors } from '../wallet/createFactors.ts'
import type { createHealthCheck } from '../wallet/createHealthCheck.ts'
import type { createOfflineExit } from '../wallet/createOfflineExit.ts'
import type { createOfflineExports } from '../wallet/createOfflineExports.ts'
import type { createPasskeyEndpoints, createProtection } from '../wallet/createProtection.ts'
import type { createRotation } from '../wallet/createRotation.ts'
import type { createSocialStepUp } from '../wallet/createSocialStepUp.ts'
import type { createUnlocking } from '../wallet/createUnlocking.ts'
import type { createEmailChange } from './createEmailChange.ts'
import type { RequestPorts, WalletRequests } from './createRequests.ts'
import type { createSecurityCard } from './createSecurityCard.ts'
import type { createWorkSolver } from './createWorkSolver.ts'
import type { FrameEnvironment } from './FrameEnvironment.ts'
import type { createAccountHandlers } from './handlers/createAccountHandlers.ts'
import type { createSocialHandlers } from './handlers/createSocialHandlers.ts'
import type { createWindowCalls } from './windows/createWindowCalls.ts'

/**
 * Parts for an unlocked wallet, and logins with a provider. The page loads them as a second script, right after the one that unlocks
 * wallets.
 */
export type LazyParts = {
  createAccountHandlers: typeof createAccountHandlers
  createEmailChange: typeof createEmailChange
  createFactors: typeof createFactors
  createHealthCheck: typeof createHealthCheck
  createOfflineExit: typeof createOfflineExit
  createOfflineExports: typeof createOfflineExports
  createPasskeyEndpoints: typeof createPasskeyEndpoints
  createProtection: typeof createProtection
  createRequests: (ports: RequestPorts) => WalletRequests
  createRotation: typeof createRotation
  createSecurityCard: typeof createSecurityCard
  createSocialHandlers: typeof createSocialHandlers
  createSocialStepUp: typeof createSocialStepUp
  createUnlocking: typeof createUnlocking
  createWindowCalls: typeof createWindowCalls
  createWorkSolver: (
    ports: Omit<Parameters<typeof createWorkSolver>[0], 'startWorker'> & {
      startReader: FrameEnvironment['loadReader']
    },
  ) => SolveWork
  isDeployed: typeof isDeployed
  cards: LaterCards
  /** English texts of these cards. */
  english: MessageTable
}

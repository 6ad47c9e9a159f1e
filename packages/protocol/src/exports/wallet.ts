export * from '../frame/frameRequests.ts'
export * from '../walletApi/account.ts'
export * from '../walletApi/auth.ts'
export {
  type ControlAction,
  type ControlParties,
  controlKeyClaim,
  controlKeyTag,
  controlMessage,
  controlTag,
  returnMessage,
} from '../walletApi/control.ts'
export * from '../walletApi/frameConfig.ts'
export * from '../walletApi/health.ts'
export * from '../walletApi/loginMethods.ts'
export * from '../walletApi/newWallets.ts'
export { type PasskeyPurpose, passkeyChallengeText } from '../walletApi/passkeyChallenge.ts'
export * from '../walletApi/passkeys.ts'
export * from '../walletApi/passwords.ts'
export * from '../walletApi/social.ts'
export * from '../walletApi/wallet.ts'
export {
  countZeroBits,
  type WorkChallenge,
  type WorkSolution,
  workFunction,
  workRefusalSchema,
} from '../walletApi/work.ts'

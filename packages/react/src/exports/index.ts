'use client'

export { AccountButton, type AccountButtonProps } from '../buttons/AccountButton.tsx'
export { ConnectButton, type ConnectButtonProps } from '../buttons/ConnectButton.tsx'
export { NetworkButton, type NetworkButtonProps } from '../buttons/NetworkButton.tsx'
export { type UseAccountReturnType, useAccount } from '../hooks/useAccount.ts'
export { useAccountState } from '../hooks/useAccountState.ts'
export { type UseActivityParameters, type UseActivityReturnType, useActivity } from '../hooks/useActivity.ts'
export {
  type ForeignMoney,
  type UseAmountInputParameters,
  type UseAmountInputReturnType,
  useAmountInput,
} from '../hooks/useAmountInput.ts'
export { type UseBalancesParameters, type UseBalancesReturnType, useBalances } from '../hooks/useBalances.ts'
export { type UseBuyParameters, type UseBuyReturnType, useBuy } from '../hooks/useBuy.ts'
export {
  type UseCallsStatusParameters,
  type UseCallsStatusReturnType,
  useCallsStatus,
} from '../hooks/useCallsStatus.ts'
export {
  type UseCapabilitiesParameters,
  type UseCapabilitiesReturnType,
  useCapabilities,
} from '../hooks/useCapabilities.ts'
export { type UseConnectionsReturnType, useConnections } from '../hooks/useConnections.ts'
export { type UseEmailLoginReturnType, useEmailLogin } from '../hooks/useEmailLogin.ts'
export { useErrorText } from '../hooks/useErrorText.ts'
export { useEvents } from '../hooks/useEvents.ts'
export { type UseGrantPermissionsReturnType, useGrantPermissions } from '../hooks/useGrantPermissions.ts'
export { type UseIdentityReturnType, useIdentity } from '../hooks/useIdentity.ts'
export { useLatchkey } from '../hooks/useLatchkey.ts'
export { type UseModalReturnType, useModal } from '../hooks/useModal.ts'
export { type UseNamesReturnType, useNames } from '../hooks/useNames.ts'
export { type UseNetworkReturnType, useNetwork } from '../hooks/useNetwork.ts'
export { type UsePairingReturnType, usePairing } from '../hooks/usePairing.ts'
export {
  type UsePermissionsParameters,
  type UsePermissionsReturnType,
  usePermissions,
} from '../hooks/usePermissions.ts'
export { useProvider } from '../hooks/useProvider.ts'
export { type UseSendReturnType, useSend } from '../hooks/useSend.ts'
export { type UseSendCallsReturnType, useSendCalls } from '../hooks/useSendCalls.ts'
export { type UseSignInReturnType, useSignIn } from '../hooks/useSignIn.ts'
export { type UseSignInsReturnType, useSignIns } from '../hooks/useSignIns.ts'
export { type UseSmartAccountReturnType, useSmartAccount } from '../hooks/useSmartAccount.ts'
export { type UseSocialLoginReturnType, useSocialLogin } from '../hooks/useSocialLogin.ts'
export { type UseSwapParameters, type UseSwapReturnType, useSwap } from '../hooks/useSwap.ts'
export { type UseThemeReturnType, useTheme } from '../hooks/useTheme.ts'
export { type UseTransactionsReturnType, useTransactions } from '../hooks/useTransactions.ts'
export { type UseWalletsReturnType, useWallets } from '../hooks/useWallets.ts'
export type { Language } from '../messages/Language.ts'
export type { MessageOverrides, Messages } from '../messages/Messages.ts'
export { LatchkeyProvider, type LatchkeyProviderProps } from '../provider/LatchkeyProvider.tsx'
export { Modal, type ModalProps } from '../provider/Modal.tsx'
export type { Theme, ThemeMode, ThemeVariables } from '../theme/Theme.ts'

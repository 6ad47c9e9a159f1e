export { isSignOf } from '../amount/currencySign.ts'
export { formatUnits, type ParseUnitsIssue, parseUnits } from '../amount/decimal.ts'
export { type AmountProblem, type AmountReading, readAmount, writeAmount } from '../amount/readAmount.ts'
export { roundCostUp } from '../amount/roundCostUp.ts'
export { shortDigits } from '../amount/shortDigits.ts'
export { type AccountId, isAccountId, parseAccountId, toAccountId } from '../caip/accountId.ts'
export {
  type EvmAddress,
  isEvmAddress,
  nativeEvmAddress,
  shortenAddress,
} from '../caip/address.ts'
export { type AssetId, isAssetId, toErc20AssetId } from '../caip/assetId.ts'
export { decodeBase58, encodeBase58 } from '../caip/base58.ts'
export {
  type ChainId,
  type ChainNamespace,
  chainIdPattern,
  chainNamespaces,
  isChainId,
  parseChainId,
  toEip155ChainId,
} from '../caip/chainId.ts'
export { isBitcoinAddress, isSolanaAddress, nativeAddressOf, nativeSolanaAddress } from '../caip/familyAddress.ts'
export { bitcoinNetworks, solanaNetworks } from '../caip/familyNetworks.ts'
export { familyOfAddress } from '../caip/familyOfAddress.ts'
export { isAnyAddress } from '../caip/isAnyAddress.ts'
export { createLookAlikes, looksAlike } from '../caip/looksAlike.ts'
export { shortenText } from '../caip/shortenText.ts'
export { type CanonicalValue, canonicalBytes, canonicalJson } from '../canonical/canonicalJson.ts'
export { CodedError, type LatchkeyErrorParameters } from '../errors/CodedError.ts'
export type { ErrorCode, HttpErrorCode } from '../errors/catalog.ts'
export type { KitErrorCode } from '../errors/kitErrors.ts'
export { LatchkeyError } from '../errors/LatchkeyError.ts'
export {
  type EmailAction,
  emailCooldown,
  type FrameCard,
  type FrameEvent,
  type FrameFailure,
  type FrameHello,
  type FrameMessage,
  frameLimits,
  frameReadyDelay,
  frameRequestTimeout,
  frameSignal,
  frameStepTimeout,
  frameVersion,
  type PendingStep,
  type RecoveryMethod,
  type WalletUser,
} from '../frame/frameProtocol.ts'
export { providerMarks } from '../frame/providerMarks.ts'
export { providerNames } from '../frame/providerNames.ts'
export {
  isSafeRpcMethod,
  isUnsafeRpcMethod,
  type SafeRpcMethod,
  safeRpcMethods,
  type UnsafeRpcMethod,
  unsafeRpcMethods,
} from '../frame/rpcMethods.ts'
export {
  type OauthProvider,
  oauthProviders,
  type PopupGo,
  type PopupReady,
  popupSignal,
  type SocialProvider,
  socialProviders,
} from '../frame/socialLogin.ts'
export { socialReturnKey } from '../frame/socialReturnKey.ts'
export { askServer } from '../http/askServer.ts'
export { etherCoinType, evmCoinTypeFlag, readCoinType, toCoinType } from '../names/coinType.ts'
export { findNameLabelIssue, type NameLabelIssue, nameLabelBounds } from '../names/nameLabel.ts'
export { createNameAddressMessage, createNameMessage, nameMessageLifetime } from '../names/nameMessage.ts'
export { isOrderOver, type OrderStage, orderStage } from '../onramp/orderStage.ts'
export {
  canFollow,
  type OrderReason,
  type OrderState,
  orderReasons,
  orderStates,
  type PaymentState,
  paymentStates,
} from '../onramp/orderState.ts'
export { type OnrampProviderId, onrampProviderIds } from '../onramp/providerIds.ts'
export { type PaymentMethod, paymentMethods, sampleCurrencies, sampleLimits } from '../onramp/sampleOptions.ts'
export type { PaymentLink, PaymentLinkReading, PaymentLinkRefusal } from '../paymentLink/PaymentLink.ts'
export { isPaymentLink, readPaymentLink } from '../paymentLink/readPaymentLink.ts'
export { isTopic, streamPath, type Topic, type TopicKind, topicKinds, toTopic } from '../realtime/topics.ts'
export {
  activateSessionMessage,
  createSessionMessage,
  revokeSessionMessage,
} from '../smartAccount/sessionMessages.ts'
export {
  type AssetFilter,
  type Assets,
  type CallsStatus,
  type PrepareCalls,
  type PreparedCalls,
  type RpcAuthorization,
  type RpcCall,
  type RpcUserOperation,
  type SendPreparedCalls,
  type SentCalls,
  walletRpcPaths,
} from '../smartAccount/walletRpc.ts'
export {
  type ConnectionRecord,
  emptyConnectionRecord,
  readConnectionRecord,
  type StoredConnection,
  storagePrefix,
} from '../storage/connectionRecord.ts'
export { impactLevel, type PriceImpactLevel } from '../swap/impactLevel.ts'
export { minimumAfter, readMinimum, slippageBounds, toMillionths } from '../swap/slippage.ts'

export type {
  OrderReason,
  OrderState,
  PaymentMethod,
  PaymentState,
  PriceImpactLevel,
  SocialProvider,
} from '@latchkey/protocol'
export type {
  Money,
  Name,
  NameSuggestion,
  OnrampOptions,
  OnrampProviderInfo,
  OnrampQuote,
  OnrampRefusal,
  Order,
  PaymentCurrency,
  PurchaseCurrency,
} from '@latchkey/protocol/api'
export type { ActivityFeature, ActivityGroup, ActivityState } from '../activity/ActivityFeature.ts'
export { groupByMonth } from '../activity/groupByMonth.ts'
export type { BalancesFeature, BalancesState } from '../balances/BalancesFeature.ts'
export { findAsset } from '../balances/findAsset.ts'
export type { Call, CallsFeature, SentCallsStatus, WalletCapabilities } from '../calls/CallsFeature.ts'
export type { Network } from '../chains/Network.ts'
export type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
export type { ConnectedAccount, Connection, ConnectionFailure, ConnectionState } from '../connection/connectionState.ts'
export type {
  AccountType,
  BitcoinProvider,
  Connector,
  ConnectorEvent,
  ConnectorInfo,
  ConnectorSession,
  ConnectorType,
  Eip1193Provider,
  PreferredAccountType,
  Providers,
  SmartAccountFacts,
  SolanaProvider,
  WalletAccount,
} from '../connectors/Connector.ts'
export type { EmbeddedAppearance, EmbeddedPrompt, EmbeddedUser } from '../connectors/embedded/EmbeddedWallet.ts'
export type { LoginFailure } from '../connectors/embedded/loginFailure.ts'
export type { PairedRequest, PairingClient, RelayCondition } from '../connectors/PairingClient.ts'
export type { Contact, ContactsFeature, SavedContact } from '../contacts/ContactsFeature.ts'
export { createLatchkey } from '../createLatchkey.ts'
export type { PairingReach } from '../directory/readReach.ts'
export type {
  WalletChoice,
  WalletEntry,
  WalletPage,
  WalletsFeature,
  WalletsState,
} from '../directory/WalletsFeature.ts'
export type {
  EmailFailure,
  EmailFeature,
  EmailState,
  EmailStatus,
  EmailUpdateStatus,
} from '../email/EmailFeature.ts'
export type { KeyValueStorage } from '../environment/Environment.ts'
export { type AccountState, readAccountState } from '../fields/readAccountState.ts'
export { readNativeBalance } from '../fields/readNativeBalance.ts'
export { hasInsufficientGas, readSendFields, type SendFields } from '../fields/readSendFields.ts'
export type { Latchkey } from '../Latchkey.ts'
export type { CustomWallet, LatchkeyConfig, WalletConnectWays } from '../LatchkeyConfig.ts'
export type { LatchkeyEvent } from '../LatchkeyEvent.ts'
export type {
  CloseRefusal,
  ModalAlert,
  ModalFeature,
  ModalResult,
  ModalState,
  Toast,
  ToastContent,
  ToastText,
  ViewData,
  ViewEntry,
  ViewName,
} from '../modal/ModalFeature.ts'
export type { Identity, NamesFeature, NamesState, NameTexts } from '../names/NamesFeature.ts'
export type { ResolvedName } from '../names/ResolvedName.ts'
export type { NetworksFeature, NetworksState } from '../networks/NetworksFeature.ts'
export type {
  OnrampAsset,
  OnrampFeature,
  OnrampForm,
  OnrampIssue,
  OnrampOptionsState,
  OnrampOrder,
  OnrampPricing,
  OnrampState,
} from '../onramp/OnrampFeature.ts'
export type { PairingFeature, PairingState } from '../pairing/PairingFeature.ts'
export type {
  GrantOptions,
  Permission,
  PermissionsFeature,
  PermissionsState,
  PermissionToken,
} from '../permissions/PermissionsFeature.ts'
export type { RealtimeFeature, RealtimeState } from '../realtime/RealtimeFeature.ts'
export type {
  ReceiverNotice,
  SendFeature,
  SendForm,
  SendIssue,
  SendPreview,
  SendReceiver,
  SendSpeed,
  SendState,
  SendTransaction,
  SpeedPrice,
} from '../send/SendFeature.ts'
export type { SignInFeature, SignInState } from '../signIn/SignInFeature.ts'
export type { OneClickMessage, Siwx, SiwxMessage, SiwxMessageData, SiwxSession, SiwxSubject } from '../siwx/Siwx.ts'
export type { SocialFeature, SocialLogin, SocialState, SocialStatus } from '../social/SocialFeature.ts'
export type { Resource } from '../store/Resource.ts'
export { createStore, type Readable, type Store } from '../store/Store.ts'
export type {
  SwapFeature,
  SwapForm,
  SwapIssue,
  SwapPreview,
  SwapQuote,
  SwapState,
  SwapStep,
  SwapToken,
} from '../swap/SwapFeature.ts'
export type { TelemetryEvent, TelemetryFeature } from '../telemetry/TelemetryFeature.ts'
export type { Shortfall } from '../transactions/lackingCost.ts'
export type {
  TrackedTransaction,
  TransactionCall,
  TransactionFailure,
  TransactionStatus,
  TransactionSubject,
  TransactionSummary,
  TransactionsFeature,
  TransactionsState,
} from '../transactions/TransactionsFeature.ts'
export type { WalletLink } from '../walletLinks/buildAppLink.ts'

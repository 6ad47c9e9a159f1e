/** Exports for both apps and wallets. */
export type { ClientEnvironment, WebSocketLike } from '../ClientEnvironment.ts'
export type { ClientParameters, PeerMetadata, RelayEndpoint } from '../ClientParameters.ts'
export { createClientEnvironment } from '../createClientEnvironment.ts'
export type { AuthenticationRequest, Cacao } from '../session/Authentication.ts'
export { formatAuthenticationMessage } from '../session/formatAuthenticationMessage.ts'
export type {
  ProposalNamespace,
  ProposalNamespaces,
  Session,
  SessionNamespace,
  SessionNamespaces,
} from '../session/Session.ts'
export { createTabSharing } from '../sharing/createTabSharing.ts'
export type { SharedClient, TabSharing } from '../sharing/TabSharing.ts'
export type { ClientStorage } from '../storage/ClientStorage.ts'
export { createIndexedDbStorage } from '../storage/createIndexedDbStorage.ts'
export { createMemoryStorage } from '../storage/createMemoryStorage.ts'
export type { RelayStatus } from '../transport/Transport.ts'
export type { PendingRequest, WalletClient, WalletEvent } from '../wallet/WalletClient.ts'

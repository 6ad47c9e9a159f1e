export type { AppClient, AppEvent, Approval, OpenPairing, PairOptions } from '../app/AppClient.ts'
export type { ClientEnvironment, WebSocketLike } from '../ClientEnvironment.ts'
export type { ClientParameters, PeerMetadata, RelayEndpoint } from '../ClientParameters.ts'
export type { AuthenticationRequest, Cacao } from '../session/Authentication.ts'
export { PeerError } from '../session/PeerError.ts'
export type {
  ProposalNamespace,
  ProposalNamespaces,
  Session,
  SessionNamespace,
  SessionNamespaces,
} from '../session/Session.ts'
export type { SharedClient, TabSharing } from '../sharing/TabSharing.ts'
export type { ClientStorage } from '../storage/ClientStorage.ts'
export type { RelayStatus } from '../transport/Transport.ts'

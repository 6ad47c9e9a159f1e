export { WalletConnectError } from '../errors/WalletConnectError.ts'
export {
  publicRelayUrl,
  type RelayDelivery,
  type RelayMethod,
  relayCloseCodes,
  relayErrorCodes,
  relayLimits,
  relayMethods,
  relayPath,
  relaySubscriptionMethod,
} from '../relay/relayProtocol.ts'
export {
  type SessionCall,
  type SessionMethod,
  type SessionReason,
  sessionCalls,
  sessionLifetimes,
  sessionReasons,
} from '../relay/sessionProtocol.ts'

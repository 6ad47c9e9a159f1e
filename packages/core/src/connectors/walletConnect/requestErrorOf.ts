import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { PeerError } from '@latchkey/walletconnect'

/**
 * Converts the error of a request to the wallet into an EIP-1193 error. A refusal by the visitor is 4001 with any code of the wallet, an
 * unknown method is 4200, and a session that ended before the request is 4100. A session that ended during the request is 4900: the wallet
 * may have fulfilled it, but no answer will arrive. Other codes and the wallet's own message are kept. Source: EIP-1193; WalletConnect
 * specification, error codes.
 */
export function requestErrorOf(error: unknown): unknown {
  if (!(error instanceof LatchkeyError)) return error
  const { code, details = '' } = error
  const as = (known: 'user_rejected' | 'rpc_method_not_allowed' | 'chain_not_on_connector' | 'wallet_disconnected') =>
    new ServiceError(known, { cause: error, details })
  if (code === 'session_not_found') return as('wallet_disconnected')
  if (code === 'wallet_disconnected' || code === 'request_aborted')
    return { code: 4900, message: new ServiceError('wallet_disconnected').message, cause: error }
  if (code === 'session_request_not_allowed') return as('rpc_method_not_allowed')
  if (!(error instanceof PeerError)) return error
  const { rpcCode, data } = error
  if (code === 'user_rejected') return as('user_rejected')
  // Methods and networks that the wallet refuses although they are in the session.
  if ([10_001, 1001, 3001, 5101].includes(rpcCode)) return as('rpc_method_not_allowed')
  if ([3005, 5100].includes(rpcCode)) return as('chain_not_on_connector')
  return { code: rpcCode, message: details.replace(/^-?\d+: /, ''), data, cause: error }
}

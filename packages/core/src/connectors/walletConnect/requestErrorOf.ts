import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { PeerError } from '@latchkey/walletconnect'

/**
 * Why a request to the wallet failed, as a page with an EIP-1193 provider knows it: a refusal by the owner is 4001 however the wallet
 * numbers it, an unknown method is 4200, a session that was gone before anybody was asked 4100. One that ended meanwhile is 4900: the
 * wallet may have done what was asked, and nobody will hear of it. Every other code and the wallet's own words stay. Source: EIP-1193;
 * WalletConnect specification, error codes.
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
  // Methods and networks that the wallet does not take after all.
  if ([10_001, 1001, 3001, 5101].includes(rpcCode)) return as('rpc_method_not_allowed')
  if ([3005, 5100].includes(rpcCode)) return as('chain_not_on_connector')
  return { code: rpcCode, message: details.replace(/^-?\d+: /, ''), data, cause: error }
}

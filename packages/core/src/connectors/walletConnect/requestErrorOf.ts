import { LatchkeyError } from '@latchkey/protocol'
import type { PeerError } from '@latchkey/walletconnect'

/**
 * What a wallet answered, as a page with an EIP-1193 provider knows it: a refusal by the owner is 4001 however the wallet numbers
 * it, an unknown method is 4200; every other code and the wallet's own words stay. Source: EIP-1193; WalletConnect
 * specification, error codes.
 */
export function requestErrorOf(error: PeerError): unknown {
  const { rpcCode, data, details = '' } = error
  if (error.code === 'user_rejected') return new LatchkeyError('user_rejected', { cause: error, details })
  // Methods and networks that the wallet does not take after all.
  if (rpcCode === 10_001 || rpcCode === 1001 || rpcCode === 3001 || rpcCode === 5101)
    return new LatchkeyError('rpc_method_not_allowed', { cause: error, details })
  if (rpcCode === 3005 || rpcCode === 5100)
    return new LatchkeyError('chain_not_on_connector', { cause: error, details })
  return { code: rpcCode, message: details.replace(/^-?\d+: /, ''), data, cause: error }
}

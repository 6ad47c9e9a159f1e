import { WalletConnectError } from '@latchkey/protocol/relay'

/** Error that the peer answered to a request, with the codes of EIP-1193 and WalletConnect (4001, 5000, -32000 …). */
export class PeerError extends WalletConnectError {
  readonly rpcCode: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    // 4001 is from EIP-1193, 5000 to 5003 are from WalletConnect.
    const declined = code === 4001 || (code >= 5000 && code <= 5003)
    super(declined ? 'user_rejected' : 'wallet_failed', { details: `${code}: ${message}` })
    this.rpcCode = code
    this.data = data
  }
}

import { WalletConnectError } from '@latchkey/protocol/relay'

/** What the other side answered to a request, as EIP-1193 and WalletConnect number it (4001, 5000, -32000 …). */
export class PeerError extends WalletConnectError {
  readonly rpcCode: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    // 4001 by EIP-1193, 5000 to 5003 by WalletConnect.
    const declined = code === 4001 || (code >= 5000 && code <= 5003)
    super(declined ? 'user_rejected' : 'wallet_failed', { details: `${code}: ${message}` })
    this.rpcCode = code
    this.data = data
  }
}

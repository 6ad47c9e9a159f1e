import { readRevertReason as readReason } from '@latchkey/clear-signing/checks'
import type { RpcError } from '../../http/createGatewayClient.ts'

/** Returns the reason of a revert, for developers. `Error(string)` gives its text. */
export function readRevertReason({ message, data }: RpcError): string {
  const reason = data ? readReason(data) : undefined
  if (!reason) return message
  return 'text' in reason ? reason.text : `${message} (${reason.error})`
}

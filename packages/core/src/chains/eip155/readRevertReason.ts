import { readRevertReason as readReason } from '@latchkey/clear-signing/checks'
import type { RpcError } from '../../http/createGatewayClient.ts'

/** Reads why a contract reverted, for whoever looks into it. `Error(string)` is read as its text. */
export function readRevertReason({ message, data }: RpcError): string {
  const reason = data ? readReason(data) : undefined
  if (!reason) return message
  return 'text' in reason ? reason.text : `${message} (${reason.error})`
}

import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'

const numbers: { readonly [Code in ErrorCode]?: number } = {
  user_rejected: 4001,
  request_aborted: 4001,
  wallet_disconnected: 4100,
  rpc_method_not_allowed: 4200,
  network_request_failed: 4900,
  chain_not_in_provider: 4902,
  wallet_busy: -32002,
  malformed_request: -32602,
}

/** An error in the format of EIP-1193: a code and a message, with our own error as the cause if there is one. */
export type RpcErrorLike = Error & { code: number; data?: unknown }

/**
 * Returns an error with an EIP-1193 code: for our own errors by their code, for those of wallets and nodes the code that they have. Source:
 * EIP-1193, EIP-1474.
 */
export function toRpcError(cause: unknown): RpcErrorLike {
  if (cause instanceof LatchkeyError)
    return make({ cause, message: cause.message, code: numbers[cause.code] ?? -32603 })
  const { code, message, data } = (cause ?? {}) as Record<string, unknown>
  return make({
    cause,
    message: typeof message === 'string' ? message.slice(0, 500) : new LatchkeyError('wallet_failed').message,
    code: Number.isInteger(code) ? (code as number) : -32603,
    data,
  })
}

function make({ cause, message, code, data }: { cause: unknown; message: string; code: number; data?: unknown }) {
  return Object.assign(new Error(message, { cause }), {
    name: 'ProviderRpcError',
    code,
    ...(data === undefined ? {} : { data }),
  })
}

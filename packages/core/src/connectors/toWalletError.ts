import { LatchkeyError } from '@latchkey/protocol'

/** Codes and messages from all layers of a wallet's error. */
export type WalletErrorContent = {
  /** EIP-1193 and JSON-RPC codes from the outermost layer inwards. */
  codes: readonly number[]
  /** The messages of all layers, joined. */
  text: string
}

/**
 * Reads the codes and messages of a wallet's error. Wallets nest the node's error in `data.originalError`, `error` or `cause`, so all
 * layers are read.
 */
export function readWalletError(error: unknown): WalletErrorContent {
  const codes: number[] = []
  const messages: string[] = []
  let layer: unknown = error
  for (let depth = 0; depth < 5 && layer !== null && layer !== undefined; depth++) {
    if (typeof layer === 'string') {
      messages.push(layer)
      break
    }
    if (typeof layer !== 'object') break
    const { code, message, data, cause, error: inner } = layer as Record<string, unknown>
    const number = typeof code === 'string' ? Number(code) : code
    if (typeof number === 'number' && Number.isInteger(number)) codes.push(number)
    if (typeof message === 'string') messages.push(message)
    const original = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined
    layer = original?.originalError ?? (original?.code === undefined ? undefined : original) ?? inner ?? cause
  }
  return { codes, text: messages.join(': ') }
}

/**
 * Converts any error of a wallet to a coded error. A refusal has the code 4001, or the phrase 'user rejected' or 'connection request
 * reset'. Source: EIP-1193, EIP-1474.
 */
export function toWalletError(error: unknown): LatchkeyError {
  if (error instanceof LatchkeyError) return error
  const { codes, text } = readWalletError(error)
  const details = text.slice(0, 500) || undefined
  const code =
    codes.includes(4001) || /user rejected|connection request reset/i.test(text)
      ? 'user_rejected'
      : codes.includes(-32002)
        ? 'wallet_busy'
        : codes.includes(4900) || codes.includes(4901)
          ? 'wallet_disconnected'
          : 'wallet_failed'
  // The embedded wallet uses our own codes and sentences.
  const own = error instanceof Error && error.cause instanceof LatchkeyError ? error.cause : undefined
  if (own && code === 'wallet_failed') return own
  return new LatchkeyError(code, { cause: error, details, message: own?.message })
}

import type { RpcError } from '../../http/createGatewayClient.ts'

/** Errors that tokens revert with, by selector. Source: Solidity; ERC-6093. */
const knownErrors: Record<string, string> = {
  '0x4e487b71': 'Panic',
  '0xe450d38c': 'ERC20InsufficientBalance',
  '0xec442f05': 'ERC20InvalidReceiver',
  '0x96c6fd1e': 'ERC20InvalidSender',
}

/** Reads why a contract reverted, for whoever looks into it. `Error(string)` is read as its text. */
export function readRevertReason({ message, data }: RpcError): string {
  if (!data || data.length < 10) return message
  const selector = data.slice(0, 10).toLowerCase()
  const text = selector === '0x08c379a0' ? readText(data.slice(10)) : undefined
  return text ?? `${message} (${knownErrors[selector] ?? selector})`
}

/** Reads the one ABI-encoded string of `Error(string)`: offset, length, bytes. */
function readText(words: string): string | undefined {
  const length = Number.parseInt(words.slice(64, 128), 16)
  const digits = words.slice(128, 128 + length * 2)
  if (!Number.isSafeInteger(length) || length > 2000 || digits.length !== length * 2) return undefined
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (digit) => Number.parseInt(digit, 16))
  return new TextDecoder().decode(bytes)
}

/** An EVM address as written in JSON-RPC: `0x` and 40 hexadecimal digits, any letter case. */
export type EvmAddress = `0x${string}`

/** Address that represents an EVM network's native token in place of a token address. */
export const nativeEvmAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' satisfies EvmAddress

const evmAddress = /^0x[0-9a-fA-F]{40}$/
/** Whether a value has the shape of an EVM address (no checksum check). */
export function isEvmAddress(value: unknown): value is EvmAddress {
  return typeof value === 'string' && evmAddress.test(value)
}

/**
 * Shortens an address for lists: the first 4 characters after `0x` and the last 4.
 * Never use it where a visitor confirms a receiver.
 *
 * @example shortenAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // '0xd8dA…6045'
 */
export function shortenAddress(address: string): string {
  const head = address.startsWith('0x') ? 6 : 4
  return address.length <= head + 5 ? address : `${address.slice(0, head)}…${address.slice(-4)}`
}

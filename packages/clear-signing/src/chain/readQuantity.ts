/**
 * Parses a JSON-RPC quantity: `0x` and hexadecimal digits without leading zeros, up to 256 bits.
 *
 * @returns undefined if it is invalid
 */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]{0,63})$/i.test(value) ? BigInt(value) : undefined
}

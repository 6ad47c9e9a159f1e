/** A part of an address, and its position. */
export type AddressGroup = { start: number; text: string }

/**
 * Splits an address into groups of four, for comparison; `0x` stays with the first.
 *
 * @example groupAddress('0x68B7d0f2') // [{ start: 0, text: '0x68B7' }, { start: 6, text: 'd0f2' }]
 */
export function groupAddress(address: string): readonly AddressGroup[] {
  return [...address.matchAll(/(?:^0x)?.{1,4}/g)].map(({ index, 0: text }) => ({ start: index, text }))
}

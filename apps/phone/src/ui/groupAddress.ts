/** A part of an address, with where it begins. */
export type AddressGroup = { start: number; text: string }

/**
 * An address in groups of four, as people compare it; `0x` stays with the first.
 *
 * @example groupAddress('0x68B7d0f2') // [{ start: 0, text: '0x68B7' }, { start: 6, text: 'd0f2' }]
 */
export function groupAddress(address: string): readonly AddressGroup[] {
  return [...address.matchAll(/(?:^0x)?.{1,4}/g)].map(({ index, 0: text }) => ({ start: index, text }))
}

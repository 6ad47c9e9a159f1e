import { keepTogether } from './keepTogether.ts'

/** An address with its middle left out, for a line; the whole one must stand elsewhere. */
export function shortAddress(address: string): string {
  return address.length <= 14 ? address : keepTogether(`${address.slice(0, 6)}…${address.slice(-4)}`)
}

import { keepTogether } from './keepTogether.ts'

/** Shortens an address in the middle, for one line. Show the whole address elsewhere. */
export function shortAddress(address: string): string {
  return address.length <= 14 ? address : keepTogether(`${address.slice(0, 6)}…${address.slice(-4)}`)
}

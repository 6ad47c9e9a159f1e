/**
 * Formats remaining milliseconds as minutes and seconds, never below zero.
 *
 * @example clockText(62_000) // '1:02'
 */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

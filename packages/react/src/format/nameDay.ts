import { withLatinFigures } from './createMoneyFormat.ts'

/**
 * Names today and yesterday in a language, by the midnights of this device.
 *
 * @param options.time unix milliseconds or ISO 8601
 * @param options.locale BCP 47
 * @returns undefined for any other day
 * @example nameDay({ time: Date.now(), now: Date.now(), locale: 'en' }) // 'Today'
 */
export function nameDay({
  time,
  now,
  locale,
}: {
  time: number | string
  now: number
  locale: string
}): string | undefined {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
  const ago = dayOf(new Date(now)) - dayOf(new Date(time))
  if (ago !== 0 && ago !== 1) return undefined
  const words = new Intl.RelativeTimeFormat(withLatinFigures(locale), { numeric: 'auto' })
  return words.format(-ago, 'day').replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(locale))
}

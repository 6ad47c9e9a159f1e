import type { Format } from '../../format/createFormat.ts'

/**
 * Formats the times of an axis in the shortest way without two equal labels.
 *
 * @param times unix milliseconds at equal intervals
 * @example timeLabels({ times: [0, 43_200_000, 86_400_000], format }) // with the day beside the hour
 */
export function timeLabels({
  times,
  format,
}: {
  times: readonly number[]
  format: Pick<Format, 'clock' | 'day' | 'dateTimeShort' | 'date'>
}): readonly string[] {
  const [first = 0, second = first] = times
  // A day can be an hour shorter.
  const isDaily = second - first >= 23 * 3_600_000
  const ways = isDaily ? [format.day, format.date] : [format.clock, format.dateTimeShort]
  const written = ways.map((write) => times.map((time) => write(time)))
  return written.find((labels) => new Set(labels).size === labels.length) ?? written.at(-1) ?? []
}

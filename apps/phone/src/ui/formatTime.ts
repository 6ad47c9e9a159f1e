const dateTime = { dateStyle: 'medium', timeStyle: 'short' } as const

/** Formats a date and time. @param time unix milliseconds */
export function formatTime(time: number): string {
  return new Intl.DateTimeFormat('en', dateTime).format(time)
}

/** Formats a remaining time as `m:ss`; hours and days in words. */
export function formatRemaining(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`
  if (seconds >= 2 * 3600) return `${Math.floor(seconds / 3600)} hours`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Formats the time since an event, in one word or two. */
export function formatAgo(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'just now'
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (minutes < 60) return format.format(-minutes, 'minute')
  if (minutes < 1440) return format.format(-Math.floor(minutes / 60), 'hour')
  return format.format(-Math.floor(minutes / 1440), 'day')
}

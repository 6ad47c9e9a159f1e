/** Formats amounts, times and waits for a language. */
export type Format = {
  /** An exact decimal text with grouping, without rounding or cutting. */
  amount: (text: string) => string
  count: (value: number) => string
  day: (time: string | number) => string
  dateTime: (time: string | number) => string
  /** The remaining time of a wait, `m:ss`. */
  countdown: (milliseconds: number) => string
}

/**
 * Creates the formatters of a language, each on first use.
 *
 * @param locale BCP 47
 */
export function createFormat(locale: string): Format {
  const once = <T>(make: () => T) => {
    let value: T | undefined
    return () => {
      value ??= make()
      return value
    }
  }
  const whole = once(() => new Intl.NumberFormat(locale))
  const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
  const dateTime = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
  const two = once(() => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false }))
  const separator = once(
    () =>
      whole()
        .formatToParts(0.1)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
  )
  return {
    amount: (text) => {
      const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
      if (match === null) return text
      const [, integer = '0', fraction] = match
      return `${whole().format(BigInt(integer))}${fraction === undefined ? '' : separator() + fraction}`
    },
    count: (value) => whole().format(value),
    day: (time) => day().format(new Date(time)),
    dateTime: (time) => dateTime().format(new Date(time)),
    countdown: (milliseconds) => {
      const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
      return `${whole().format(Math.floor(seconds / 60))}:${two().format(seconds % 60)}`
    },
  }
}

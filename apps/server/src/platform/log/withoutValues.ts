/** Shorter values occur in too many sentences. */
const leastValue = 4

/**
 * Creates a function that removes values from the texts of an error. The values of failed queries are order ids, signed bytes and
 * addresses.
 *
 * @returns a function that cleans a text of the error
 * @example withoutValues(error)(String(error))
 */
export function withoutValues(error: unknown): (text: string) => string {
  const values = new Set<string>()
  const messages = new Map<string, string>()
  for (const each of chainOf(error)) {
    const { query, params } = each as { query?: unknown; params?: unknown }
    if (!Array.isArray(params)) continue
    collect(params, values)
    // Drizzle puts query and parameters into the message. Database errors have their own message.
    if (each.message.startsWith('Failed query')) messages.set(each.message, `Failed query: ${String(query)}`)
  }
  // The longest first, because one can be a part of another.
  const ordered = [...values].sort((one, other) => other.length - one.length)
  return (text) => {
    let cleaned = text
    for (const [message, without] of messages) cleaned = cleaned.split(message).join(without)
    for (const value of ordered) cleaned = cleaned.split(value).join('…')
    return cleaned
  }
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && !chain.includes(each); each = each.cause) chain.push(each)
  return chain
}

function collect(params: readonly unknown[], values: Set<string>): void {
  for (const value of params) {
    if (Array.isArray(value)) collect(value, values)
    else if (['string', 'number', 'bigint'].includes(typeof value) && String(value).length >= leastValue) {
      values.add(String(value))
    }
  }
}

import { stdSerializers } from 'pino'
import { withoutValues } from './withoutValues.ts'

/** What errors of databases carry beside what they say: values of rows, and of queries. */
const valued = ['params', 'parameters', 'detail', 'where', 'hint', 'internalQuery']

/**
 * How an error is logged: queries that failed without their values.
 *
 * @example pino({ serializers: { err: describeError } })
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const clean = withoutValues(error)
  const described: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (const key of valued) delete described[key]
  for (const [key, value] of Object.entries(described)) if (typeof value === 'string') described[key] = clean(value)
  return described
}

import { stdSerializers } from 'pino'
import { withoutValues } from './withoutValues.ts'

/** Fields of database errors that contain values of rows and queries. */
const valued = ['params', 'parameters', 'detail', 'where', 'hint', 'internalQuery']

/**
 * Serializes an error for the log. Removes the values of failed queries.
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

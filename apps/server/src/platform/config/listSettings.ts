import { z } from 'zod'

/**
 * Lists the settings of a section of a schema. A section with several shapes has the settings of all.
 *
 * @param path keys and indexes from the root of the schema
 */
export function listSettings(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return listSettings(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return listSettings(schema.in, path)
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap((one) => listSettings(one, path)))]
  const [first, ...rest] = path
  if (schema instanceof z.ZodArray) return listSettings(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  return first === undefined ? Object.keys(schema.shape) : listSettings(schema.shape[String(first)], rest)
}

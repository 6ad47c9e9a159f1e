import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Reads named parameters: an object with these keys and no others.
 *
 * @throws LatchkeyError `malformed_request`
 */
export function readFields(params: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const given = params ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) throw new ServiceError('malformed_request')
  for (const name of Object.keys(given)) if (!names.includes(name)) throw malformed(name)
  return given as Record<string, unknown>
}

/** Reads a non-empty text. @throws LatchkeyError `malformed_request` */
export function readText({ value, field, most }: { value: unknown; field: string; most: number }): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > most) throw malformed(field)
  return value
}

/**
 * Reads base64 with padding, in its canonical form only.
 *
 * @param options.most bytes
 * @throws LatchkeyError `malformed_request`
 */
export function readBase64({ value, field, most }: { value: unknown; field: string; most: number }): string {
  const text = readText({ value, field, most: Math.ceil(most / 3) * 4 })
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw malformed(field)
  const bytes = atob(text)
  if (bytes.length > most || btoa(bytes) !== text) throw malformed(field)
  return text
}

/** Reads a list. @throws LatchkeyError `malformed_request` */
export function readList<T>({
  value,
  field,
  most,
  read,
}: {
  value: unknown
  field: string
  most: number
  read: (entry: unknown) => T
}): T[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) throw malformed(field)
  return value.map(read)
}

/** Error for a parameter that cannot be read. */
export function malformed(field: string): ServiceError {
  return new ServiceError('malformed_request', { field })
}

import { LatchkeyError } from '../errors/LatchkeyError.ts'

/** A value of canonical JSON. Excludes fractions, so that each number has one text. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue | undefined }

/**
 * Returns JSON with sorted keys and no white space (the JCS of RFC 8785 for safe integers), so that equal values have equal bytes and can
 * be authenticated. Omits keys without a value.
 *
 * @throws LatchkeyError `malformed_request` for numbers that are not safe integers
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new LatchkeyError('malformed_request', { message: 'Only safe integers have one text' })
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const member = value[key]
      return member === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(member)}`]
    })
  return `{${members.join(',')}}`
}

/** Returns canonical JSON as UTF-8. */
export function canonicalBytes(value: CanonicalValue): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson(value))
}

function isList(value: object): value is readonly CanonicalValue[] {
  return Array.isArray(value)
}

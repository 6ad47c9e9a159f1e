import type * as z from 'zod/mini'

/** Maximum characters of input to repeat. */
const longestShown = 100

const sizes = {
  string: { name: 'String', part: 'character(s)' },
  array: { name: 'Array', part: 'element(s)' },
} as const

/**
 * Describes the problem of one request value, as in the specification (5): 'Required', 'Expected X, received Y', 'Invalid email', 'String
 * must contain at least N character(s)', else 'Invalid input'. A message of the schema itself has priority.
 *
 * @example schema.safeParse(value, { error: describeIssue })
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const { input } = issue
  if (input === undefined && issue.code !== 'custom') return 'Required'
  switch (issue.code) {
    case 'invalid_type': {
      const expected = typeNames[issue.expected] ?? issue.expected
      return `Expected ${expected}, received ${typeOf(input)}`
    }
    case 'invalid_value':
      return `Expected ${issue.values.map(show).join(' | ')}, received ${show(input)}`
    case 'too_small':
      return describeSize(issue.origin, 'least', issue.minimum, issue.inclusive ?? true)
    case 'too_big':
      return describeSize(issue.origin, 'most', issue.maximum, issue.inclusive ?? true)
    case 'unrecognized_keys':
      return `Unrecognized key(s): ${issue.keys.map(show).join(', ')}`
    case 'invalid_format':
      return issue.format === 'email' ? 'Invalid email' : 'Invalid input'
    default:
      return 'Invalid input'
  }
}

const typeNames: Readonly<Record<string, string>> = { int: 'integer', record: 'object' }

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'number') return typeof value
  if (Number.isNaN(value)) return 'nan'
  return Number.isInteger(value) ? 'number' : 'float'
}

function show(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.slice(0, longestShown)}'`
    : typeof value === 'object'
      ? typeOf(value)
      : String(value)
}

function describeSize(origin: string, bound: 'least' | 'most', size: number | bigint, isIncluded: boolean): string {
  const words = origin === 'string' || origin === 'array' ? sizes[origin] : undefined
  if (words) return `${words.name} must contain at ${bound} ${size} ${words.part}`
  const relation = bound === 'least' ? 'greater' : 'less'
  return `Number must be ${relation} than ${isIncluded ? 'or equal to ' : ''}${size}`
}

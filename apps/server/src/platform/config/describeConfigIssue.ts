import type { z } from 'zod'
import { findNearName } from './findNearName.ts'
import { maskSecret } from './maskSecret.ts'

type Issue = z.core.$ZodIssue

/**
 * Describes one validation issue in sentences: the key, the found and the expected value, and where to change it.
 *
 * @param options.place the file of the value
 * @param options.sources keys that an environment variable set, with the name of the variable
 * @param options.listSettings names of the settings of a section
 */
export function describeConfigIssue({
  issue,
  content,
  place,
  sources,
  listSettings,
}: {
  issue: Issue
  content: unknown
  place: string
  sources: ReadonlyMap<string, string>
  listSettings: (path: readonly PropertyKey[]) => readonly string[]
}): string[] {
  const key = toKey(issue.path)
  const fix = `Change it in ${sources.get(key) ?? place}.`
  if (issue.code === 'unrecognized_keys') {
    const at = key === '' ? 'at the top level' : `in ${key}`
    const names = listSettings(issue.path)
    return issue.keys.map((name) => {
      const setting = toKey([...issue.path, name])
      const near = findNearName(name, names)
      if (near) return `${setting}: unknown setting ${at}; did you mean "${near}"? Rename or remove it in ${place}.`
      return `${setting}: unknown setting ${at}. Remove it from ${place}.`
    })
  }
  const found = find(content, issue.path)
  if (found === undefined) return [`${key}: is missing; expected ${expectation(issue)}. Add it to ${place}.`]
  if (issue.code === 'custom' && issue.params?.isSentence)
    return [`${key}: found ${show(found, issue.path)}; ${issue.message}. ${fix}`]
  return [`${key}: found ${show(found, issue.path)}, expected ${expectation(issue)}. ${fix}`]
}

function toKey(path: readonly PropertyKey[]): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === 'number') return `${key}[${part}]`
    return key === '' ? String(part) : `${key}.${String(part)}`
  }, '')
}

function find(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    content,
  )
}

function show(value: unknown, path: readonly PropertyKey[]): string {
  if (typeof value === 'string') return JSON.stringify(maskSecret({ key: String(path.at(-1)), value }).slice(0, 120))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')
    case 'too_small':
      if (issue.origin === 'array') return `at least ${issue.minimum} entry`
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'a text that is not empty' : `a text of at least ${issue.minimum} characters`
      return `at least ${issue.inclusive === false ? 'more than ' : ''}${issue.minimum}`.replace(
        'at least more',
        'more',
      )
    case 'too_big':
      return `at most ${issue.maximum}`
    case 'invalid_format':
      return issue.message === 'Invalid URL' ? 'a URL such as https://host/path' : toPhrase(issue.message)
    case 'invalid_union':
      return issue.errors.map(([first]) => (first ? expectation(first) : 'something else')).join(', or ')
    default:
      return toPhrase(issue.message)
  }
}

/** Messages of schemas that other packages share begin with "Expected". */
const toPhrase = (message: string) => message.replace(/^Expected /, '')

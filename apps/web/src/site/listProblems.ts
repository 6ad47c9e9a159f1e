import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/**
 * Converts the issues of the schema to sentences with the key and its rule. The issues must contain their input (`reportInput`), which
 * distinguishes a missing key from a wrong one.
 *
 * @example listProblems({ issues }) // ['`networks[0].name` is missing; it must be a text of at least one character.']
 */
export function listProblems({
  issues,
  at = [],
}: {
  issues: readonly Issue[]
  at?: readonly PropertyKey[]
}): readonly string[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path]
    if (issue.code === 'invalid_union') {
      const inner = issue.errors.find(isInside)
      if (inner) return listProblems({ issues: inner, at: path })
    }
    if (issue.code === 'unrecognized_keys') {
      const lines = issue.message.split('\n')
      return issue.keys.map((key, index) => `\`${nameOf([...path, key])}\` ${lines[index]}.`)
    }
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined
    return `\`${nameOf(path)}\` ${isMissing ? 'is missing; it ' : ''}${issue.message}.`
  })
}

/** Whether a value belongs to this branch of a union, because all issues are inside it. */
function isInside(issues: readonly Issue[]): boolean {
  return issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')
}

/** Formats a path: `networks[0].rpcUrls`. */
function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'site.json'
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
}

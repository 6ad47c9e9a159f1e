// Reads commits, and checks their messages against the convention of CONTRIBUTING.md.
import { spawnSync } from 'node:child_process'

const commitTypes = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
/** The types whose body says why. */
const explained = new Set(['feat', 'fix', 'refactor'])
const maxHeader = 72

/** Verbs that end as if they were in another form. */
const imperative =
  /^(?:bleed|breed|embed|exceed|feed|heed|need|proceed|seed|shed|shred|speed|succeed|weed|bring|ping|ring|sing|spring|string|swing|access|address|alias|bias|bless|bypass|canvas|compress|cross|discuss|dismiss|express|focus|guess|harness|miss|pass|possess|press|process|progress|stress|suppress|toss|witness)$/

/**
 * @param {string} header
 * @returns {{ type: string, scopes: string[], isBreaking: boolean, subject: string } | undefined}
 */
export function parseHeader(header) {
  const match = /^(\w+)(?:\(([^()]+)\))?(!)?: (.+)$/.exec(header)
  if (!match || !commitTypes.includes(match[1])) return undefined
  const scopes = match[2]?.split(/[,/]\s*/).filter(Boolean) ?? []
  return { type: match[1], scopes, isBreaking: match[3] === '!', subject: match[4] }
}

/**
 * Finds the faults of a commit message.
 *
 * @param {{ header: string, body: string }} commit
 * @returns {string[]}
 */
export function findCommitFaults({ header, body }) {
  const faults = []
  if (header.length > maxHeader) faults.push(`the header has ${header.length} characters, the limit is ${maxHeader}`)
  const parsed = parseHeader(header)
  if (!parsed) return [...faults, `the header is not "type(scope): subject" with a type of ${commitTypes.join(', ')}`]
  const { type, subject } = parsed
  const [verb] = subject.split(' ')
  if (/^\p{Lu}\p{Ll}/u.test(verb)) faults.push('the subject starts with a capital letter')
  if (subject.endsWith('.')) faults.push('the subject ends with a period')
  if (/(?:ed|ing|[^s]s)$/.test(verb) && !imperative.test(verb)) faults.push(`"${verb}" is not an imperative`)
  if (explained.has(type) && body.trim() === '') faults.push(`a commit of type ${type} has a body that says why`)
  return faults
}

/**
 * Reads commits without merges, newest first. A shallow clone has fewer of them.
 *
 * @param {string[]} range arguments of `git log`: `-200`, `v1.0.0..HEAD`, `--ancestry-path`
 * @returns {{ hash: string, date: string, header: string, body: string }[]}
 */
export function readCommits(range) {
  const { status, stdout } = git('log', '--no-merges', '--format=%H%x1f%cs%x1f%s%x1f%b%x1e', ...range)
  if (status !== 0) return []
  return stdout
    .split('\x1e')
    .map((record) => record.trim().split('\x1f'))
    .filter(([hash]) => hash)
    .map(([hash, date, header, body = '']) => ({ hash, date, header, body }))
}

/** Returns the output of git, or undefined if git fails. */
export function readGit(...parameters) {
  const { status, stdout } = git(...parameters)
  return status === 0 ? stdout.trim() || undefined : undefined
}

function git(...parameters) {
  return spawnSync('git', parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

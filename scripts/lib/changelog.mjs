// Makes CHANGELOG.md from conventional commits: the user-visible ones since the last release, by package.
import { parseHeader } from './commits.mjs'

const headings = { breaking: 'Breaking', feat: 'Added', fix: 'Fixed', perf: 'Faster' }
const title = `# Changelog

Changes that visitors, site builders and operators notice. [docs/migration.md](docs/migration.md) lists names that changed.

\`npm run release -- changelog\` adds an entry for each commit and keeps the wording of entries that are already here.
`

const entry = /^- .* \(([0-9a-f]{8})\)$/gm

/**
 * The section of a changelog.
 *
 * @param {{ name: string, date?: string, commits: readonly import('./commits.mjs').Commit[] }} release commits newest first
 * @returns {string} Markdown, with the packages in the order of the alphabet and the newest change of each kind first
 */
export function changelogSection({ name, date, commits }) {
  const packages = new Map()
  for (const { hash, header, body } of commits) {
    const parsed = parseHeader(header)
    if (!parsed) continue
    const isBreaking = parsed.isBreaking || /^BREAKING[ -]CHANGE: /m.test(body)
    const kind = isBreaking ? 'breaking' : parsed.type
    if (!(kind in headings)) continue
    for (const scope of parsed.scopes.length > 0 ? parsed.scopes : ['general']) {
      const kinds = packages.get(scope) ?? {}
      kinds[kind] = [...(kinds[kind] ?? []), `- ${parsed.subject} (${hash.slice(0, 8)})`]
      packages.set(scope, kinds)
    }
  }
  const lines = [`## ${name}${date ? ` (${date})` : ''}`, '']
  if (packages.size === 0) lines.push('No changes that users notice.', '')
  for (const [scope, kinds] of [...packages].sort(([one], [other]) => (one < other ? -1 : 1))) {
    lines.push(`### ${scope}`, '')
    for (const [kind, heading] of Object.entries(headings))
      if (kinds[kind]) lines.push(`**${heading}**`, '', ...kinds[kind], '')
  }
  return lines.join('\n')
}

/**
 * Puts a section into a changelog: it replaces the one of the same name and the unreleased one, and leaves earlier releases alone. An entry
 * whose commit is already listed keeps its wording, because an editor may have rewritten it for users.
 *
 * @param {string} before the page as it is; empty when there is none
 */
export function updateChangelog(before, section) {
  const name = /^## (\S+)/.exec(section)?.[1]
  const earlier = before
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith('## '))
    .filter((part) => !part.startsWith('## Unreleased') && /^## (\S+)/.exec(part)?.[1] !== name)
    .map((part) => part.trimEnd())
  const known = new Map([...before.matchAll(entry)].map(([line, hash]) => [hash, line]))
  const worded = section.replace(entry, (line, hash) => known.get(hash) ?? line)
  return `${[title.trimEnd(), worded.trimEnd(), ...earlier].join('\n\n')}\n`
}

import type { Commit } from './commits.mjs'

export function changelogSection(release: { name: string; date?: string; commits: readonly Commit[] }): string
export function updateChangelog(before: string, section: string): string

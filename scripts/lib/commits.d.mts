export type Commit = { hash: string; date: string; header: string; body: string }
export function parseHeader(
  header: string,
): { type: string; scopes: string[]; isBreaking: boolean; subject: string } | undefined
export function findCommitFaults(commit: { header: string; body: string }): string[]
export function readCommits(range: string[]): Commit[]

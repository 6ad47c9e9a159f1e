import type { Sentence } from './measureProse.mjs'

type Counts = Record<string, Record<string, number>>
export function folderOf(path: string): string
export function countFolders(sentences: readonly Sentence[]): Counts
export function compareCounts(figures: Counts, counts: Counts): { worse: string[]; better: string[]; refused: string[] }

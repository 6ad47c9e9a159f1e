export type Finding = { rule: 'phrase' | 'term' | 'repeated' | 'long' | 'lengthy'; id: string; message: string }
export type Sentence = {
  kind: 'docs' | 'comments' | 'logs' | 'errors' | 'ui' | 'tests'
  path: string
  line: number
  text: string
  words: number
  isCounted: boolean
  findings: Finding[]
}
export const hardLimit: number
export const softLimit: number
export function measureProse(files: Iterable<{ path: string; text: string }>): Promise<Sentence[]>
export function sumUp(sentences: readonly Sentence[]): {
  words: number
  sentences: number
  median: number
  p90: number
  longest: number
  counts: Record<string, number>
}

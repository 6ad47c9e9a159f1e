/** One measured figure beside the limit, peer or goal that it is judged by. */
export type Figure = { name: string; value: string; beside: string; verdict: 'reached' | 'missed' | 'no goal' }

/** Prints figures as a table: what was measured, what stands beside it, whether the goal is reached. */
export function printFigures({ title, figures }: { title: string; figures: readonly Figure[] }): void {
  const mark = { reached: '✓', missed: '✗', 'no goal': ' ' } as const
  const widths = [
    Math.max(...figures.map(({ name }) => name.length)),
    Math.max(...figures.map(({ value }) => value.length)),
  ]
  console.log(`\n${title}`)
  for (const { name, value, beside, verdict } of figures)
    console.log(`${mark[verdict]} ${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}   ${beside}`)
}

/** The value below which the given share (0 to 1) of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

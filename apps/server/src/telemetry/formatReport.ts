import type { ReportColumn, ReportLine } from './telemetryStore.ts'

/** Formats a report as a text table. */
export function formatReport({
  by,
  lines,
  since,
}: {
  by: readonly ReportColumn[]
  lines: readonly ReportLine[]
  since: string
}): string {
  if (lines.length === 0) return `Nothing since ${since}.`
  const table = [
    [...by, 'events', 'visits'],
    ...lines.map((line) => [...by.map((name) => line[name] ?? '-'), String(line.events), String(line.visits)]),
  ]
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column < by.length ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

import type { Finding } from '@latchkey/clear-signing'
import { Note } from '../../ui/Note.tsx'
import { FindingText } from './FindingText.tsx'

const order = { refuse: 0, warn: 1, note: 2 } as const
const tones = { refuse: 'loss', warn: 'warn', note: 'info' } as const

/** Sorts findings by severity, the worst first. */
function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => order[a.level] - order[b.level])
}

/** Findings of a request, one sentence with its subject each, the worst first. */
export function FindingNotes({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <ul class="list">
      {sortFindings(findings).map((finding, index) => (
        <li key={index}>
          <Note tone={tones[finding.level]}>
            <FindingText finding={finding} />
          </Note>
        </li>
      ))}
    </ul>
  )
}

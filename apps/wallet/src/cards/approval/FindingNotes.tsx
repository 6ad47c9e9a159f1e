import type { Finding } from '@latchkey/clear-signing'
import { Note } from '../../ui/Note.tsx'
import { useScope } from '../../ui/Scope.ts'

const order = { refuse: 0, warn: 1, note: 2 } as const
const tones = { refuse: 'loss', warn: 'warn', note: 'info' } as const

/** Findings, the grave ones first. */
function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => order[a.level] - order[b.level])
}

/** What a person must know of a request, a sentence each, the grave ones first. */
export function FindingNotes({ findings }: { findings: readonly Finding[] }) {
  const { t } = useScope()
  if (findings.length === 0) return null
  return (
    <ul class="list">
      {sortFindings(findings).map(({ code, level }) => (
        <li key={code}>
          <Note tone={tones[level]}>{t(`finding.${code}`)}</Note>
        </li>
      ))}
    </ul>
  )
}

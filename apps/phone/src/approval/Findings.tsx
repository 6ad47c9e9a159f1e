import type { Finding } from '@latchkey/clear-signing'
import { findingTexts } from '../texts/findingTexts.ts'
import { formatAmount } from '../ui/formatAmount.ts'
import { Note } from '../ui/Note.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import styles from './approval.module.css'

const tones = { refuse: 'loss', warn: 'warn', note: 'info' } as const

/** What must be known of a request, the grave ones first, each with whom and how much it is about. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  // The phone says for all of it that it is for tests.
  const shown = findings.filter(({ code }) => code !== 'testNetwork')
  if (shown.length === 0) return null
  return (
    <ul className={styles.findings}>
      {shown.map((finding) => (
        <li key={JSON.stringify([finding.code, finding.values])}>
          <Note tone={tones[finding.level]}>
            {textOf(finding)}
            <Subject finding={finding} />
          </Note>
        </li>
      ))}
    </ul>
  )
}

function textOf({ level, code, values }: Finding): string {
  if (code === 'nonceGiven' && level === 'note') return 'It replaces a transaction of yours that is on its way.'
  // Typed data can be read field by field; what they mean is another matter.
  if (code === 'blindData' && values.bytes === undefined)
    return 'The phone does not know this kind of data. Read every field.'
  return findingTexts[code]
}

function Subject({ finding: { code, values } }: { finding: Finding }) {
  const { amount, symbol, spender, operator, address, needed, available, cost } = values
  const who = spender ?? operator ?? address
  const told =
    code === 'insufficientFunds' && needed && available
      ? [`needs ${formatAmount(needed)} ${symbol}, has ${formatAmount(available)}`]
      : code === 'malformed'
        ? [values.field, values.reason]
        : code === 'simulationFailed'
          ? [values.reason]
          : [
              (cost ?? amount) ? `${formatAmount(cost ?? amount ?? '')} ${symbol ?? ''}` : symbol,
              who && shortAddress(who),
            ]
  const text = told.filter(Boolean).join(' · ')
  return text === '' ? null : (
    <small className={styles.subject} translate="no">
      {text}
    </small>
  )
}

import type { Finding } from '@latchkey/clear-signing'
import { findingTexts } from '../texts/findingTexts.ts'
import { formatAmount } from '../ui/formatAmount.ts'
import { Note } from '../ui/Note.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import styles from './approval.module.css'

const tones = { refuse: 'loss', warn: 'warn', note: 'info' } as const

/** The warnings of a request, serious ones first, each with its address and amount. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  // A banner already marks the whole phone as a test wallet.
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
  if (code === 'nonceGiven' && level === 'note') return 'It replaces one of your pending transactions.'
  // Typed data can be read field by field, but their meaning is unknown.
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

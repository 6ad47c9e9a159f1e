import type { Finding } from '@latchkey/clear-signing'
import { Fragment } from 'preact'
import { type Scope, useScope } from '../../ui/Scope.ts'
import { shortAddress } from '../../ui/shortAddress.ts'

/** The sentence of a finding with its subject below, to tell two of one kind apart. */
export function FindingText({ finding }: { finding: Finding }) {
  const { t, format } = useScope()
  const values = valuesOf({ finding, format })
  return (
    <>
      <span>
        {t(finding.code === 'nonceGiven' && finding.level === 'note' ? 'finding.replacing' : `finding.${finding.code}`)}
      </span>
      {values.length > 0 && (
        <small class="finding-values">
          {values.map((value, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              <bdi translate={false}>{value}</bdi>
            </Fragment>
          ))}
        </small>
      )}
    </>
  )
}

/** Amount and token, then the counterparty. */
function valuesOf({
  finding: { code, values },
  format,
}: {
  finding: Finding
  format: Scope['format']
}): readonly string[] {
  const { amount, symbol, spender, operator, address, signature, sighash, index, time, height } = values
  // Bare figures explain nothing: network cost and balance are elsewhere on the card.
  const isToken = values.cost === undefined && values.needed === undefined
  const asset = amount === undefined ? symbol : [format.amount(amount), symbol].filter(Boolean).join(' ')
  const who = spender ?? operator ?? address
  // For a coin its position among the inputs, counted from 1; for a lock its time or block.
  const place = index === undefined ? undefined : `#${Number(index) + 1}`
  const moment = code === 'lockedUntil' && time !== undefined ? format.dateTime(Number(time) * 1000) : height
  const all = [signature, sighash, place, moment, isToken ? asset : undefined, who && shortAddress(who)]
  return all.filter((value): value is string => value !== undefined && value !== '')
}

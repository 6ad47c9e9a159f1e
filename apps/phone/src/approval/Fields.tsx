import type { DescriptionField, FieldValue } from '@latchkey/clear-signing'
import { fieldTexts } from '../texts/fieldTexts.ts'
import { AddressText } from '../ui/AddressText.tsx'
import { formatAmount } from '../ui/formatAmount.ts'
import { formatTime } from '../ui/formatTime.ts'
import styles from './approval.module.css'
import { writeAmount } from './writeAmount.ts'

/** All fields of a request, as a tree. */
export function Fields({ fields }: { fields: readonly DescriptionField[] }) {
  const places = fields.map((field, place) => ({ field, place }))
  return (
    <ul className={styles.fields}>
      {places.map(({ field: { name, label, type, value, children }, place }) => (
        <li key={place}>
          <p className={styles.fieldName}>
            {label === null ? <span translate="no">{name}</span> : fieldTexts[label]}{' '}
            <small translate="no">{type}</small>
          </p>
          <Value value={value} />
          {children.length > 0 && <Fields fields={children} />}
        </li>
      ))}
    </ul>
  )
}

function Value({ value }: { value: FieldValue }) {
  switch (value.kind) {
    case 'none':
      return null
    case 'address':
      return (
        <div className={styles.fieldValue} translate="no">
          {value.name}
          <AddressText address={value.address} />
        </div>
      )
    case 'bytes':
      return (
        <div className={styles.bytes} translate="no">
          {value.hex}
        </div>
      )
    case 'time':
      return <div className={styles.fieldValue}>{formatTime(value.unixSeconds * 1000)}</div>
    case 'amount':
      return (
        <div className={styles.fieldValue} translate="no">
          {writeAmount(value)}
        </div>
      )
    case 'picture':
      return (
        <div className={styles.fieldValue}>A picture, {formatAmount(`${Math.ceil(value.size / 100) / 10}`)} kB</div>
      )
    case 'text':
      return (
        <div className={styles.fieldValue} translate="no">
          {value.text === '' ? 'empty' : value.text}
        </div>
      )
  }
}

import { useId } from 'react'
import styles from './Segmented.module.css'

/** A choice of one among a few, as a row; the browser's own radio buttons, so arrow keys move and one Tab passes. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  quiet = false,
  wide = false,
}: {
  label: string
  options: readonly { value: Value; label: string; name?: string; content?: React.ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  quiet?: boolean
  /** As wide as what it stands in, in equal parts. */
  wide?: boolean
}) {
  const group = useId()
  return (
    <fieldset className={styles.group} data-quiet={quiet} data-wide={wide}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} title={option.name}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            {...(option.name ? { 'aria-label': option.name } : {})}
          />
          <span>{option.content ?? option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

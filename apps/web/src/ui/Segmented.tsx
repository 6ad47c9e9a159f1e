import { useId } from 'react'
import styles from './Segmented.module.css'

/** A row of a few options. Uses the browser's radio buttons: arrow keys select, and the group is one tab stop. */
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
  /** Full width, in equal parts. */
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

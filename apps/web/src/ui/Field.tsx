import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

/** A named field of a form: what it is for, and what is wrong with what stands in it. `lines` makes room for more than one line. */
export function Field({
  label,
  hint,
  error,
  lines = 1,
  children,
  ...props
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  lines?: number
  /** Below the field, beside what is wrong. */
  children?: ReactNode
} & Omit<ComponentProps<'input'>, 'ref'> & { ref?: (element: HTMLInputElement | HTMLTextAreaElement | null) => void }) {
  const id = useId()
  const shared = {
    id,
    className: styles.input,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-note`,
    ...props,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {lines > 1 ? <textarea rows={lines} {...(shared as ComponentProps<'textarea'>)} /> : <input {...shared} />}
      {/* There from the start: what comes into it is read out. */}
      <p id={`${id}-note`} className={styles.note} data-error={error !== undefined} role="status">
        {error ?? hint}
      </p>
      {children}
    </div>
  )
}

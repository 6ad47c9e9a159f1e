import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** A named field of a form: what it is for, and what is wrong with what stands in it. `lines` makes room for more than one line. */
export function Field({
  label,
  hint,
  isRight = false,
  error,
  lines = 1,
  children,
  ...props
}: {
  label: string
  hint?: string | undefined
  /** The hint says that what stands in the field is right. */
  isRight?: boolean
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
      <p
        id={`${id}-note`}
        className={styles.note}
        data-tone={error ? 'loss' : isRight ? 'gain' : undefined}
        role="status"
      >
        {error === undefined && isRight && <Icon name="check" size={15} />}
        {error ?? hint}
      </p>
      {children}
    </div>
  )
}

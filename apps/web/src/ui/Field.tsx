import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** A form field with its label, hint and error. `lines` makes space for several lines. */
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
  /** The hint confirms that the value is valid. */
  isRight?: boolean
  error?: string | undefined
  lines?: number
  /** Shown below the field, beside the error. */
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
      {/* Always in the page, so that a screen reader announces its content. */}
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

import type { ReactNode, Ref } from 'react'

/** What {@link ViewForm} takes. */
export type ViewFormProps = {
  /** The form itself; React 18 has no `ref` among the props. */
  formRef: Ref<HTMLFormElement>
  children: ReactNode
  /** Enter in a field, or the view's button. */
  onSubmit: () => void
}

/** A view that is filled in: Enter in any of its fields does what its button does. */
export function ViewForm({ formRef, children, onSubmit }: ViewFormProps) {
  return (
    <form
      className="view"
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <button type="submit" hidden />
    </form>
  )
}

import type { ReactNode, Ref } from 'react'

export type ViewFormProps = {
  /** Ref of the form. A separate prop, because React 18 does not pass `ref` to components. */
  formRef: Ref<HTMLFormElement>
  children: ReactNode
  /** Called for Enter in a field, or a click on the view's button. */
  onSubmit: () => void
}

/** A view with a form. Enter in any field does the same as the button. */
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

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Leads to the first field that the form was refused for, each time it was asked for a review: without it a second click on the same
 * mistake changes nothing on the screen.
 *
 * @param options.issues a new list for each refusal
 * @returns to be called before the review is asked for
 */
export function useIssueFocus({
  form,
  issues,
}: {
  form: RefObject<HTMLFormElement | null>
  issues: readonly unknown[]
}): () => void {
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isAsked.current || issues.length === 0) return
    isAsked.current = false
    form.current?.querySelector<HTMLElement>('[data-invalid] :is(input, textarea)')?.focus()
  }, [form, issues])
  return () => {
    isAsked.current = true
  }
}

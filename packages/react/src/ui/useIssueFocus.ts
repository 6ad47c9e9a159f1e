import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first field with an error each time the visitor asks for the review. Otherwise a second click with the same error would
 * change nothing on the screen.
 *
 * @param options.issues a new list for each refusal
 * @returns function to call before the review is requested
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

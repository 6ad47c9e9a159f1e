/** A spinner for a busy button. */
export function ButtonSpinner() {
  return (
    <svg className="spinner" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3a9 9 0 1 1-9 9" />
    </svg>
  )
}

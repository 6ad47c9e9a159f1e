/** A spinner. Decorative: the text beside it explains the wait. */
export function Spinner() {
  return (
    <svg className="spinner" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" opacity=".2" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
}

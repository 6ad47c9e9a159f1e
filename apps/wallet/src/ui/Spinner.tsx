/** Spins while something is pending; the text beside it names it. */
export function Spinner() {
  return (
    <svg class="spinner" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3.5a8.5 8.5 0 0 1 8.5 8.5" />
    </svg>
  )
}

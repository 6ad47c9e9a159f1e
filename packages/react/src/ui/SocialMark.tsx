import type { SocialProvider } from '@latchkey/core'
import { providerMarks } from '@latchkey/protocol'

/** The mark of a provider. Decorative: its name is beside it or in the label of its button. */
export function SocialMark({ provider }: { provider: SocialProvider }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={providerMarks[provider]} />
    </svg>
  )
}

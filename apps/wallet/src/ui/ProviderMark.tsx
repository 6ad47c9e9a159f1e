import { providerMarks, type SocialProvider } from '@latchkey/protocol'

/** The mark of a provider. Decorative: its name is beside it. */
export function ProviderMark({ provider }: { provider: SocialProvider }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={providerMarks[provider]} />
    </svg>
  )
}

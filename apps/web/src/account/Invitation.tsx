import { ConnectButton } from '@latchkey/react'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { IconName } from '../ui/Icon.tsx'

/** Stands where an account's page would be while nobody is connected: what connecting shows, and the button. */
export function Invitation({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <EmptyState icon={icon} heading="h1" title={title} text={text}>
      <ConnectButton />
    </EmptyState>
  )
}

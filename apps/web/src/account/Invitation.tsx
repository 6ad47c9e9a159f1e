import { ConnectButton } from '@latchkey/react'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { IconName } from '../ui/Icon.tsx'

/** Replaces the page of an account while no wallet is connected: a description of the page, and the button to connect. */
export function Invitation({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <EmptyState icon={icon} heading="h1" title={title} text={text}>
      <ConnectButton />
    </EmptyState>
  )
}

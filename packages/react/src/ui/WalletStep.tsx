import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { ProgressRing } from './ProgressRing.tsx'

/** What {@link WalletStep} takes. */
export type WalletStepProps = {
  /** A name of the kit's own icons, or a mark. */
  icon: IconName | ReactElement
  state: 'waiting' | 'done' | 'failed' | 'idle'
  title: string
  text: string
  /** What can be done about it. */
  children?: ReactNode
}

/** What stands behind the wallet's own card: what is asked, and how it goes. */
export function WalletStep({ icon, state, title, text, children }: WalletStepProps) {
  return (
    <div className="view">
      <div className="hero">
        <ProgressRing state={state} shape="round" badge={state === 'failed' ? 'close' : undefined}>
          <span className="hero-mark step-mark" data-tone="accent">
            {typeof icon === 'string' ? <Icon name={icon} /> : icon}
          </span>
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{title}</h3>
          <p className="hero-text">{text}</p>
        </div>
      </div>
      {children}
    </div>
  )
}

import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { ProgressRing } from './ProgressRing.tsx'

export type WalletStepProps = {
  /** Name of a kit icon, or an element. */
  icon: IconName | ReactElement
  state: 'waiting' | 'done' | 'failed' | 'idle'
  title: string
  text: string
  /** The possible actions. */
  children?: ReactNode
}

/** Shown behind the wallet's card: the request, and its state. */
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

import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useScope } from '../ui/Scope.ts'
import { WindowLayout } from './WindowLayout.tsx'

export type OutcomeProps = {
  title: string
  text: ComponentChildren
  tone?: 'gain' | 'loss' | 'plain'
  origin?: string | null
  /** Instead of closing the window. */
  next?: { label: string; onClick: () => void }
}

const icons = { gain: 'check', loss: 'alert', plain: 'info' } as const satisfies Record<string, IconName>

/** The end of a page: the outcome, and that the window can be closed. */
export function Outcome({ title, text, tone = 'gain', origin = null, next }: OutcomeProps) {
  const { t } = useScope()
  // A page that no script opened cannot close itself.
  const canClose = window.opener !== null
  return (
    <WindowLayout
      title={title}
      text={text}
      origin={origin}
      mark={
        <span class="hero-mark" data-tone={tone} aria-hidden="true">
          <Icon name={icons[tone]} />
        </span>
      }
    >
      {next !== undefined ? (
        <Button onClick={next.onClick}>{next.label}</Button>
      ) : (
        canClose && (
          <Button kind="secondary" onClick={() => window.close()}>
            {t('window.closeWindow')}
          </Button>
        )
      )}
    </WindowLayout>
  )
}
